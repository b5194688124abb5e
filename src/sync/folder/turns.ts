import { setImmediate as turn } from 'node:timers/promises';

/** So many steps take a few milliseconds together if each is about one file. */
const STEPS = 256;

/** Cuts up long work: now and then the event loop turns, so that answers are taken in and Ctrl-C is heard. */
export class Turns {
  readonly #signal: AbortSignal | undefined;
  #steps = 0;

  constructor(signal?: AbortSignal) {
    this.#signal = signal;
  }

  /** To be asked at each step: whether `take` is due. The first time it is, so that what was sent before is on its way. */
  isDue(): boolean {
    this.#steps += 1;
    return this.#steps % STEPS === 1;
  }

  /** Whether the signal is aborted. */
  get isStopped(): boolean {
    return this.#signal?.aborted ?? false;
  }

  /** Rejects with the signal's reason if it is aborted. */
  async take(): Promise<void> {
    await turn();
    this.#signal?.throwIfAborted();
  }
}
