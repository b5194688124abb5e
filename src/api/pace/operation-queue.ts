/** The requests of one operation that wait for their slots. */
import { interrupted } from '../errors/call-errors.ts';
import { forget, onAbort } from '../transport/aborts.ts';
import type { InFlight, Pace } from './pace.ts';
import type { ContractedLimit } from './refusals.ts';

/** Which requests share a bound on how many are under way. */
export type LaneName = 'reads' | 'writes' | 'uploads';

/** What of a request decides when it may be sent. */
export interface PacedOperation {
  /** Each has its own pace: operation name, or `METHOD /path` if the contract has none. */
  readonly name: string;
  readonly lane: LaneName;
  readonly limit: ContractedLimit;
}

/** The right to send one request: a place in its lane, and what its pace knew as it was sent. */
export interface Slot {
  readonly queue: OperationQueue;
  readonly flight: InFlight;
}

interface Waiter {
  readonly admit: (slot: Slot) => void;
  readonly reject: (reason: Error) => void;
}

interface Wait {
  readonly untilMs: number;
  readonly stop: AbortController;
}

/** Waiting requests in their order, and the wait for a limit that they share. */
export class OperationQueue {
  readonly operation: PacedOperation;
  readonly pace: Pace;
  /** The end of the last wait that was told. */
  toldUntilMs = -Infinity;
  readonly #waiters: Waiter[] = [];
  #wait: Wait | null = null;

  constructor(operation: PacedOperation, pace: Pace) {
    this.operation = operation;
    this.pace = pace;
  }

  get isEmpty(): boolean {
    return this.#waiters.length === 0;
  }

  /**
   * Resolves when this request is admitted. `first`: ahead of all others. Rejects with `interrupted` when a signal aborts, after
   * it has called `onLeft`, and with what `rejectAll` is given.
   */
  join(first: boolean, signals: readonly AbortSignal[], onLeft: () => void): Promise<Slot> {
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        stopListening();
        const place = this.#waiters.indexOf(waiter);
        if (place === -1) return;
        this.#waiters.splice(place, 1);
        onLeft();
        reject(interrupted());
      };
      const stopListening = (): void => {
        for (const signal of signals) forget(signal, abort);
      };
      const waiter: Waiter = {
        admit: (slot) => {
          stopListening();
          resolve(slot);
        },
        reject: (reason) => {
          stopListening();
          reject(reason);
        },
      };
      for (const signal of signals) onAbort(signal, abort);
      if (first) this.#waiters.unshift(waiter);
      else this.#waiters.push(waiter);
    });
  }

  /** Gives the slot to the request that comes first. */
  admit(slot: Slot): void {
    this.#waiters.shift()?.admit(slot);
  }

  /** Ends the wait, and each request in the queue fails with `interrupted`. */
  close(): void {
    this.stopWait();
    if (!this.isEmpty) this.rejectAll(interrupted());
  }

  /** Empties the queue: each request in it fails. */
  rejectAll(reason: Error): void {
    for (const waiter of this.#waiters.splice(0)) waiter.reject(reason);
  }

  /** Whether it waits already, and is looked at again at that moment or before. */
  waitsUntil(ms: number): boolean {
    return this.#wait !== null && this.#wait.untilMs <= ms;
  }

  /** Begins a wait. */
  startWait(untilMs: number): Wait {
    this.#wait = { untilMs, stop: new AbortController() };
    return this.#wait;
  }

  /** Whether this is the wait under way; if so, it is over. */
  endWait(wait: Wait): boolean {
    if (this.#wait !== wait) return false;
    this.#wait = null;
    return true;
  }

  /** Breaks off the wait under way. */
  stopWait(): void {
    this.#wait?.stop.abort();
    this.#wait = null;
  }
}
