import { setImmediate as turn } from 'node:timers/promises';

/** Steps that take a few milliseconds together where each is about one file. */
const STEPS = 256;

/** Cuts up work that would else be done in one go: now and then the event loop turns, so that answers are taken in and Ctrl-C is heard. */
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

  /** Rejects with the signal's reason where it is aborted by then. */
  async take(): Promise<void> {
    await turn();
    this.#signal?.throwIfAborted();
  }
}
