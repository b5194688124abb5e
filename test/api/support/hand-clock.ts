import type { Clock } from '../../../src/model/time.ts';

interface Sleeper {
  readonly atMs: number;
  readonly wake: () => void;
}

/** Time that a test moves. Sleeps are recorded, and end when time has come that far. */
export class HandClock implements Clock {
  /** How long each sleep was to be, in order. */
  readonly sleeps: number[] = [];
  #elapsedMs = 0;
  #sleepers: Sleeper[] = [];
  readonly #startMs: number;

  constructor(startMs = Date.UTC(2026, 0, 31, 12)) {
    this.#startMs = startMs;
  }

  now(): number {
    return this.#startMs + this.#elapsedMs;
  }

  elapsed(): number {
    return this.#elapsedMs;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.sleeps.push(ms);
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(signal.reason as Error);
        return;
      }
      const sleeper = { atMs: this.#elapsedMs + ms, wake: resolve };
      this.#sleepers.push(sleeper);
      signal?.addEventListener('abort', () => {
        this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
        reject(signal.reason as Error);
      });
    });
  }

  /** Sleepers wake in the order of their time. */
  advance(ms: number): void {
    this.#elapsedMs += ms;
    const due = this.#sleepers.filter(({ atMs }) => atMs <= this.#elapsedMs);
    this.#sleepers = this.#sleepers.filter(({ atMs }) => atMs > this.#elapsedMs);
    for (const { wake } of due.toSorted((a, b) => a.atMs - b.atMs)) wake();
  }

  /** When the next sleeper wakes, from now; `undefined` where nobody sleeps. */
  get nextMs(): number | undefined {
    if (this.#sleepers.length === 0) return undefined;
    return Math.min(...this.#sleepers.map(({ atMs }) => atMs)) - this.#elapsedMs;
  }
}

/** Every sleep is over at once, and time is where it would have been. */
export class SkippingClock extends HandClock {
  override async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    this.sleeps.push(ms);
    this.advance(ms);
    await Promise.resolve();
  }
}
