/** Events of the client, as data for `--verbose` and progress. None of them contains the key. */
import type { LimitState } from './pace/pace.ts';

/** A request has ended: with an answer (`status`) or without (`problem`). */
export interface RequestEvent {
  readonly type: 'request';
  readonly method: string;
  /** Path and query after the base URL. */
  readonly path: string;
  readonly status: number | null;
  readonly problem: string | null;
  /** From sending to the end of the answer, or to the end of its head if it is streamed. */
  readonly ms: number;
  readonly limit: LimitState | null;
}

/** Requests of one operation wait for its rate limit. Sent once per wait, not once per request. */
export interface WaitingEvent {
  readonly type: 'waiting';
  /** The operation's name, or `METHOD /path` if the contract has none. */
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

/** Everything that `onEvent` receives. */
export type ApiEvent = RequestEvent | WaitingEvent | RetryingEvent;
