/** The journal: what this folder is about to write, and what came of it. ADR 52. */
import type { Digest, DocumentationId, PageId, PageKey, Slug } from '../model/ids.ts';
import type { BasePage } from '../model/sides.ts';

interface AboutPage {
  readonly key: PageKey;
  /** `Clock.now` when it was noted. */
  readonly at: number;
}

export interface CreateIntent extends AboutPage {
  readonly op: 'create';
  readonly documentation: DocumentationId;
  readonly title: string;
  readonly sent: Digest;
}

export interface UpdateIntent extends AboutPage {
  readonly op: 'update';
  readonly id: PageId;
  readonly title: string | null;
  readonly slug: Slug;
  /** Digest of the content; null: none was sent. */
  readonly sent: Digest | null;
}

export interface PublishIntent extends AboutPage {
  readonly op: 'publish';
  readonly id: PageId;
}

export type Intent = CreateIntent | UpdateIntent | PublishIntent;

/** `line` is what the lock says of `key` from now on, in place of what it said of `was`. */
export interface Advance {
  readonly line: BasePage;
  readonly was: PageKey;
}

type Entry =
  | { readonly intent: number; readonly write: Intent }
  | { readonly outcome: number; readonly advance: Advance | null };

/** A file that only grows. The one way in which the journal touches the disk, so that faults can be put there. */
export interface JournalFile {
  /** Resolves when `text` would survive a crash of the machine. Calls under way at once share one sync. */
  append(text: string): Promise<void>;
  /** Everything noted so far is in the lock: starts from nothing. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** So many intents are noted at once where enough other writes are under way meanwhile: each sync costs as much as several writes. */
const AT_ONCE = 32;
/** Fewer writes under way could leave the platform idle: nothing waits for company then. */
const ENOUGH = 64;

interface Waiting {
  readonly text: string;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Notes writes. An intent is durable before its promise resolves; outcomes ride along with what is noted next. */
export class Journal {
  readonly #file: JournalFile;
  readonly #first: () => Promise<void>;
  #last = 0;
  #late = '';
  #open = 0;
  #waiting: Waiting[] = [];
  #isDue = false;
  #underWay = 0;

  /** `first` is awaited before anything is noted: what intents name has to be kept before they are. */
  constructor(file: JournalFile, first: () => Promise<void> = () => Promise.resolve()) {
    this.#file = file;
    this.#first = first;
  }

  /** To be awaited before the write is sent. The number names it in `settle`. */
  async intend(write: Intent): Promise<number> {
    this.#last += 1;
    const intent = this.#last;
    this.#open += 1;
    await new Promise<void>((resolve, reject) => {
      this.#waiting.push({ text: encode({ intent, write }), resolve, reject });
      this.#noteWhenDue();
    });
    return intent;
  }

  /** Notes a write, then carries it out. Others may wait for company as long as enough are under way. */
  async during<T>(write: Intent, carryOut: (intent: number) => Promise<T>): Promise<T> {
    const intent = await this.intend(write);
    this.#underWay += 1;
    try {
      return await carryOut(intent);
    } finally {
      this.#underWay -= 1;
      this.#noteWhenDue();
    }
  }

  #noteWhenDue(): void {
    if (this.#isDue || this.#waiting.length === 0) return;
    if (this.#waiting.length < AT_ONCE && this.#underWay >= ENOUGH) return;
    this.#isDue = true;
    // Those of the same turn go together.
    setImmediate(() => {
      this.#isDue = false;
      void this.#noteWaiting();
    });
  }

  async #noteWaiting(): Promise<void> {
    const batch = this.#waiting;
    const late = this.#late;
    this.#waiting = [];
    this.#late = '';
    try {
      await this.#first();
      await this.#file.append(late + batch.map(({ text }) => text).join(''));
      for (const { resolve } of batch) resolve();
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  /** What came of a write. `null`: it was not carried out, and changed nothing. A write that nobody can tell about stays open. */
  settle(outcome: number, advance: Advance | null): void {
    this.#open -= 1;
    this.#late += encode({ outcome, advance });
  }

  /** What the lock is to say of a page to which nothing was sent. */
  note(advance: Advance): void {
    this.#late += encode({ outcome: 0, advance });
  }

  /** Makes sure of all outcomes. */
  async flush(): Promise<void> {
    const late = this.#late;
    this.#late = '';
    if (late !== '') await this.#file.append(late);
  }

  /** To be called once the lock has all outcomes: open intents are kept, everything else is let go. */
  async finish(): Promise<void> {
    if (this.#open === 0) {
      this.#late = '';
      await this.#file.clear();
    } else {
      await this.flush();
    }
    await this.#file.close();
  }
}

const encode = (entry: Entry): string => `${JSON.stringify(entry)}\n`;

export interface Remembered {
  /** In the order in which they came. */
  readonly advances: readonly Advance[];
  /** Writes of which nobody knows whether they were carried out. */
  readonly open: readonly Intent[];
}

/** Reads a journal that a run left. A last line that is cut off was never durable: it counts as not there. */
export function readJournal(text: string): Remembered {
  const open = new Map<number, Intent>();
  const advances: Advance[] = [];
  for (const line of text.split('\n')) {
    const entry = decode(line);
    if (entry === undefined) continue;
    if ('write' in entry) {
      open.set(entry.intent, entry.write);
    } else {
      open.delete(entry.outcome);
      if (entry.advance) advances.push(entry.advance);
    }
  }
  return { advances, open: [...open.values()] };
}

/** The file is the tool's own, in a folder that only it writes: lines are whole or not there. */
function decode(line: string): Entry | undefined {
  if (!line.startsWith('{') || !line.endsWith('}')) return undefined;
  try {
    return JSON.parse(line) as Entry;
  } catch {
    return undefined;
  }
}
