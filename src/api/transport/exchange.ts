/** What became of one request, as data. */
import type { Moment } from '../../model/clock.ts';
import type { NetworkError } from './network-error.ts';

/** The start of an answer. */
export interface Head {
  readonly status: number;
  /** Names in lower case. Values of a repeated header are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** When it arrived, on the clock that never goes back. */
  readonly atMs: number;
  /** When its request was sent. */
  readonly sentAt: Moment;
}

/**
 * The headers of a `Head`. undici has already changed the names to lower case; this joins repeated headers
 * (RFC 9110, 5.3). Modifies its argument.
 */
export function joinRepeated(
  headers: Record<string, string | string[] | undefined>,
): Record<string, string> {
  for (const name in headers) {
    const value = headers[name];
    if (typeof value !== 'string') headers[name] = value?.join(', ') ?? '';
  }
  return headers as Record<string, string>;
}

/** There is an answer, successful or not. */
export interface Answered {
  readonly kind: 'answered';
  readonly head: Head;
  /** Complete if the status is 2xx. Of a refusal, what arrived, up to a limit. */
  readonly body: Buffer;
}

/** The connection failed: no answer arrived, or only a part of one. */
export interface Broken {
  readonly kind: 'broken';
  /** False: no byte of the request was sent to the platform, so nothing was done. */
  readonly sent: boolean;
  /** The head, if it arrived before the failure. */
  readonly head: Head | null;
  readonly error: NetworkError;
  /** How often the request was sent, if more than once. */
  readonly attempts?: number;
}

/** A signal aborted it. */
export interface Aborted {
  readonly kind: 'aborted';
  /** As in `Broken`. */
  readonly sent: boolean;
  readonly head: Head | null;
}

/** The head of a successful answer has arrived, and the body is arriving. */
export interface Opened {
  readonly kind: 'opened';
  readonly head: Head;
  /** Throws `BrokenBody` if it is cut off. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** How a request ended whose answer is read completely. */
export type Exchange = Answered | Broken | Aborted;

/** A streamed body was cut off. */
export class BrokenBody extends Error {
  override readonly name = 'BrokenBody';
  /** Null: a signal aborted it. */
  readonly error: NetworkError | null;

  constructor(error: NetworkError | null) {
    super(error?.what ?? 'interrupted');
    this.error = error;
  }
}

/** Narrows to an exchange whose answer was read completely. Throws if it is a stream, which is a bug. */
export function wholeExchange(exchange: Exchange | Opened): Exchange {
  if (exchange.kind === 'opened') throw new TypeError('an answer was opened that is read whole');
  return exchange;
}
