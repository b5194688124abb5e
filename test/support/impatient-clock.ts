import type { Clock } from '../../src/model/clock.ts';
import { TOUCH_MS } from '../../src/sync/run-lock.ts';
import { realClock } from './host.ts';

/** A clock on which waiting takes no time. A sleep calls `meanwhile`, which does what others would do in that time, and then advances the clock. */
export function impatientClock(meanwhile?: () => Promise<void>): Clock {
  let ahead = 0;
  return {
    now: () => realClock.now() + ahead,
    elapsed: () => realClock.elapsed() + ahead,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      // The regular touch of the run's lock file, which runs in parallel. Nobody waits for it.
      if (ms === TOUCH_MS) return realClock.sleep(ms, signal);
      await new Promise((resolve) => setImmediate(resolve));
      await meanwhile?.();
      ahead += ms;
    },
  };
}
