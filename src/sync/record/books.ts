/**
 * Records everything that a run does, so that nothing is lost: texts, intents, outcomes, lock
 * lines.
 */
import type { Change } from '../../model/change.ts';
import type { Failure } from '../../model/failure.ts';
import type { Digest, FilePath, PageId, PageKey } from '../../model/ids.ts';
import type { Project } from '../../model/project.ts';
import type { BasePage } from '../../model/sides.ts';
import { undated } from './line.ts';
import { writeLock } from './lock.ts';
import type { Lock } from './lock.ts';
import { isDigest } from './page-line.ts';
import { WriteLog } from './log.ts';
import type { Intent, Step } from './entry.ts';
import { keepLost, logPath, makeStateFolder, openLogFile } from './log-file.ts';
import type { OpenLog } from '../deps.ts';
import { compact } from './log-texts.ts';
import type { KeptText } from './log-texts.ts';
import { advanceLine } from './read-log.ts';
import type { LockAndLog } from './read-log.ts';
import type { Ledger } from '../ledger.ts';

/** The log number of a write that is under way. */
export type IntentNumber = number;

/** In place of an `IntentNumber`, for what happens to a page to which nothing was sent. */
export const NO_WRITE: IntentNumber = 0;

export interface BooksInput {
  readonly project: Project;
  readonly ledger: Ledger;
  /** Lock and log when the run began. */
  readonly lock: Pick<LockAndLog, 'pages' | 'writes' | 'isAhead' | 'kept' | 'foreignDrafts'>;
  /** Whether the lock file lacks some of this. If so, it is written before anything is sent. */
  readonly isLockBehind: boolean;
  /** Returns the lock with other lines. */
  readonly lockWith: (lines: ReadonlyMap<PageKey, BasePage>) => Lock;
  /** Opens the log. Default: a file that is synced to the disk. */
  readonly openLog?: OpenLog | undefined;
}

/** Log, lock lines and ledger of one run. A step is durable before anything that depends on it. */
export class Books {
  readonly ledger: Ledger;
  readonly #input: BooksInput;
  readonly #lines: Map<PageKey, BasePage>;
  readonly #takenOver = new Set<PageKey>();
  #log: WriteLog | undefined;
  #isLockBehind: boolean;
  /** Whether something was recorded since the books were opened. */
  #isUsed = false;

  constructor(input: BooksInput) {
    this.ledger = input.ledger;
    this.#input = input;
    this.#lines = new Map(input.lock.pages);
    this.#isLockBehind = input.isLockBehind;
  }

  /** The line of a page, as far as this run has come. */
  lineOf({
    key,
    formerKey,
  }: {
    readonly key: PageKey;
    readonly formerKey: PageKey;
  }): BasePage | undefined {
    return this.#lines.get(key) ?? this.#lines.get(formerKey);
  }

  /** The lines that the lock should have now. */
  get lines(): ReadonlyMap<PageKey, BasePage> {
    return this.#lines;
  }

  /**
   * Records the line of a page to which nothing was sent: in the lock and, after `open`, in the
   * log.
   */
  record(line: BasePage, was: PageKey, ...texts: readonly (KeptText | undefined)[]): void {
    if (this.#log) {
      this.#isUsed = true;
      this.#log.record(NO_WRITE, { line, was }, ...texts);
    }
    this.#isLockBehind = true;
    advanceLine(this.#lines, { line, was });
  }

  /** The same as `record`, for a line whose file took over the platform's text or title. */
  recordTaken(line: BasePage, was: PageKey, ...texts: readonly (KeptText | undefined)[]): void {
    this.#takenOver.add(line.key);
    this.record(line, was, ...texts);
  }

  /** Whether the file of this page took over a text or a title in this run. */
  hasTaken(key: PageKey): boolean {
    return this.#takenOver.has(key);
  }

  /**
   * A look has shown more than the page's line has, and its date need not tell: the next run reads
   * the page.
   */
  distrust(row: Parameters<Books['lineOf']>[0]): void {
    const line = this.lineOf(row);
    if (line) this.record(undated(line), line.key);
  }

  /** Removes a line. Call it before `open`. */
  forget(key: PageKey): void {
    this.#lines.delete(key);
    this.#isLockBehind = true;
  }

