import type { Clock } from '../../src/model/clock.ts';
import { realClock } from './host.ts';

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

  /** Advances the clock, like the time between what people do and the next run. Dates with whole seconds then differ. */
  pass(ms = A_WHILE_MS): void {
    this.#ahead += ms;
  }
}
