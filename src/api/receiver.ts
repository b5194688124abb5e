import type { Dispatcher } from 'undici';
import { forget, onAbort } from './aborts.ts';
import type { Exchange, Head, Problem } from './exchange.ts';
import { aborted, problemOf } from './problem.ts';

/** The most that an answer may hold where it is read into memory. */
export const MAX_BODY_BYTES = 64 * 1024 * 1024;
/** Of a refusal this much is read: its message is cut far shorter. */
const MAX_REFUSAL_BYTES = 64 * 1024;
/** undici bounds each pause. This bounds their sum: a body that drips is broken off. */
const LONGEST_BODY_TIMEOUTS = 10;

export interface Receiving {
  readonly signals: readonly AbortSignal[];
  readonly timeoutMs: number;
  readonly elapsed: () => number;
}

interface Collecting extends Receiving {
  readonly mayLeave?: (() => boolean) | undefined;
  readonly resolve: (exchange: Exchange) => void;
}

const HELD_BACK: Problem = { code: 'HELD_BACK', what: 'it was held back', lasting: false };

/** Reads one answer into memory and settles once. */
export class Receiver implements Dispatcher.DispatchHandler {
  readonly #options: Collecting;
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #sent = false;
  #head: Head | null = null;
  #deadline = Infinity;
  #controller: Dispatcher.DispatchController | undefined;
  #settled = false;

  constructor(options: Collecting) {
    this.#options = options;
    for (const signal of options.signals) onAbort(signal, this.#abort);
  }

  readonly #abort = (): void => {
    this.#break(aborted());
    this.#controller?.abort(new Error('aborted'));
  };

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (!this.#settled && this.#options.mayLeave?.() === false) this.#break(HELD_BACK);
    if (this.#settled) controller.abort(new Error('aborted'));
    else this.#sent = true;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    const atMs = this.#options.elapsed();
    this.#head = { status, headers: flat(headers), atMs };
    this.#deadline = atMs + this.#options.timeoutMs * LONGEST_BODY_TIMEOUTS;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#settled || this.#head === null) return;
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#head.status >= 300) {
      if (this.#size > MAX_REFUSAL_BYTES) this.#cut(controller);
    } else if (this.#size > MAX_BODY_BYTES) {
      this.#break(problemOf(named('ANSWER_TOO_LARGE'), this.#options.timeoutMs));
      controller.abort(new Error('too large'));
    } else if (this.#options.elapsed() > this.#deadline) {
      this.#break(problemOf(named('ANSWER_TOO_SLOW'), this.#options.timeoutMs));
      controller.abort(new Error('too slow'));
    }
  }

  onResponseEnd(): void {
    this.#answer();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    // A refusal is known by its status: what came of its body is enough.
    if (this.#head !== null && this.#head.status >= 300) this.#answer();
    else this.#break(problemOf(error, this.#options.timeoutMs));
  }

  /** Lets go of the signals: someone else reads the answer. */
  release(): void {
    this.#settled = true;
    for (const signal of this.#options.signals) forget(signal, this.#abort);
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
    this.#settle({ kind: 'answered', head, body });
  }

  #break(problem: ReturnType<typeof aborted>): void {
    this.#settle({ kind: 'broken', sent: this.#sent, head: this.#head, problem });
  }

  #settle(exchange: Exchange): void {
    if (this.#settled) return;
    this.release();
    this.#options.resolve(exchange);
  }
}

/** An error with no more to it than its code. */
const named = (code: string): Error => Object.assign(new Error(code), { code });

/** undici has put the names in lower case. What is sent several times is joined, as RFC 9110, 5.3 has it. */
export function flat(
  headers: Record<string, string | string[] | undefined>,
): Record<string, string> {
  for (const name in headers) {
    const value = headers[name];
    if (typeof value !== 'string') headers[name] = value?.join(', ') ?? '';
  }
  return headers as Record<string, string>;
}
