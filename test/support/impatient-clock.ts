import type { Clock } from '../../src/model/clock.ts';
import { realClock } from './host.ts';

/** Waiting takes no time: it only moves the clock, once `meanwhile` is over, which is what others would have done in that time. */
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
