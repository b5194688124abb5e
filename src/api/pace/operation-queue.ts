/** The requests of one operation that wait for slots. */
import { interrupted } from '../errors/call-errors.ts';
import { forget, onAbort } from '../transport/aborts.ts';
import type { InFlight, Pace } from './pace.ts';
import type { ContractedLimit } from './refusals.ts';

/** Requests in the same lane share a limit on how many are pending. */
export type LaneName = 'reads' | 'writes' | 'uploads';

/** The properties of a request that decide when it may be sent. */
export interface PacedOperation {
  /** The operation's name, or `METHOD /path` if the contract has none. Each name has its own pace. */
  readonly name: string;
  readonly lane: LaneName;
  readonly limit: ContractedLimit;
}

/** The right to send one request: a place in its lane, and what its pace knew when it was sent. */
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

/** Waiting requests in order, and their common wait for a rate limit. */
export class OperationQueue {
  readonly operation: PacedOperation;
  readonly pace: Pace;
  /** The end of the last wait that was reported. */
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
   * Resolves when this request is admitted. `first`: before all others. When a signal aborts, calls `onLeft`
   * and rejects with `interrupted`. Also rejects with what `rejectAll` receives.
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

  /** Gives the slot to the first request in the queue. */
  admit(slot: Slot): void {
    this.#waiters.shift()?.admit(slot);
  }

  /** Ends the wait, and rejects each waiting request with `interrupted`. */
  close(): void {
    this.stopWait();
    if (!this.isEmpty) this.rejectAll(interrupted());
  }

  /** Rejects each waiting request with `reason`. */
  rejectAll(reason: Error): void {
    for (const waiter of this.#waiters.splice(0)) waiter.reject(reason);
  }

  /** Whether a wait is running that ends at this time or earlier. */
  waitsUntil(ms: number): boolean {
    return this.#wait !== null && this.#wait.untilMs <= ms;
  }

  /** Starts a wait. */
  startWait(untilMs: number): Wait {
    this.#wait = { untilMs, stop: new AbortController() };
    return this.#wait;
  }

  /** Ends this wait. Returns false if it is no longer the current one. */
  endWait(wait: Wait): boolean {
    if (this.#wait !== wait) return false;
    this.#wait = null;
    return true;
  }

  /** Cancels the current wait. */
  stopWait(): void {
    this.#wait?.stop.abort();
    this.#wait = null;
  }
}
