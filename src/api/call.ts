/** Calls of the API, as resources describe them, and outcomes: without retries, lanes or keys. */
import type { Failure, FailureCode } from '../model/failure.ts';
import type { Permission } from '../model/operations.ts';

/** A value in a query. `undefined` is left out; an array is repeated (`scopes=a&scopes=b`). */
export type QueryValue = string | number | boolean | readonly string[] | undefined;

export interface FilePart {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A call that changes nothing. */
export interface ReadCall {
  /** Values for the braces in the operation's path. */
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, QueryValue>>;
  /** What a 404 may mean besides a platform without the operation: `there is no version 17`. */
  readonly mayLack?: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The right to send one write now: no wait for a limit comes after it. What was seen just before is
 * what the write meets.
 */
export interface WriteSlot {
  /** Whether what was sent in it was refused because of a rate limit, so that nothing was done. */
  readonly isRefused: boolean;
}

export interface WriteCallOptions {
  readonly signal?: AbortSignal | undefined;
  /** A slot for this operation. Left out: the call waits for its own, also again after a 429. */
  readonly slot?: WriteSlot | undefined;
}

/** A call that changes something. */
export interface WriteCall extends ReadCall, WriteCallOptions {
  readonly body?: unknown;
  /** Sent as the multipart field `file`. */
  readonly file?: FilePart;
  /** The permission that this call needs, if it is not the operation's. */
  readonly permission?: Permission;
}

/** An answer's unchanged body. */
export interface Bytes {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** An answer that is passed on as it arrives. */
export interface Streamed {
  /** The `content-length`; null if the answer has none. */
  readonly length: number | null;
  /** Rejects with `Failure` if the answer is cut off or stalls. Leaving the loop disconnects. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Any request, as a person types it. */
export interface RawRequest {
  readonly method: string;
  /** After the base URL: `/page/17`, with or without a query. */
  readonly path: string;
  /** Appended to the path's own query. */
  readonly query?: Readonly<Record<string, QueryValue>> | undefined;
  readonly body?: Uint8Array | undefined;
  /** Default: `application/json` if there is a body. */
  readonly contentType?: string | undefined;
}

/** An answer of any status, refusals included. */
export interface RawAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
  /** What kind of failure a refusal is; null if it is none. */
  readonly refusal: FailureCode | null;
}

/** A write's outcome, as data, so that callers need not tell errors apart. Users see `failure`. */
export type Written<T> = { readonly kind: 'done'; readonly value: T } | Unwritten;

/** The outcomes of a write that is not known to be done. */
export type Unwritten =
  | RefusedWrite
  /** No answer says whether it was carried out. `status`: of an answer that does not say so. */
  | { readonly kind: 'lost'; readonly failure: Failure; readonly status?: number }
  /** A signal aborted it while it was being sent or later, so it may still be carried out. */
  | { readonly kind: 'interrupted'; readonly failure: Failure };

/** Nothing was done: the platform refused the write, or it was never sent. */
export interface RefusedWrite {
  readonly kind: 'refused';
  readonly failure: Failure;
  /** The platform's words, on one line, if only they give the reason. Null: the code gives it. */
  readonly words: string | null;
}

/**
 * The value of a write, for callers that do not settle lost ones. Throws its `failure` if it is not
 * known to be done.
 */
export function requireDone<T>(written: Written<T>): T {
  if (written.kind === 'done') return written.value;
  throw written.failure;
}
