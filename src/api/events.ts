/** What the client tells about its doings, as data: `--verbose` and progress are made of it. The key is in none of it. */
import type { LimitState } from './pace/window.ts';

/** One request is over: answered (`status`) or not (`problem`). */
export interface RequestEvent {
  readonly type: 'request';
  readonly method: string;
  /** Path and query after the base URL. */
  readonly path: string;
  readonly status: number | null;
  readonly problem: string | null;
  /** From sending to the end of the answer (of its head, if it is streamed). */
  readonly ms: number;
  readonly limit: LimitState | null;
}

/** Requests of one operation wait for its rate limit. Told once per wait, not once per request. */
export interface WaitingEvent {
  readonly type: 'waiting';
  /** Name of the operation, or `METHOD /path` if the contract has none. */
  readonly operation: string;
  readonly ms: number;
}

/** A read will be sent again after `ms`. */
export interface RetryingEvent {
  readonly type: 'retrying';
  readonly operation: string;
  readonly ms: number;
  /** The number of the attempt that failed, from 1. */
  readonly attempt: number;
  readonly reason: string;
}

/** What `onEvent` is told. */
export type ApiEvent = RequestEvent | WaitingEvent | RetryingEvent;
