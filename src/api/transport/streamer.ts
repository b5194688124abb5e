import type { Dispatcher } from 'undici';
import type { Exchange, Opened } from './exchange.ts';
import { BrokenBody, joinRepeated } from './exchange.ts';
import { toNetworkError } from './network-error.ts';
import { Receiver } from './receiver.ts';
import type { Receiving } from './receiver.ts';

/** How many bytes may wait for a slow reader before the connection is paused. */
const HIGH_WATER_BYTES = 1024 * 1024;

interface Streaming extends Receiving {
  readonly resolve: (opened: Exchange | Opened) => void;
}

/** Passes a 2xx answer on as it arrives, at the reader's pace. Leaves every other answer to a `Receiver`. */
export class Streamer implements Dispatcher.DispatchHandler {
  readonly #options: Streaming;
  readonly #refusal: Receiver;
  readonly #chunks: Buffer[] = [];
  #waitingBytes = 0;
  #opened = false;
  #end: Error | 'end' | null = null;
  #controller: Dispatcher.DispatchController | undefined;
  #wake: (() => void) | undefined;

  constructor(options: Streaming) {
    this.#options = options;
    this.#refusal = new Receiver(options);
  }

  readonly #abort = (): void => {
    this.#finish(new BrokenBody(null));
    this.#controller?.abort(new Error('aborted'));
  };

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    this.#refusal.onRequestStart(controller);
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200 || status >= 300) {
      this.#refusal.onResponseStart(controller, status, headers);
      return;
    }
    this.#opened = true;
    this.#refusal.release();
    this.#options.signal.addEventListener('abort', this.#abort);
    this.#options.resolve({
      kind: 'opened',
      head: {
        status,
        headers: joinRepeated(headers),
        atMs: this.#options.clock.elapsed(),
        sentAt: this.#options.sentAt,
      },
      body: this.#read(),
    });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.#opened) {
      this.#refusal.onResponseData(controller, chunk);
      return;
    }
    this.#chunks.push(chunk);
    this.#waitingBytes += chunk.length;
    if (this.#waitingBytes > HIGH_WATER_BYTES) controller.pause();
    this.#wake?.();
  }

  onResponseEnd(): void {
    if (this.#opened) this.#finish('end');
    else this.#refusal.onResponseEnd();
  }

  onResponseError(controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#opened) this.#finish(new BrokenBody(toNetworkError(error, this.#options.timeoutMs)));
    else this.#refusal.onResponseError(controller, error);
  }

  #finish(end: Error | 'end'): void {
    this.#end ??= end;
    this.#options.signal.removeEventListener('abort', this.#abort);
    this.#wake?.();
  }

  async *#read(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const chunk = this.#chunks.shift();
        if (chunk !== undefined) {
          this.#waitingBytes -= chunk.length;
          if (this.#controller?.paused === true && this.#waitingBytes === 0) {
            this.#controller.resume();
          }
          yield chunk;
        } else if (this.#end === 'end') {
          return;
        } else if (this.#end !== null) {
          throw this.#end;
        } else {
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
        }
      }
    } finally {
      // The reader may stop early, so nobody would take the rest.
      if (this.#end === null) this.#abort();
    }
  }
}
