import type { Clock } from '../../src/model/clock.ts';

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

  sleep(ms: number): Promise<void> {
    this.advance(ms / 1000);
    return Promise.resolve();
  }

  advance(seconds: number): void {
    this.#ms += seconds * 1000;
  }
}
