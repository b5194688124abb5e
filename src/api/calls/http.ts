/** The seam between the resources, which describe calls, and the code that sends them. */
import type { OPERATIONS, OperationName, Permission } from '../../model/operations.ts';
import type { AnswerTimes } from '../../model/resources.ts';
import type { Written } from './written.ts';

type WithMethod<Method extends string> = {
  [Name in OperationName]: (typeof OPERATIONS)[Name]['method'] extends Method ? Name : never;
}[OperationName];

/** Operations that change nothing. */
export type ReadOperation = WithMethod<'GET'>;
/** Operations that change something. */
export type WriteOperation = Exclude<OperationName, ReadOperation>;

/** A value in a query. `undefined` is left out; an array is repeated (`scopes=a&scopes=b`). */
export type QueryValue = string | number | boolean | readonly string[] | undefined;

/** A file to send. */
export interface FilePart {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** One call of an operation, without any policy: no retry, no lane, no key. */
export interface CallOf<Operation extends OperationName> {
  readonly operation: Operation;
  /** Values for the braces in the operation's path. */
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, QueryValue>>;
  /** For operations that not every platform has: what else a 404 may mean, such as `there is no version 17`. */
  readonly mayLack?: string;
}

/** Decodes an answer's JSON. Throws `Failure('platform-garbled')` with the name of the wrong field. */
export type Decode<T> = (json: unknown, times: AnswerTimes) => T;

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
  /** The permission that this call needs, if it is not the operation's. */
  readonly permission?: Permission;
  readonly beforeSend?: BeforeSend | undefined;
  readonly decode: Decode<T>;
}

/**
 * Called each time a write has its slot and is about to be sent, so again after a 429: no wait for a limit
 * comes after it. If it rejects with a `Failure`, nothing is sent, and the write is `refused` with that.
 */
export type BeforeSend = () => Promise<void>;

/** Options of a write. */
export interface WriteCallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly beforeSend?: BeforeSend | undefined;
}

/** An answer's unchanged body. */
export interface Bytes {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** An answer that is passed on as it arrives. */
export interface Streamed {
  readonly contentType: string;
  /** The `content-length`; null if the answer has none. */
  readonly length: number | null;
  /** Rejects with `Failure` if the answer is cut off or stalls. Leaving the loop early closes the connection. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/**
 * Sends calls, and handles key, rate limits, timeouts and retries. Reads reject only with `Failure`:
 * `auth-required`, `forbidden`, `not-found`, `unsupported` (the platform lacks the operation),
 * `platform-refused`, `platform-garbled`, `rate-limited`, `unreachable`, `interrupted`. Reads are retried; a
 * write is retried only if the platform says that it did nothing.
 */
export interface Http {
  read<T>(call: ReadCall<T>, signal?: AbortSignal): Promise<T>;
  /** Resolves to what became of the write. Rejects only if there is a bug. */
  write<T>(call: WriteCall<T>, signal?: AbortSignal): Promise<Written<T>>;
  /** The answer's body, unchanged. */
  bytes(call: BytesCall, signal?: AbortSignal): Promise<Bytes>;
  /** The answer's body as it arrives; nothing of it is kept in memory. */
  stream(call: BytesCall, signal?: AbortSignal): Promise<Streamed>;
}
