/** What became of each change of a run. */
import type { Change } from '../model/change.ts';
import type { Failure, FailureCode } from '../model/failure.ts';
import type { Report } from './events.ts';
import type { Applied, NotApplied } from './session.ts';

export class Ledger {
  readonly applied: Applied[] = [];
  readonly failed: NotApplied[] = [];
  readonly skipped: NotApplied[] = [];
  readonly #entered = new Set<Change>();
  readonly #report: Report;

  constructor(report: Report) {
    this.#report = report;
  }

  has(change: Change): boolean {
    return this.#entered.has(change);
  }

  apply(change: Change): void {
    this.applied.push({ change });
    this.#enter(change, 'applied');
  }

  skip(change: Change, reason: string, hint: string | undefined): void {
    this.skipped.push({ change, reason, hint });
    this.#enter(change, 'skipped', reason);
  }

  fail(change: Change, { message, hint, code }: Failure): void {
    this.failed.push({ change, reason: message, hint });
    this.#enter(change, 'failed', message, code);
  }

  #enter(
    change: Change,
    result: 'applied' | 'skipped' | 'failed',
    reason?: string,
    code?: FailureCode,
  ): void {
    this.#entered.add(change);
    this.#report({ type: 'handled', change, result, reason, code });
  }
}

/** What to type where a change was left out because of when it was looked at. */
export const AGAIN = 'Run the same command again.';
