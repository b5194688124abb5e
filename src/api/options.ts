import type { Clock } from '../model/clock.ts';
import type { ApiEvent } from './events.ts';

/** What a client of the platform needs. */
export interface ClientOptions {
  /** Ends in `/api/v1`; https, or http to loopback. */
  readonly baseUrl: string;
  /** `undefined`: calls reject with `auth-required`. */
  readonly key: string | undefined;
  readonly clock: Clock;
  /** The longest time for the whole of an answer; of one that is streamed, for its head and for each pause. */
  readonly timeoutMs: number;
  /** The longest total wait for rate limits during the client's life. `Infinity` sets no limit. */
  readonly maxWaitMs: number;
  /** `HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`, in upper or lower case. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly userAgent: string;
  /** Checked before each write. False means a bug in the caller, and nothing is sent. Default: true. */
  readonly mayWrite?: (() => boolean) | undefined;
  readonly onEvent?: ((event: ApiEvent) => void) | undefined;
  /** Aborts every call and every wait; they reject with `interrupted`. */
  readonly signal?: AbortSignal | undefined;
  /** Random numbers from 0 up to but not including 1, for the jitter of retries. */
  readonly random?: (() => number) | undefined;
}
