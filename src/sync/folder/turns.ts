import { setImmediate as turn } from 'node:timers/promises';

/** This many steps take a few milliseconds together, if each handles one file. */
const STEPS = 256;

/** Interrupts long work now and then for a turn of the event loop, so that answers are received and Ctrl-C works. */
export class Turns {
  readonly #signal: AbortSignal | undefined;
  #steps = 0;

  constructor(signal?: AbortSignal) {
    this.#signal = signal;
  }

  /** Counts a step. Returns true if `take` is due. It is also due at the first step, so that requests made before it are really sent. */
  isDue(): boolean {
    this.#steps += 1;
    return this.#steps % STEPS === 1;
  }

  /** Whether the signal is aborted. */
  get isStopped(): boolean {
    return this.#signal?.aborted ?? false;
  }

  /** Lets the event loop turn. Rejects with the signal's reason if it is aborted. */
  async take(): Promise<void> {
    await turn();
    this.#signal?.throwIfAborted();
  }
}
