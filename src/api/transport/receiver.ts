import type { Dispatcher } from 'undici';
import type { Clock, Moment } from '../../model/clock.ts';
import { joinRepeated } from './exchange.ts';
import type { Exchange, Head } from './exchange.ts';
import { networkError, toNetworkError } from './network-error.ts';
import type { NetworkError } from './network-error.ts';

/** The largest answer that is read into memory. */
export const MAX_BODY_BYTES = 64 * 1024 * 1024;
/** How much of a refusal is read. Its message is shortened to much less. */
const MAX_REFUSAL_BYTES = 64 * 1024;
/** undici limits each pause. This limits the whole body to this many timeouts, so that a trickling body is aborted. */
const LONGEST_BODY_TIMEOUTS = 10;

/** What is needed to read an answer. */
export interface Receiving {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly clock: Pick<Clock, 'elapsed'>;
  readonly sentAt: Moment;
}

interface Collecting extends Receiving {
  readonly resolve: (exchange: Exchange) => void;
}

/** Reads one answer into memory and resolves once. */
export class Receiver implements Dispatcher.DispatchHandler {
  readonly #options: Collecting;
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #sent = false;
  #head: Head | null = null;
  #deadline = Infinity;
  #controller: Dispatcher.DispatchController | undefined;
  #isResolved = false;

  constructor(options: Collecting) {
    this.#options = options;
    options.signal.addEventListener('abort', this.#abort);
  }

  readonly #abort = (): void => {
    this.#resolve({ kind: 'aborted', sent: this.#sent, head: this.#head });
    this.#controller?.abort(new Error('aborted'));
  };

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isResolved) controller.abort(new Error('aborted'));
    else this.#sent = true;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    const atMs = this.#options.clock.elapsed();
    this.#head = { status, headers: joinRepeated(headers), atMs, sentAt: this.#options.sentAt };
    this.#deadline = atMs + this.#options.timeoutMs * LONGEST_BODY_TIMEOUTS;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isResolved || this.#head === null) return;
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#head.status >= 300) {
      if (this.#size > MAX_REFUSAL_BYTES) this.#cut(controller);
    } else if (this.#size > MAX_BODY_BYTES) {
      this.#break(networkError('ANSWER_TOO_LARGE', this.#options.timeoutMs));
      controller.abort(new Error('too large'));
    } else if (this.#options.clock.elapsed() > this.#deadline) {
      this.#break(networkError('ANSWER_TOO_SLOW', this.#options.timeoutMs));
      controller.abort(new Error('too slow'));
    }
  }

  onResponseEnd(): void {
    this.#answer();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    // A refusal is complete with its status, so whatever arrived of its body is enough.
    if (this.#head !== null && this.#head.status >= 300) this.#answer();
    else this.#break(toNetworkError(error, this.#options.timeoutMs));
  }

  /** Stops listening to the signal, because another object reads the answer. */
  release(): void {
    this.#isResolved = true;
    this.#options.signal.removeEventListener('abort', this.#abort);
  }

  #cut(controller: Dispatcher.DispatchController): void {
    this.#answer();
    controller.abort(new Error('enough'));
  }

  #answer(): void {
    const head = this.#head;
    if (head === null) return;
    const [first] = this.#chunks;
    const body =
      this.#chunks.length === 1 && first !== undefined ? first : Buffer.concat(this.#chunks);
    this.#resolve({ kind: 'answered', head, body });
  }

  #break(error: NetworkError): void {
    this.#resolve({ kind: 'broken', sent: this.#sent, head: this.#head, error });
  }

  #resolve(exchange: Exchange): void {
    if (this.#isResolved) return;
    this.release();
    this.#options.resolve(exchange);
  }
}
