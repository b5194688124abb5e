/** What a client needs, and its events, for `--verbose` and progress. No event contains the key. */
import type { Clock } from '../model/time.ts';
import type { OwnProject } from './owner.ts';
import type { LimitState } from './pace/pace.ts';

export interface ClientOptions {
  /** Ends in `/api/v1`; https, or http to loopback. */
  readonly baseUrl: string;
  /** Calls reject with `auth-required` if it is not a valid key. */
  readonly key: string;
  readonly clock: Clock;
  /** The longest time for a complete answer. For a streamed one: for its head, and for each pause. */
  readonly timeoutMs: number;
  /** The longest total wait for rate limits during the client's life. `Infinity` sets no limit. */
  readonly maxWaitMs: number;
  /** `HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`, in upper or lower case. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly userAgent: string;
  /** Checked before each write. False means a bug in the caller, and nothing is sent. Default: true. */
  readonly mayWrite?: (() => boolean) | undefined;
  /** Which project the writes are meant for. Default: any. */
  readonly ownProject?: OwnProject | undefined;
  readonly onEvent?: ((event: ApiEvent) => void) | undefined;
  /** Aborts every call and every wait; they reject with `interrupted`. */
  readonly signal?: AbortSignal | undefined;
  /** Random numbers from 0 up to but not including 1, for the jitter of retries. */
  readonly random?: (() => number) | undefined;
}

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

/** A write failed. The next ones wait until the platform answers, at most `ms`. */
export interface OutageEvent {
  readonly type: 'outage';
  readonly reason: string;
  readonly ms: number;
}

/** Everything that `onEvent` receives. */
export type ApiEvent = RequestEvent | WaitingEvent | RetryingEvent | OutageEvent;
