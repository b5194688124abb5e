/** The outcome of one request, as data. */
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

/** There is an answer, successful or not. */
export interface Answered {
  readonly kind: 'answered';
  readonly head: Head;
  /** Complete if the status is 2xx and the answer is not streamed. For a refusal: what arrived, up to a limit. */
  readonly body: Buffer;
  /** The body of a success that is streamed, as it arrives. Throws what undici throws. */
  readonly pieces?: AsyncIterable<Uint8Array>;
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

/** How a request ended. */
export type Exchange = Answered | Broken | Aborted;
