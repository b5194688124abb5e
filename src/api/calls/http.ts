/** The seam between the resources, which say what is asked, and the machinery that sends it. */
import type { OPERATIONS, OperationName, Permission } from '../../model/operations.ts';
import type { Written } from './written.ts';

type WithMethod<Method extends string> = {
  [Name in OperationName]: (typeof OPERATIONS)[Name]['method'] extends Method ? Name : never;
}[OperationName];

/** Operations that change nothing. */
export type ReadOperation = WithMethod<'GET'>;
/** Operations that change something. */
export type WriteOperation = Exclude<OperationName, ReadOperation>;

/** A value of a query: `undefined` is left out; an array is repeated (`scopes=a&scopes=b`). */
export type QueryValue = string | number | boolean | readonly string[] | undefined;

/** A file to be sent. */
export interface FilePart {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** One call of one operation, without any policy: no retry, no lane, no key. */
export interface CallOf<Operation extends OperationName> {
  readonly operation: Operation;
  /** Values for the braces of the operation's path. */
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, QueryValue>>;
  /** Only of an operation that not every platform has: what else a 404 may mean, such as `there is no version 17`. */
  readonly mayLack?: string;
}

/**
 * From an answer's JSON to the resource. Throws `Failure('platform-garbled')` naming the field that is wrong. `answeredAt`: the
 * platform's clock, in milliseconds since 1970, if the answer told it (`Date`).
 */
export type Decode<T> = (json: unknown, answeredAt: number | undefined) => T;

/** A call whose answer is bytes. */
export type BytesCall = CallOf<ReadOperation>;

/** A call that changes nothing. */
export interface ReadCall<T> extends BytesCall {
  readonly decode: Decode<T>;
}

/** A call that changes something. */
export interface WriteCall<T> extends CallOf<WriteOperation> {
  readonly body?: unknown;
  /** Sent as the multipart field `file`. */
  readonly file?: FilePart;
  /** If this call needs another permission than its operation names. */
  readonly permission?: Permission;
  /** Asked as this call leaves. Left out: it may leave as soon as its turn comes. */
  readonly departure?: Departure | undefined;
  readonly decode: Decode<T>;
}

/** What a write depends on that may change while it waits for its turn. The client asks at the right moment and knows no more of it. */
export interface Departure {
  /** Whether the request may leave as things are. Asked in its turn, behind every wait, and again as its first byte leaves. */
  readonly mayLeave: () => boolean;
  /** Makes sure that it may; its turn waits meanwhile. False: the request is given up, and the write is `held-back`. */
  readonly renew: () => Promise<boolean>;
}

/** How a write is to go. */
export interface WriteCallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly departure?: Departure | undefined;
}

/** An answer to the byte. */
export interface Bytes {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** An answer that is handed on as it comes. */
export interface Streamed {
  readonly contentType: string;
  /** As the platform announced it; null if it did not. */
  readonly length: number | null;
  /** Rejects with `Failure` if the answer is cut off or stalls. Leaving the loop early closes the connection. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/**
 * Sends calls: key, rate limits, time-outs and retries are its business. Rejects with `Failure` only: `auth-required`, `forbidden`,
 * `not-found`, `unsupported` (the platform does not have the operation), `platform-refused`, `platform-garbled`, `rate-limited`, `unreachable`, `interrupted`. A read is retried, a write is
 * not unless the platform says that it did nothing.
 */
export interface Http {
  read<T>(call: ReadCall<T>, signal?: AbortSignal): Promise<T>;
  /** Resolves to what became of it. Rejects only if there is a bug. */
  write<T>(call: WriteCall<T>, signal?: AbortSignal): Promise<Written<T>>;
  /** The answer's body to the byte, whatever it is. */
  bytes(call: BytesCall, signal?: AbortSignal): Promise<Bytes>;
  /** The answer's body as it comes: nothing of it is kept. */
  stream(call: BytesCall, signal?: AbortSignal): Promise<Streamed>;
}
