import type { Clock } from '../../src/model/clock.ts';
import { realClock } from './host.ts';

/** More than the platform's dates need to tell one moment from the one before. */
const A_WHILE_MS = 3000;

/** The real time, and as much later as a test let pass. */
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

  /** As between what people do and the next run: dates of whole seconds tell the two apart. */
  pass(ms = A_WHILE_MS): void {
    this.#ahead += ms;
  }
}
