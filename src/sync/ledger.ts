/** What became of each change of a run. */
import type { Change } from '../model/change.ts';
import { Failure } from '../model/failure.ts';
import type { FailureCode } from '../model/failure.ts';
import type { PageKey } from '../model/ids.ts';
import type { Handled, Report } from './deps.ts';

/** A change that was not carried out. `reason` is a sentence without colour; `hint` says what to type. */
export interface NotApplied {
  readonly change: Change;
  readonly reason: string;
  readonly hint: string | undefined;
  /** The failure code, if the change failed. */
  readonly code?: FailureCode;
  /** Whether a write of its page was carried out, and no change of it was completed since. */
  readonly begun?: true;
}

/** Records what became of each change, and reports it. */
export class Ledger {
  readonly applied: Change[] = [];
  readonly failed: NotApplied[] = [];
  readonly skipped: NotApplied[] = [];
  readonly unsettled: NotApplied[] = [];
  readonly #entered = new Set<Change>();
  readonly #begun = new Set<PageKey>();
  readonly #report: Report;

  constructor(report: Report) {
    this.#report = report;
  }

  /** A write of this page was carried out. */
  begin(key: PageKey): void {
    this.#begun.add(key);
  }

  /** `as`: the change that was really made, if it differs from the planned one. */
  apply(change: Change, as = change): void {
    this.applied.push(as);
    if (change.key !== null) this.#begun.delete(change.key);
    this.#enter(change, 'applied');
  }

  skip(change: Change, reason: string, hint: string | undefined): void {
    this.skipped.push({ change, reason, hint, ...this.#progress(change) });
    this.#enter(change, 'skipped');
  }

  fail(change: Change, { message, hint, code }: Failure): void {
    this.failed.push({ change, reason: message, hint, code, ...this.#progress(change) });
    this.#enter(change, 'failed');
  }

  isEntered(change: Change): boolean {
    return this.#entered.has(change);
  }

  /**
   * Runs `work` for `changes`. If it fails, those without an entry are recorded as failed. Rejects
   * only with failures that end the run, and with bugs.
   */
  async attempt(changes: readonly Change[], work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Failure) || error.endsRun) throw error;
      for (const change of changes) if (!this.#entered.has(change)) this.fail(change, error);
    }
  }

  /**
   * Records that the run was stopped: changes without an entry become unsettled or skipped. `open`:
   * pages with a write without an answer.
   */
  stop(changes: Iterable<Change>, open: ReadonlySet<PageKey>, failure: Failure): void {
    // With the same key, the command would be refused again.
    const hint = NOT_ALLOWED.has(failure.code) ? failure.hint : AGAIN;
    const cut = new Set(open);
    for (const change of changes) {
      if (this.#entered.has(change)) continue;
      // If a page has several writes, the first one that is not done was under way.
      if (change.key !== null && cut.delete(change.key)) {
        this.unsettled.push({ change, reason: UNSEEN, hint: AGAIN, ...this.#progress(change) });
        this.#enter(change, 'unsettled');
      } else {
        this.skip(change, 'The run was stopped before it was done.', hint);
      }
    }
  }

  #progress({ key }: Change): Pick<NotApplied, 'begun'> {
    return key !== null && this.#begun.has(key) ? { begun: true } : {};
  }

  #enter(change: Change, result: Handled['result']): void {
    this.#entered.add(change);
    this.#report({ type: 'handled', change, result });
  }
}

const NOT_ALLOWED: ReadonlySet<FailureCode> = new Set(['auth-required', 'forbidden']);

const UNSEEN = 'The run was stopped before the answer arrived; the next run checks what happened.';

/** The hint for a change that was skipped because its page changed after it was looked at. */
export const AGAIN = 'Run the same command again';
