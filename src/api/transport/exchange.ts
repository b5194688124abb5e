/** What became of one request, as data. */
import type { NetworkError } from './network-error.ts';

/** The beginning of an answer. */
export interface Head {
  readonly status: number;
  /** Names in lower case; a repeated header is joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** When it was there, by the clock that only grows. */
  readonly atMs: number;
}

/** The headers of a `Head`: undici has put the names in lower case. What is sent several times is joined, as RFC 9110, 5.3 has it. Changes the object it is given. */
export function joinRepeated(
  headers: Record<string, string | string[] | undefined>,
): Record<string, string> {
  for (const name in headers) {
    const value = headers[name];
    if (typeof value !== 'string') headers[name] = value?.join(', ') ?? '';
  }
  return headers as Record<string, string>;
}

/** There is an answer, good or bad. */
export interface Answered {
  readonly kind: 'answered';
  readonly head: Head;
  /** Whole, if the status is 2xx. Of a refusal what came, and not more than is worth reading. */
  readonly body: Buffer;
}

/** The connection failed: no answer came, or only part of one. */
export interface Broken {
  readonly kind: 'broken';
  /** False: not a byte of the request left this machine for the platform, so it did nothing. */
  readonly sent: boolean;
  /** The head, if it broke after that. */
  readonly head: Head | null;
  readonly error: NetworkError;
  /** How often the request was sent, if more than once. */
  readonly attempts?: number;
}

/** A signal broke it off. */
export interface Aborted {
  readonly kind: 'aborted';
  /** As of `Broken`. */
  readonly sent: boolean;
  readonly head: Head | null;
}

/** Its departure did not let it leave: not a byte was sent. */
export interface HeldBack {
  readonly kind: 'held-back';
  readonly sent: false;
  readonly head: null;
}

/** The one value of its kind. */
export const HELD_BACK: HeldBack = { kind: 'held-back', sent: false, head: null };

/** The head of a good answer is there, its body comes. */
export interface Opened {
  readonly kind: 'opened';
  readonly head: Head;
  /** Throws `BrokenBody` if it is cut off. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** How a request ended whose answer is read whole. */
export type Exchange = Answered | Broken | Aborted | HeldBack;

/** A body that was handed on as it came was cut off. */
export class BrokenBody extends Error {
  override readonly name = 'BrokenBody';
  /** Null: a signal broke it off. */
  readonly error: NetworkError | null;

  constructor(error: NetworkError | null) {
    super(error?.what ?? 'interrupted');
    this.error = error;
  }
}

/** An exchange whose answer is read whole. Throws if it was opened as a stream, which is a bug. */
export function wholeExchange(exchange: Exchange | Opened): Exchange {
  if (exchange.kind === 'opened') throw new TypeError('an answer was opened that is read whole');
  return exchange;
}
