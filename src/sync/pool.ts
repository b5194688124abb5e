/** Works on several items at once, and reports progress. */
import type { Clock } from '../model/time.ts';
import type { Phase, Report } from './deps.ts';

/** How many pages are read at once. The lanes of the client may allow fewer. */
export const READS_AT_ONCE = 32;

/**
 * Runs `work` on every item in order, at most `width` at once, and counts finished items on
 * `meter`. If one rejects, starts no more items, waits for those under way, then rejects with the
 * first reason.
 */
export async function forEachAtOnce<T>(
  items: Iterable<T>,
  width: number,
  work: (item: T) => Promise<void>,
  meter?: Meter,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  let failed: { readonly reason: unknown } | undefined;
  const worker = async (): Promise<void> => {
    while (failed === undefined) {
      const next = queue.next();
      if (next.done === true) return;
      try {
        await work(next.value);
        meter?.step();
      } catch (error) {
        failed ??= { reason: error };
      }
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  if (failed !== undefined) throw failed.reason;
}

const INTERVAL_MS = 100;

/** Counts finished items and reports progress: at most every 100 ms, and after the last item. */
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

  /** Adds to the expected total. */
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
