/** Clocks without waiting. The real one is `realClock`; for many who wait, `simulated-time`. */
import type { Clock } from '../../src/model/time.ts';
import { realClock } from './host.ts';

/** A clock that stands still until it is advanced. A sleep advances it at once. */
export class FixedClock implements Clock {
  #ms: number;

  constructor(start = '2026-01-31T12:00:00Z') {
    this.#ms = Date.parse(start);
  }

  now(): number {
    return this.#ms;
  }

  elapsed(): number {
    return this.#ms;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    this.#ms += ms;
  }

  advance(seconds: number): void {
    this.#ms += seconds * 1000;
  }
}

/** Long enough for the platform's dates to differ. */
const A_WHILE_MS = 3000;

/** The real time plus what a test lets pass. */
export class PassingClock implements Clock {
  #ahead = 0;

  now(): number {
    return realClock.now() + this.#ahead;
  }

  elapsed(): number {
    return realClock.elapsed() + this.#ahead;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return realClock.sleep(ms, signal);
  }

  /** Advances the clock, as before the next run. Dates with whole seconds then differ. */
  pass(ms = A_WHILE_MS): void {
    this.#ahead += ms;
  }
}

/** A sleep takes no time: it calls `meanwhile`, for what others do, and advances the clock. */
export function impatientClock(meanwhile?: () => Promise<void>): Clock {
  let ahead = 0;
  return {
    now: () => realClock.now() + ahead,
    elapsed: () => realClock.elapsed() + ahead,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      await new Promise((resolve) => setImmediate(resolve));
      await meanwhile?.();
      ahead += ms;
    },
  };
}
