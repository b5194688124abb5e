/** The log: what this folder is about to write, with the texts, and the outcomes. ADR 52. */
import { setImmediate } from 'node:timers/promises';
import type { Digest, PageId, PageKey } from '../../model/ids.ts';
import { encodeEnd, encodeEntry, encodeText } from './entry.ts';
import type { Intent, NumberedIntent, Step } from './entry.ts';
import type { LogFile } from '../deps.ts';
import type { KeptText } from './log-texts.ts';

/**
 * The most characters that wait for an append while no caller waits. A pull records a text for each
 * page.
 */
const MANY = 1024 * 1024;

/**
 * Records writes. Entries that arrive while the file is being appended to form the next append, in
 * order.
 */
export class WriteLog {
  readonly #file: LogFile;
  readonly #foreignDrafts: () => readonly Digest[];
  readonly #open = new Map<number, Intent>();
  /** Open writes of earlier runs, by their page's key and id. */
  readonly #earlier = new Map<PageKey | PageId, number[]>();
  #last = 0;
  #waiting: Waiting[] = [];
  #characters = 0;
  /** The append that takes what is waiting. */
  #next: Promise<void> | undefined;
  /** The append under way, or a resolved promise. Never rejects. */
  #busy: Promise<void> = Promise.resolve();

  /** `foreignDrafts`: what the end of a run says of them. */
  constructor(file: LogFile, foreignDrafts: () => readonly Digest[] = () => []) {
    this.#file = file;
    this.#foreignDrafts = foreignDrafts;
  }

  /** Writes whose outcome is unknown. */
  get open(): Iterable<Intent> {
    return this.#open.values();
  }

  /**
   * Ends the earlier run: the log then only says that these writes of it have an unknown outcome.
   * They stay open until their page's line changes. Recorded with the next entry, or by `flush`.
   */
  start(writes: readonly Intent[]): void {
    for (const write of writes) {
      this.#last += 1;
      this.#open.set(this.#last, write);
      for (const page of write.op === 'create' ? [write.key] : [write.key, write.id]) {
        this.#earlier.set(page, [...(this.#earlier.get(page) ?? []), this.#last]);
      }
    }
    this.#end();
  }

  /**
   * Await it before sending a write. Resolves to the number for `record` once write and text are
   * durable. If it rejects, the write is not open and must not be sent.
   */
  async intend(write: Intent, text: string | null): Promise<number> {
    this.#last += 1;
    const intent = this.#last;
    this.#open.set(intent, write);
    if ('sent' in write && write.sent !== null && text !== null) {
      this.#add(encodeText(write.sent, text), false);
    }
    this.#add(encodeEntry({ intent, write }), false);
    try {
      await this.#written();
    } catch (error) {
      this.#open.delete(intent);
      throw error;
    }
    return intent;
  }

  /**
   * Records the outcome of a write, or, with the number 0, the new line of a page to which nothing
   * was sent.
   * `null`: it was not carried out and changed nothing. A write whose outcome is unknown stays open
   * instead.
   */
  record(outcome: number, advance: Step | null, ...texts: readonly (KeptText | undefined)[]): void {
    for (const kept of texts) if (kept) this.#add(encodeText(kept.digest, kept.text));
    this.#close(outcome, advance);
    if (advance) this.#closeEarlier(advance);
    // If the append fails, it is repeated with the next entries.
    if (this.#characters > MANY) this.#written().catch(() => undefined);
  }

  /** Makes all records durable. If that fails, they are written first by the next append. */
  async flush(): Promise<void> {
    await this.#busy;
    if (this.#waiting.length > 0) await this.#written();
  }

  /** Call it once the lock has all outcomes. */
  async finish(): Promise<void> {
    this.#end();
    await this.flush();
  }

  /** Call it last, whatever failed before. */
  async close(): Promise<void> {
    await this.#busy;
    await this.#file.close();
  }

  #written(): Promise<void> {
    return (this.#next ??= this.#appendNext());
  }

  async #appendNext(): Promise<void> {
    // Entries that are recorded in the same turn of the event loop are appended together.
    await Promise.all([setImmediate(), this.#busy]);
    this.#next = undefined;
    const batch = this.#waiting;
    this.#waiting = [];
    this.#characters = 0;
    const appended = this.#append(batch);
    this.#busy = appended.catch(() => undefined);
    await appended;
  }

  async #append(batch: readonly Waiting[]): Promise<void> {
    try {
      await this.#file.append(batch.map(({ line }) => line).join(''));
    } catch (error) {
      this.#waiting = [...batch.filter(({ mustStay }) => mustStay), ...this.#waiting];
      throw error;
    }
  }

  #add(line: string, mustStay = true): void {
    this.#waiting.push({ line, mustStay });
    this.#characters += line.length;
  }

  #end(): void {
    const open = [...this.#open].map(([intent, write]): NumberedIntent => ({ intent, write }));
    this.#add(encodeEnd(open, this.#foreignDrafts()));
  }

  #close(outcome: number, advance: Step | null): void {
    this.#open.delete(outcome);
    this.#add(encodeEntry({ outcome, advance }));
  }

  /**
   * The new line is newer than an earlier run's open writes of this page, so they no longer matter.
   */
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
}

/** A line that is not in the file yet. */
interface Waiting {
  readonly line: string;
  /**
   * Whether the line is kept for the next append if writing fails, because its content is nowhere
   * else.
   */
  readonly mustStay: boolean;
}
