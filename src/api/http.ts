/** The seam between the resources, which say what is asked, and the machinery that sends it. */
import type { OperationName, Permission } from '../model/operations.ts';

export type QueryValue = string | number | boolean | readonly string[] | undefined;

export interface FilePart {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** One call of one operation, without any policy: no retry, no lane, no key. */
export interface Call<T> {
  readonly operation: OperationName;
  /** Values for the braces of the operation's path. */
  readonly path?: Readonly<Record<string, string | number>>;
  /** `undefined` is left out; an array is repeated (`scopes=a&scopes=b`). */
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly body?: unknown;
  /** Sent as the multipart field `file`. */
  readonly file?: FilePart;
  /** Where this call needs another permission than its operation names. */
  readonly permission?: Permission;
  /** Asked as this call leaves; left out: it may leave whenever its turn comes. */
  readonly departure?: Departure | undefined;
  /**
   * From the answer's JSON to the resource. Throws `Failure('platform-garbled')` naming the field that is wrong. `answeredAt`: the
   * platform's clock, in milliseconds since 1970, where the answer told it (`Date`).
   */
  readonly decode: (json: unknown, answeredAt: number | undefined) => T;
}

/** What a write depends on that time may overtake, while it waits for its turn: the client offers the moment and knows no more. */
export interface Departure {
  /** Whether the request may leave as things are. Asked in its turn, behind every wait, and again as its first byte leaves. */
  readonly mayLeave: () => boolean;
  /** Sees to it that it may; its turn waits. False: the request is given up, and the call rejects with `HeldBack`. */
  readonly renew: () => Promise<boolean>;
}

/** A call whose answer is bytes. */
export type BytesCall = Omit<Call<never>, 'decode'>;
export type StreamCall = BytesCall;

export interface Bytes {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

export interface Streamed {
  readonly contentType: string;
  /** As the platform announced it; null where it did not. */
  readonly length: number | null;
  /** Rejects with `Failure` where the answer is cut off or stalls. Leaving the loop early closes the connection. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

/**
 * Sends calls: key, rate limits, time-outs and retries are its business. Rejects with `Failure` only:
 * `auth-required`, `forbidden`, `not-found`, `platform-refused`, `platform-garbled`, `rate-limited`, `unreachable`, `interrupted`,
 * and, for a write that may or may not have been carried out, `outcome-unknown`. A read is retried, such a write never is.
 */
export interface Http {
  send<T>(call: Call<T>, signal?: AbortSignal): Promise<T>;
  /** The answer's body to the byte, whatever it is. */
  bytes(call: BytesCall, signal?: AbortSignal): Promise<Bytes>;
  /** The answer's body as it comes: nothing of it is kept. */
  stream(call: StreamCall, signal?: AbortSignal): Promise<Streamed>;
}
