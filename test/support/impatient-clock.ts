import type { Clock } from '../../src/model/clock.ts';
import { realClock } from './host.ts';

/** Waiting takes no time: it only moves the clock. */
export function impatientClock(): Clock {
  let ahead = 0;
  return {
    now: () => realClock.now() + ahead,
    elapsed: () => realClock.elapsed() + ahead,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      ahead += ms;
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}
