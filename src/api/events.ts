/** What the client tells about its doings, as data: `--verbose` and progress are made of it. The key is in none of it. */

/** The rate limit of one operation after one answer, as its headers and our own count have it. */
export interface LimitState {
  readonly limit: number;
  /** Requests consumed in the window by everyone with this key; null while that is not known. */
  readonly used: number | null;
  /** Milliseconds until the window resets. */
  readonly resetMs: number;
}

/** One request is over: answered (`status`) or not (`problem`). */
export interface RequestEvent {
  readonly type: 'request';
  /** Name of the operation, or `METHOD /path` where the contract has none. */
  readonly operation: string;
  readonly method: string;
  /** Path and query after the base URL. */
  readonly path: string;
  readonly status: number | null;
  readonly problem: string | null;
  /** From sending to the end of the answer (of its head, where it is streamed). */
  readonly ms: number;
  readonly limit: LimitState | null;
}

/** Requests of one operation wait for its rate limit. Told once per wait, not once per request. */
export interface WaitingEvent {
  readonly type: 'waiting';
  readonly operation: string;
  readonly ms: number;
  /** `limit`: the window is used up. `refused`: the platform answered 429. */
  readonly reason: 'limit' | 'refused';
}

/** A read will be sent again after `ms`. */
export interface RetryingEvent {
  readonly type: 'retrying';
  readonly operation: string;
  readonly ms: number;
  /** Of the attempt that failed, from 1. */
  readonly attempt: number;
  readonly reason: string;
}

export type ApiEvent = RequestEvent | WaitingEvent | RetryingEvent;
