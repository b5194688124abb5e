import type { Clock } from '../model/clock.ts';
import type { Phase, Report } from './events.ts';

const INTERVAL_MS = 100;

/** Counts what is done and reports it: at most every 100 ms, and when the last is done. */
export class Meter {
  readonly #phase: Phase;
  readonly #clock: Clock;
  readonly #report: Report;
  readonly #startedAt: number;
  #total: number;
  #done = 0;
  #reportedAt = Number.NEGATIVE_INFINITY;

  constructor(phase: Phase, total: number, clock: Clock, report: Report) {
    this.#phase = phase;
    this.#total = total;
    this.#clock = clock;
    this.#report = report;
    this.#startedAt = clock.elapsed();
  }

  /** More turned out to be needed. */
  expect(count: number): void {
    this.#total += count;
  }

  step(): void {
    this.#done += 1;
    const now = this.#clock.elapsed();
    if (this.#done < this.#total && now - this.#reportedAt < INTERVAL_MS) return;
    this.#reportedAt = now;
    const seconds = (now - this.#startedAt) / 1000;
    const perSecond = seconds > 0 ? this.#done / seconds : 0;
    const left = this.#total - this.#done;
    this.#report({
      type: 'progress',
      phase: this.#phase,
      done: this.#done,
      total: this.#total,
      perSecond,
      remainingMs: perSecond > 0 ? (left / perSecond) * 1000 : null,
    });
  }
}
