import type { Clock } from '../../src/model/clock.ts';
import { TOUCH_MS } from '../../src/sync/run-lock.ts';
import { realClock } from './host.ts';

/** Waiting takes no time: it only moves the clock, once `meanwhile` is over, which is what others would have done in that time. */
export function impatientClock(meanwhile?: () => Promise<void>): Clock {
  let ahead = 0;
  return {
    now: () => realClock.now() + ahead,
    elapsed: () => realClock.elapsed() + ahead,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      // Nobody waits for it: it goes on beside all that a run does.
      if (ms === TOUCH_MS) return realClock.sleep(ms, signal);
      await new Promise((resolve) => setImmediate(resolve));
      await meanwhile?.();
      ahead += ms;
    },
  };
}
