/** What a run keeps of what it does, so that none of it is lost: texts, intents and outcomes, lines of the lock, what became of each change. */
import { advanceLine } from './read-journal.ts';
import type { Change } from '../../model/change.ts';
import type { Digest, FilePath, PageId, PageKey } from '../../model/ids.ts';
import type { Project } from '../../model/project.ts';
import type { BasePage } from '../../model/sides.ts';
import type { Lock } from '../lock/lock.ts';
import { writeLock } from '../lock/lock-file.ts';
import { Journal } from './journal.ts';
import type { Intent } from './journal.ts';
import { journalPath, makeStateFolder, openJournalFile } from './journal-file.ts';
import type { OpenJournal } from './journal-file.ts';
import type { Ledger } from './ledger.ts';
import { keepObject, objectPath, readObject } from './objects.ts';
import { TextPack } from './text-pack.ts';

/** A write that is under way: its number in the journal. */
export type Open = number;

/** What a page holds since it was read: merges start from it, and the next run knows its own write by it. */
export interface ReadBack {
  readonly digest: Digest;
  readonly text: string;
}

/** What the books of a run are opened with. */
export interface BooksInput {
  readonly project: Project;
  readonly ledger: Ledger;
  /** Whether a file of this folder has the page. */
  readonly hasFile: (key: PageKey) => boolean;
  /** The lock's lines when the run began. */
  readonly lines: ReadonlyMap<PageKey, BasePage>;
  /** Whether the lock's file lacks something that the books start from, and is to have it before anything is sent. */
  readonly isLockBehind: boolean;
  /** The lock with other lines. */
  readonly lockWith: (lines: ReadonlyMap<PageKey, BasePage>) => Lock;
  /** How the journal reaches the disk; left out: as a file that is synced. */
  readonly openJournal?: OpenJournal | undefined;
}

/** Journal, kept texts, lines and ledger of one run: a call for each step, which is durable before what depends on it. */
export class Books {
  readonly ledger: Ledger;
  readonly #input: BooksInput;
  readonly #lines: Map<PageKey, BasePage>;
  readonly #pack: TextPack;
  readonly #learnt = new Set<PageKey>();
  #journal: Journal | undefined;
  #isLockBehind: boolean;
  /** Something was noted since the books were opened. */
  #isUsed = false;

  constructor(input: BooksInput) {
    this.ledger = input.ledger;
    this.#input = input;
    this.#lines = new Map(input.lines);
    this.#isLockBehind = input.isLockBehind;
    this.#pack = new TextPack(input.project);
  }

  /** What the lock is to have, as of now. */
  get lines(): ReadonlyMap<PageKey, BasePage> {
    return this.#lines;
  }

  /** Takes in the line of a page to which nothing was sent. Before `open` it is for the lock alone. */
  learn(learnt: BasePage, was: PageKey, readBack?: ReadBack): void {
    const line = this.#placed(learnt);
    if (readBack) this.#pack.keep(readBack.digest, readBack.text);
    if (this.#journal) {
      this.#isUsed = true;
      this.#learnt.add(line.key);
      this.#journal.note({ line, was });
    }
    this.#isLockBehind = true;
    advanceLine(this.#lines, { line, was });
  }

  /** Whether the line of a page was learnt since the books were opened: something was written into its file. */
  hasLearnt(key: PageKey): boolean {
    return this.#learnt.has(key);
  }

  /** Lets go of a line, before `open`. */
  forget(key: PageKey): void {
    this.#lines.delete(key);
    this.#isLockBehind = true;
  }

  /**
   * Writes the lock if its file lacks something that is known already, and only then lets go of an earlier run's journal. Keeps those of the writes
   * `left`, of which nobody knows what became, whose lines did not move. To be called before anything is sent. Rejects if nothing can be noted.
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
   * To be awaited before the write is sent: keeps the text that goes with it, notes the write, and resolves when both would survive a crash of
   * the process, and the note one of the machine. A write that cannot be noted is not to be sent.
   */
  intend(write: Intent, text: string | null): Promise<Open> {
    if ('sent' in write && write.sent !== null && text !== null) this.#pack.keep(write.sent, text);
    this.#isUsed = true;
    const isOutside = write.op === 'create' && this.#input.project.isStaged;
    return this.#opened.intend(isOutside ? { ...write, outside: true } : write);
  }

  /** The write was carried out, and the lock is to say `line` in place of what it said of `was`. */
  done(open: Open, written: BasePage, was: PageKey, readBack?: ReadBack): void {
    const line = this.#placed(written);
    if (readBack) this.#pack.keep(readBack.digest, readBack.text);
    this.#opened.record(open, { line, was });
    advanceLine(this.#lines, { line, was });
  }

  /** The page is gone from the platform, and the lock is to say nothing of it any more. */
  removed(open: Open, gone: PageId, was: PageKey): void {
    this.#opened.record(open, { gone, was });
    advanceLine(this.#lines, { gone, was });
  }

  /** The write was not carried out, and changed nothing. */
  undone(open: Open): void {
    this.#opened.record(open, null);
  }

  /** To be called for each write in the end. One that is neither done nor undone stays open: the next run looks what became of it. */
  leave(open: Open): void {
    this.#opened.leave(open);
  }

  /** Makes all that was noted so far survive a crash. */
  flush(): Promise<void> {
    return this.#opened.flush();
  }

  /** Keeps a text that a conflict would lose, for good; resolves to where. */
  async keepLost(text: string): Promise<FilePath> {
    const { project } = this.#input;
    return objectPath(project, await keepObject(project, text));
  }

  /** A text that was sent or read back before; null when it is not kept. */
  keptText(digest: Digest): Promise<string | null> {
    return readObject(this.#input.project, digest);
  }

  /** The run was stopped: `changes` that are not in the ledger were cut off or left out. */
  stop(changes: Iterable<Change>): void {
    const open = new Set<PageKey>();
    for (const { key } of this.#journal?.open ?? []) open.add(key);
    this.ledger.stop(changes, open);
  }

  /**
   * Tries each step, whatever failed before, and resolves to what failed. Outcomes are in the lock or in the journal then; what became of
   * writes that are in neither is looked for by the next run.
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
      // The lock has all that could not be noted.
      if (isKept) errors.length = 0;
      if (isKept) await attempt(() => journal.finish());
    }
    await attempt(() => journal.close());
    await attempt(() => this.#pack.close(() => digestsIn(this.#lines.values(), journal.open)));
    return errors;
  }

  /** The line with whether its file is in a content folder, if it is known which file that is. */
  #placed(line: BasePage): BasePage {
    const { project, hasFile } = this.#input;
    if (!hasFile(line.key)) return line;
    const { outside: _, ...rest } = line;
    return project.isStaged ? { ...rest, outside: true } : rest;
  }

  get #opened(): Journal {
    if (!this.#journal) throw new Error('the books are not open');
    return this.#journal;
  }
}

/** What merges may start from, and what writes that nobody knows about sent. */
function digestsIn(lines: Iterable<BasePage>, open: Iterable<Intent>): ReadonlySet<Digest> {
  const found = new Set<Digest>();
  for (const intent of open) if ('sent' in intent && intent.sent) found.add(intent.sent);
  for (const { sent, sentPublished, draft, published } of lines) {
    for (const digest of [sent, sentPublished, draft, published]) if (digest) found.add(digest);
  }
  return found;
}
