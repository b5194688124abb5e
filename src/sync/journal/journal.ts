/** The journal: what this folder is about to write, and what came of it. ADR 52. */
import type { Digest, DocumentationId, PageId, PageKey, Slug } from '../../model/ids.ts';
import type { BasePage } from '../../model/sides.ts';
import { Batch } from './batch.ts';

interface AboutPage {
  readonly key: PageKey;
  /** `Clock.now` when it was noted. */
  readonly at: number;
}

/** A page is about to be made. */
export interface CreateIntent extends AboutPage {
  readonly op: 'create';
  readonly documentation: DocumentationId;
  readonly title: string;
  readonly sent: Digest;
  /** As `BasePage.outside`. */
  readonly outside?: true;
}

/** Title, slug or draft of a page are about to be written. */
export interface UpdateIntent extends AboutPage {
  readonly op: 'update';
  readonly id: PageId;
  readonly title: string | null;
  readonly slug: Slug;
  /** Digest of the content; null: none was sent. */
  readonly sent: Digest | null;
}

/** The draft of a page is about to be made public. */
export interface PublishIntent extends AboutPage {
  readonly op: 'publish';
  readonly id: PageId;
}

/** A page is about to be deleted. */
export interface DeleteIntent extends AboutPage {
  readonly op: 'delete';
  readonly id: PageId;
}

/** A write that is about to be sent. */
export type Intent = SavingIntent | DeleteIntent;

/** A write that may send a text. */
export type ContentIntent = CreateIntent | UpdateIntent;

/** A write that leaves a page. */
export type SavingIntent = ContentIntent | PublishIntent;

/** `line` is what the lock says of `key` from now on, in place of what it said of `was`. */
export interface Advance {
  readonly line: BasePage;
  readonly was: PageKey;
}

/** The page `gone` was deleted: the lock says nothing of `was` from now on, unless it is another page's. */
export interface Removal {
  readonly gone: PageId;
  readonly was: PageKey;
}

/** What becomes of a line of the lock. */
export type Step = Advance | Removal;

/** A line of the journal. */
export type Entry =
  | { readonly intent: number; readonly write: Intent }
  | { readonly outcome: number; readonly advance: Step | null };

/** A file that only grows. The one way in which the journal touches the disk, so that faults can be put there. */
export interface JournalFile {
  /** Resolves when `text` would survive a crash of the machine. Calls under way at once share one sync. */
  append(text: string): Promise<void>;
  /** Has nothing but `text` from now on. A crash leaves what was there before, or `text`. */
  restart(text: string): Promise<void>;
  close(): Promise<void>;
}

/** This many intents are noted at once if enough other writes are under way meanwhile: each sync costs as much as several writes. */
const AT_ONCE = 32;
/** Fewer writes under way could leave the platform idle: nothing waits for company then. */
const ENOUGH = 64;

/** Notes writes. An intent is durable before its promise resolves; outcomes ride along with what is noted next. */
export class Journal {
  readonly #file: JournalFile;
  readonly #first: () => Promise<void>;
  readonly #open = new Map<number, Intent>();
  /** Writes of earlier runs that are still open, by their page's key and id. */
  readonly #earlier = new Map<PageKey | PageId, number[]>();
  #last = 0;
  #late: Late[] = [];
  #lateCount = 0;
  #waiting = new Batch();
  #isDue = false;
  readonly #underWay = new Set<number>();

  /** `first` is awaited before anything is noted: what intents name has to be kept before they are. */
  constructor(file: JournalFile, first: () => Promise<void> = () => Promise.resolve()) {
    this.#file = file;
    this.#first = first;
  }

  /** Writes of which it is not known whether they were carried out. */
  get open(): Iterable<Intent> {
    return this.#open.values();
  }

