/** The journal: what this folder is about to write, and the outcome. ADR 52. */
import { setImmediate } from 'node:timers/promises';
import type { PageId, PageKey } from '../../model/ids.ts';
import type { Intent, JournalEntry, Step } from './entry.ts';
import { encodeEntry } from './read-journal.ts';

/** A file that only grows. The journal touches the disk only through this, so that tests can inject faults. Calls never overlap. */
export interface JournalFile {
  /** Resolves when `text` would survive a crash of the machine. */
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
  readonly #underWay = new Set<number>();
  #last = 0;
  /** Outcomes that are not in the file yet, in order: it decides which line is the newest. */
  #outcomes: string[] = [];
  /** Entries that somebody waits for until they are in the file. */
  #awaited: Awaited[] = [];
  #writing: Promise<void> | undefined;

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

  /** The write has ended, whatever its outcome. */
  leave(intent: number): void {
    if (this.#underWay.delete(intent)) this.#writeWhenDue();
  }

  /** Resolves when the entry is durable. */
  #noted(entry: JournalEntry): Promise<void> {
    const written = this.#written(encodeEntry(entry));
    this.#writeWhenDue();
    return written;
  }

  #written(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#awaited.push({ text, resolve, reject });
    });
  }

  #writeWhenDue(): void {
    if (this.#isDue()) this.#writing ??= this.#writeAll();
  }

  #isDue(): boolean {
    const { length } = this.#awaited;
    return length > 0 && (length >= INTENTS_AT_ONCE || this.#underWay.size < ENOUGH);
  }

  /** Writes one batch after the other, until none is due. */
  async #writeAll(): Promise<void> {
    // Intents of the same turn of the event loop are written together.
    await setImmediate();
    do {
      await this.#writeBatch();
    } while (this.#isDue());
    this.#writing = undefined;
  }

  async #writeBatch(): Promise<void> {
    const awaited = this.#awaited;
    this.#awaited = [];
    let outcomes: readonly string[] = [];
    try {
      await this.#first();
      outcomes = this.#outcomes;
      this.#outcomes = [];
      await this.#file.append([...outcomes, ...awaited.map(({ text }) => text)].join(''));
      for (const { resolve } of awaited) resolve();
    } catch (error) {
      this.#outcomes = [...outcomes, ...this.#outcomes];
      for (const { reject } of awaited) reject(error);
    }
  }

  /**
   * Records the outcome of a write, or, with the number 0, the new line of a page to which nothing was sent.
   * `null`: it was not carried out and changed nothing. A write whose outcome is unknown stays open instead.
   */
  record(outcome: number, advance: Step | null): void {
    this.#close(outcome, advance);
    if (advance) this.#closeEarlier(advance);
  }

  /** Makes all outcomes durable. Those that cannot be written are kept and written first the next time. */
  async flush(): Promise<void> {
    if (this.#outcomes.length === 0) return;
    const written = this.#written('');
    this.#writing ??= this.#writeAll();
    await written;
  }

  /** Call it once the lock has all outcomes. Keeps open intents and drops everything else. */
  async finish(): Promise<void> {
    await this.#writing;
    this.#outcomes = [];
    await this.#file.restart(this.#stillOpen());
  }

  /** Call it last, whatever failed before. */
  async close(): Promise<void> {
    await this.#writing;
    await this.#file.close();
  }

  #close(outcome: number, advance: Step | null): void {
    this.#open.delete(outcome);
    this.#outcomes.push(encodeEntry({ outcome, advance }));
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

  #stillOpen(): string {
    return [...this.#open].map(([intent, write]) => encodeEntry({ intent, write })).join('');
  }
}

/** An entry that somebody waits for. */
interface Awaited {
  readonly text: string;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}
