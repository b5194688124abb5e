/** The journal: what this folder is about to write, and the outcome. ADR 52. */
import type { Digest, DocumentationId, PageId, PageKey, Slug } from '../../model/ids.ts';
import type { BasePage } from '../../model/sides.ts';
import { Batch } from './batch.ts';

interface AboutPage {
  readonly key: PageKey;
  /** `Clock.now` when the intent was recorded. */
  readonly at: number;
}

/** A page is about to be created. */
export interface CreateIntent extends AboutPage {
  readonly op: 'create';
  readonly documentation: DocumentationId;
  readonly title: string;
  readonly sent: Digest;
  /** As in `BasePage.outside`. */
  readonly outside?: true;
}

/** A page's title, slug or draft is about to be written. */
export interface UpdateIntent extends AboutPage {
  readonly op: 'update';
  readonly id: PageId;
  readonly title: string | null;
  readonly slug: Slug;
  /** The digest of the content. Null: no content is sent. */
  readonly sent: Digest | null;
}

/** A page's draft is about to be published. */
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

/** A write after which the page exists. */
export type SavingIntent = ContentIntent | PublishIntent;

/** `line` replaces the line that the lock had for `was`. */
export interface Advance {
  readonly line: BasePage;
  readonly was: PageKey;
}

/** The page `gone` was deleted. Its line under `was` is removed, unless another page has taken that key. */
export interface Removal {
  readonly gone: PageId;
  readonly was: PageKey;
}

/** A change to the lock's lines. */
export type Step = Advance | Removal;

/** A text from the platform is about to be moved from the file `from` into a page's file. `from` is relative to the project's root. */
export interface Arrival {
  /** Takes effect once the text is in the page's file. */
  readonly advance: Advance;
  readonly from: string;
}

/** A line of the journal. */
export type JournalEntry =
  | { readonly intent: number; readonly write: Intent }
  | ({ readonly arrival: number } & Arrival)
  | { readonly outcome: number; readonly advance: Step | null };

/** A file that only grows. The journal touches the disk only through this, so that tests can inject faults. */
export interface JournalFile {
  /** Resolves when `text` would survive a crash of the machine. Concurrent calls share one sync. */
  append(text: string): Promise<void>;
  /** Replaces the content by `text`. A crash leaves the old content or the new one. */
  restart(text: string): Promise<void>;
  close(): Promise<void>;
}

/** How many intents are written together while enough other writes are under way: each sync costs as much as several writes. */
const INTENTS_AT_ONCE = 32;
/** With fewer writes under way than this, the platform could become idle, so intents are written at once. */
const ENOUGH = 64;

/** Records writes. An intent is durable before its promise resolves. Outcomes are written together with the next intents. */
export class Journal {
  readonly #file: JournalFile;
  readonly #first: () => Promise<void>;
  readonly #open = new Map<number, Intent>();
  /** Open writes of earlier runs, by their page's key and id. */
  readonly #earlier = new Map<PageKey | PageId, number[]>();
  #last = 0;
  #late: Late[] = [];
  #lateCount = 0;
  #waiting = new Batch();
  #isDue = false;
  readonly #underWay = new Set<number>();

  /** `first` is awaited before each write to the file: texts must be kept before the intents that name them. */
  constructor(file: JournalFile, first: () => Promise<void> = () => Promise.resolve()) {
    this.#file = file;
    this.#first = first;
  }

  /** Writes whose outcome is unknown. */
  get open(): Iterable<Intent> {
    return this.#open.values();
  }

  /**
   * Drops the file's content atomically, except these writes of earlier runs, whose outcome is unknown. They
   * stay open until their page's line changes.
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
   * Call it before sending a write, and wait for it. Resolves to the number for `record` and `leave`. It may
   * wait for other intents while enough writes are under way. If it rejects, the write is not open and must
   * not be sent.
   */
  async intend(write: Intent): Promise<number> {
    this.#last += 1;
    const intent = this.#last;
    this.#open.set(intent, write);
    try {
      await this.#noted({ intent, write });
    } catch (error) {
      this.#open.delete(intent);
      throw error;
    }
    this.#underWay.add(intent);
    return intent;
  }

  /**
   * Call it before putting the text into the file, and wait for it. Resolves to the number for `record`. If
   * it rejects, the file must stay as it is.
   */
  async expect(arrival: Arrival): Promise<number> {
    this.#last += 1;
    const number = this.#last;
    await this.#noted({ arrival: number, ...arrival });
    return number;
  }

  /** Resolves when the entry is durable. */
  #noted(entry: JournalEntry): Promise<void> {
    const batch = this.#waiting;
    batch.text += encode(entry);
    batch.size += 1;
    this.#noteWhenDue();
    return batch.noted;
  }

  /** The write has ended, whatever its outcome. */
  leave(intent: number): void {
    if (!this.#underWay.delete(intent)) return;
    this.#noteWhenDue();
  }

  #noteWhenDue(): void {
    const { size } = this.#waiting;
    if (this.#isDue || size === 0) return;
    if (size < INTENTS_AT_ONCE && this.#underWay.size >= ENOUGH) return;
    this.#isDue = true;
    // Intents of the same turn of the event loop are written together.
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

  /**
   * Records the outcome of a write or an arrival. `null`: it was not carried out and changed nothing. A write
   * whose outcome is unknown stays open instead.
   */
  record(outcome: number, advance: Step | null): void {
    this.#close(outcome, advance);
    if (advance) this.#closeEarlier(advance);
  }

  /** Records the new line of a page to which nothing was sent. */
  note(advance: Advance): void {
    this.#close(0, advance);
    this.#closeEarlier(advance);
  }

  /** Makes all outcomes durable. Those that cannot be written are kept and written first the next time. */
  async flush(): Promise<void> {
    if (this.#late.length > 0) await this.#append('');
  }

  /** Call it once the lock has all outcomes. Keeps open intents and drops everything else. */
  async finish(): Promise<void> {
    this.#late = [];
    await this.#file.restart(this.#stillOpen());
  }

  /** Call it last, whatever failed before. */
  close(): Promise<void> {
    return this.#file.close();
  }

  #close(outcome: number, advance: Step | null): void {
    this.#open.delete(outcome);
    this.#lateCount += 1;
    this.#late.push({ number: this.#lateCount, text: encode({ outcome, advance }) });
  }

  /** The new line is newer than what an earlier run was about to send, so that run's open writes no longer matter. */
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
      // Concurrent calls may have failed before this one. The order decides which line is the newest.
      this.#late = [...late, ...this.#late].toSorted((a, b) => a.number - b.number);
      throw error;
    }
  }

  #stillOpen(): string {
    return [...this.#open].map(([intent, write]) => encode({ intent, write })).join('');
  }
}

/** An outcome that is not in the file yet. */
interface Late {
  readonly number: number;
  readonly text: string;
}

const encode = (entry: JournalEntry): string => `${JSON.stringify(entry)}\n`;