  /**
   * Writes the lock if its file lacks something, and only then records the end of an earlier run in
   * the log. Writes in `left` whose lines did not change stay open, because their outcome is
   * unknown. Call it before anything is sent. Rejects if lock or log cannot be written.
   */
  async open(left: readonly Intent[]): Promise<void> {
    const { project, lock, lockWith, openLog = openLogFile } = this.#input;
    const { writes, pages, isAhead } = lock;
    await makeStateFolder(project);
    if (this.#isLockBehind) await writeLock(project, lockWith(this.#lines));
    const drafts = (): readonly Digest[] =>
      foreignDraftsAfter(this.#lines.values(), lock.foreignDrafts);
    this.#log = new WriteLog(await openLog(logPath(project)), drafts);
    const open = left.filter(({ key }) => this.#lines.get(key) === pages.get(key));
    const isNews = isAhead || open.length < writes.open.length;
    if (isNews || open.length > 0) this.#log.start(open);
    if (isNews) await this.#log.flush();
  }

  /**
   * Records the write and its text. Await it before sending: it resolves when both would survive a
   * crash of the machine. If it rejects, the write must not be sent. A write that is neither done
   * nor undone afterwards stays open, and the next run checks what became of it.
   */
  intend(write: Intent, text: string | null): Promise<IntentNumber> {
    this.#isUsed = true;
    return this.#opened.intend(write, text);
  }

  /** The write was carried out; `line` replaces the line of `was`. */
  done(open: IntentNumber, line: BasePage, was: PageKey, readBack?: KeptText): void {
    this.#advance(open, { line, was }, readBack);
    this.ledger.begin(line.key);
  }

  /** The page was deleted from the platform; its line is removed. */
  removed(open: IntentNumber, gone: PageId, was: PageKey): void {
    this.#advance(open, { gone, was });
  }

  /** The write was not carried out and changed nothing. */
  undone(open: IntentNumber): void {
    this.#opened.record(open, null);
  }

  /** Makes everything recorded so far durable. */
  flush(): Promise<void> {
    return this.#opened.flush();
  }

  /** Keeps for good a text that a conflict would lose. Resolves to its path. */
  keepLost(text: string): Promise<FilePath> {
    return keepLost(this.#input.project, text);
  }

  /** A text that was sent or read back before. Resolves to null if it was not kept. */
  keptText(digest: Digest): Promise<string | null> {
    return this.#input.lock.kept.read(digest);
  }

  /**
   * Records that `failure` stopped the run: `changes` without an entry become unsettled or skipped.
   */
  stop(changes: Iterable<Change>, failure: Failure): void {
    const open = new Set<PageKey>();
    for (const { key } of this.#log?.open ?? []) open.add(key);
    this.ledger.stop(changes, open, failure);
  }

  /**
   * Tries every step and resolves to the errors. If there are none, all outcomes are in the lock or
   * the log. The next run checks what became of other writes.
   */
  async close(): Promise<readonly unknown[]> {
    const errors: unknown[] = [];
    const attempt = async (step: () => Promise<void>): Promise<boolean> => {
      try {
        await step();
        return true;
      } catch (error) {
        errors.push(error);
        return false;
      }
    };
    const log = this.#log;
    if (!log) return errors;
    const { project, lockWith } = this.#input;
    let isOver = false;
    if (this.#isUsed) {
      await attempt(() => log.flush());
      const isKept = await attempt(() => writeLock(project, lockWith(this.#lines)));
      // The lock has everything that the log could not record, so the errors do not matter.
      if (isKept) errors.length = 0;
      isOver = isKept && (await isFinished(log));
    }
    await attempt(() => log.close());
    if (isOver) {
      const live = (): ReadonlySet<Digest> => digestsIn(this.#lines.values(), log.open);
      // If it fails, the log stays large until a later run can compact it.
      await compact(project, live).catch(() => undefined);
    }
    return errors;
  }

  #advance(outcome: number, step: Step, ...texts: readonly (KeptText | undefined)[]): void {
    this.#opened.record(outcome, step, ...texts);
    advanceLine(this.#lines, step);
  }

  get #opened(): WriteLog {
    if (!this.#log) throw new Error('the books are not open');
    return this.#log;
  }
}

/** More than a folder has at once. */
const MAX_DRAFTS = 1000;

/** Those of the lines, and the newest of `earlier` that no line says are for readers. */
function foreignDraftsAfter(
  lines: Iterable<BasePage>,
  earlier: ReadonlySet<Digest>,
): readonly Digest[] {
  const found = new Set(earlier);
  for (const { foreignDraft, sentPublished } of lines) {
    if (foreignDraft !== undefined) found.add(foreignDraft);
    else if (sentPublished !== null) found.delete(sentPublished);
  }
  return [...found].slice(-MAX_DRAFTS);
}

/**
 * Records the end of the run. Resolves to false if that fails: the next run then reads outcomes
 * that the lock already has.
 */
async function isFinished(log: WriteLog): Promise<boolean> {
  try {
    await log.finish();
    return true;
  } catch {
    return false;
  }
}

/**
 * The digests of texts to keep: those that merges may start from, those of files before a pull, and
 * those of open writes.
 */
function digestsIn(lines: Iterable<BasePage>, open: Iterable<Intent>): ReadonlySet<Digest> {
  const found = new Set<Digest>();
  for (const intent of open) if ('sent' in intent && intent.sent) found.add(intent.sent);
  for (const { sent, sentPublished, draft, published, theirDraft, formerStates = [] } of lines) {
    const former = formerStates.filter(isDigest);
    for (const digest of [sent, sentPublished, draft, published, theirDraft, ...former])
      if (digest) found.add(digest);
  }
  return found;
}
