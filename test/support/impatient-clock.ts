import type { Clock } from '../../src/model/clock.ts';
import { realClock } from './host.ts';

/** A clock on which waiting takes no time. A sleep calls `meanwhile`, which does what others would do in that time, and then advances the clock. */
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
