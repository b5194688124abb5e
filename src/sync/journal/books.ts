/** Keeps a record of everything that a run does, so that nothing is lost: texts, intents and outcomes, lock lines, and what became of each change. */
import { advanceLine } from './read-journal.ts';
import type { Change } from '../../model/change.ts';
import type { Digest, FilePath, PageId, PageKey } from '../../model/ids.ts';
import type { Project } from '../../model/project.ts';
import type { BasePage } from '../../model/sides.ts';
import type { Lock } from '../lock/lock.ts';
import { writeLock } from '../lock/lock-file.ts';
import { Journal } from './journal.ts';
import type { Intent, Step } from './entry.ts';
import { journalPath, makeStateFolder, openJournalFile } from './journal-file.ts';
import type { OpenJournal } from './journal-file.ts';
import type { Ledger } from './ledger.ts';
import { keepObject, objectPath, readObject } from './objects.ts';
import { TextPack } from './text-pack.ts';

/** The journal number of a write that is under way. */
export type Open = number;

/** A page's text as read back. Merges start from it, and the next run recognises its own write by it. */
export interface ReadBack {
  readonly digest: Digest;
  readonly text: string;
}

/** What the books of a run are opened with. */
export interface BooksInput {
  readonly project: Project;
  readonly ledger: Ledger;
  /** The lock's lines when the run began. */
  readonly lines: ReadonlyMap<PageKey, BasePage>;
  /** Whether the lock file lacks something that the books start from. It is then written before anything is sent. */
  readonly isLockBehind: boolean;
  /** Returns the lock with other lines. */
  readonly lockWith: (lines: ReadonlyMap<PageKey, BasePage>) => Lock;
  /** Opens the journal. Default: a file that is synced to the disk. */
  readonly openJournal?: OpenJournal | undefined;
}

/** Journal, kept texts, lock lines and ledger of one run. There is one call for each step, and each is durable before anything that depends on it. */
export class Books {
  readonly ledger: Ledger;
  readonly #input: BooksInput;
  readonly #lines: Map<PageKey, BasePage>;
  readonly #pack: TextPack;
  #journal: Journal | undefined;
  #isLockBehind: boolean;
  /** Something was recorded since the books were opened. */
  #isUsed = false;

  constructor(input: BooksInput) {
    this.ledger = input.ledger;
    this.#input = input;
    this.#lines = new Map(input.lines);
    this.#isLockBehind = input.isLockBehind;
    this.#pack = new TextPack(input.project);
  }

  /** The lines that the lock should have now. */
  get lines(): ReadonlyMap<PageKey, BasePage> {
    return this.#lines;
  }

  /** Records the line of a page to which nothing was sent. Before `open`, only the lock gets it. */
  learn(line: BasePage, was: PageKey, readBack?: ReadBack): void {
    if (readBack) this.#pack.keep(readBack.digest, readBack.text);
    if (this.#journal) {
      this.#isUsed = true;
      this.#journal.record(0, { line, was });
    }
    this.#isLockBehind = true;
    advanceLine(this.#lines, { line, was });
  }

  /** Removes a line. Call it before `open`. */
  forget(key: PageKey): void {
    this.#lines.delete(key);
    this.#isLockBehind = true;
  }

  /**
   * Writes the lock if its file lacks something that is known, and only then drops an earlier run's journal.
   * Keeps the writes in `left` whose lines did not change, because their outcome is unknown. Call it before
   * anything is sent. Rejects if lock or journal cannot be written.
   */
  async open(left: readonly Intent[]): Promise<void> {
    const { project, lines, lockWith, openJournal = openJournalFile } = this.#input;
    await makeStateFolder(project);
    if (this.#isLockBehind) await writeLock(project, lockWith(this.#lines));
    const file = await openJournal(journalPath(project));
    this.#journal = new Journal(file, () => this.#pack.write());
    const isUnmoved = ({ key }: Intent): boolean => this.#lines.get(key) === lines.get(key);
    await this.#journal.start(left.filter(isUnmoved));
  }

  /**
   * Call it before sending a write, and wait for it. Keeps the text and records the write. Resolves when both
   * would survive a crash of the process, and the record also a crash of the machine. If it rejects, the
   * write must not be sent.
   */
  intend(write: Intent, text: string | null): Promise<Open> {
    if ('sent' in write && write.sent !== null && text !== null) this.#pack.keep(write.sent, text);
    this.#isUsed = true;
    return this.#opened.intend(write);
  }

  /** The write was carried out; `line` replaces the line of `was`. */
  done(open: Open, line: BasePage, was: PageKey, readBack?: ReadBack): void {
    if (readBack) this.#pack.keep(readBack.digest, readBack.text);
    this.#advance(open, { line, was });
  }

  /** The page was deleted from the platform; its line is removed. */
  removed(open: Open, gone: PageId, was: PageKey): void {
    this.#advance(open, { gone, was });
  }

  /** The write was not carried out and changed nothing. */
  undone(open: Open): void {
    this.#opened.record(open, null);
  }

  /** Call it at the end of each write. A write that is neither done nor undone stays open, and the next run checks what became of it. */
  leave(open: Open): void {
    this.#opened.leave(open);
  }

  /** Makes everything recorded so far durable. */
  flush(): Promise<void> {
    return this.#opened.flush();
  }

  /** Keeps a text for good that a conflict would lose. Resolves to its path. */
  async keepLost(text: string): Promise<FilePath> {
    const { project } = this.#input;
    return objectPath(project, await keepObject(project, text));
  }

  /** A text that was sent or read back before. Resolves to null if it was not kept. */
  keptText(digest: Digest): Promise<string | null> {
    return readObject(this.#input.project, digest);
  }

  /** The run was stopped. Adds those `changes` to the ledger that are not in it yet, as unsettled or skipped. */
  stop(changes: Iterable<Change>): void {
    const open = new Set<PageKey>();
    for (const { key } of this.#journal?.open ?? []) open.add(key);
    this.ledger.stop(changes, open);
  }

  /**
   * Tries each step, whatever failed before, and resolves to the errors. All outcomes are then in the lock or
   * in the journal. The next run looks for the outcome of writes that are in neither.
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
    const journal = this.#journal;
    if (!journal) return errors;
    const { project, lockWith } = this.#input;
    if (this.#isUsed) {
      await attempt(() => journal.flush());
      const isKept = await attempt(() => writeLock(project, lockWith(this.#lines)));
      // The lock has everything that the journal could not record.
      if (isKept) errors.length = 0;
      if (isKept) await attempt(() => journal.finish());
    }
    await attempt(() => journal.close());
    await attempt(() => this.#pack.close(() => digestsIn(this.#lines.values(), journal.open)));
    return errors;
  }

  #advance(outcome: number, step: Step): void {
    this.#opened.record(outcome, step);
    advanceLine(this.#lines, step);
  }

  get #opened(): Journal {
    if (!this.#journal) throw new Error('the books are not open');
    return this.#journal;
  }
}

/** Digests that merges may start from, and those of texts in open writes. */
function digestsIn(lines: Iterable<BasePage>, open: Iterable<Intent>): ReadonlySet<Digest> {
  const found = new Set<Digest>();
  for (const intent of open) if ('sent' in intent && intent.sent) found.add(intent.sent);
  for (const { sent, sentPublished, draft, published } of lines) {
    for (const digest of [sent, sentPublished, draft, published]) if (digest) found.add(digest);
  }
  return found;
}