  /**
   * Forgets all that the file says, at once, but for these writes of earlier runs of which nobody knows yet what became. They stay open
   * until the line of their page moves.
   */
  async start(writes: readonly Intent[]): Promise<void> {
    for (const write of writes) {
      this.#last += 1;
      this.#open.set(this.#last, write);
      for (const page of write.op === 'create' ? [write.key] : [write.key, write.id]) {
        this.#earlier.set(page, [...(this.#earlier.get(page) ?? []), this.#last]);
      }
    }
    await this.#file.restart(this.#stillOpen());
  }

  /**
   * To be awaited before the write is sent; the number names it in `record` and `leave`. Others may wait for company as long as enough are
   * under way. A write that cannot be noted is not open: it is not sent.
   */
  async intend(write: Intent): Promise<number> {
    this.#last += 1;
    const intent = this.#last;
    this.#open.set(intent, write);
    const batch = this.#waiting;
    batch.text += encode({ intent, write });
    batch.size += 1;
    this.#noteWhenDue();
    try {
      await batch.noted;
    } catch (error) {
      this.#open.delete(intent);
      throw error;
    }
    this.#underWay.add(intent);
    return intent;
  }

  /** The write is over, whatever became of it. */
  leave(intent: number): void {
    if (!this.#underWay.delete(intent)) return;
    this.#noteWhenDue();
  }

  #noteWhenDue(): void {
    const { size } = this.#waiting;
    if (this.#isDue || size === 0) return;
    if (size < AT_ONCE && this.#underWay.size >= ENOUGH) return;
    this.#isDue = true;
    // Those of the same turn go together.
    setImmediate(() => {
      this.#isDue = false;
      const batch = this.#waiting;
      this.#waiting = new Batch();
      void batch.note(async (text) => {
        await this.#first();
        await this.#append(text);
      });
    });
  }

  /** What came of a write. `null`: it was not carried out, and changed nothing. A write that nobody can tell about stays open. */
  record(outcome: number, advance: Step | null): void {
    this.#close(outcome, advance);
    if (advance) this.#closeEarlier(advance);
  }

  /** What the lock is to say of a page to which nothing was sent. */
  note(advance: Advance): void {
    this.#close(0, advance);
    this.#closeEarlier(advance);
  }

  /** Makes sure of all outcomes. What cannot be written is kept, and goes first the next time. */
  async flush(): Promise<void> {
    if (this.#late.length > 0) await this.#append('');
  }

  /** To be called once the lock has all outcomes: open intents are kept, everything else is let go. */
  async finish(): Promise<void> {
    this.#late = [];
    await this.#file.restart(this.#stillOpen());
  }

  /** To be called last, whatever failed before. */
  close(): Promise<void> {
    return this.#file.close();
  }

  #close(outcome: number, advance: Step | null): void {
    this.#open.delete(outcome);
    this.#lateCount += 1;
    this.#late.push({ number: this.#lateCount, text: encode({ outcome, advance }) });
  }

  /** What the lock is going to say of a page is newer than what an earlier run was about to send. */
  #closeEarlier(step: Step): void {
    if (this.#earlier.size === 0) return;
    const { was } = step;
    for (const page of 'gone' in step ? [was, step.gone] : [step.line.key, was, step.line.id]) {
      for (const intent of this.#earlier.get(page) ?? []) {
        if (this.#open.has(intent)) this.#close(intent, null);
      }
      this.#earlier.delete(page);
    }
  }

  async #append(text: string): Promise<void> {
    const late = this.#late;
    this.#late = [];
    try {
      await this.#file.append(late.map((entry) => entry.text).join('') + text);
    } catch (error) {
      // Others may have been under way, and failed before: the order tells which line is the last.
      this.#late = [...late, ...this.#late].toSorted((a, b) => a.number - b.number);
      throw error;
    }
  }

  #stillOpen(): string {
    return [...this.#open].map(([intent, write]) => encode({ intent, write })).join('');
  }
}

/** An outcome that is not noted yet. */
interface Late {
  readonly number: number;
  readonly text: string;
}

const encode = (entry: Entry): string => `${JSON.stringify(entry)}\n`;
