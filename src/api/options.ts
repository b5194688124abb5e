import type { Clock } from '../model/clock.ts';
import type { ApiEvent } from './events.ts';

/** What a client of the platform is made of. */
export interface ClientOptions {
  /** Ends in `/api/v1`; https, or http to loopback. */
  readonly baseUrl: string;
  /** `undefined`: calls reject with `auth-required`. */
  readonly key: string | undefined;
  readonly clock: Clock;
  /** For connecting, for the head of an answer, and between two pieces of its body. */
  readonly timeoutMs: number;
  /** The longest total wait for rate limits, over the whole life of the client. `Infinity` sets no bound. */
  readonly maxWaitMs: number;
  /** `HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`, in either case. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly userAgent: string;
  /** Asked before each write. If it says no, that is a bug of the caller, and nothing is sent. Left out: yes. */
  readonly mayWrite?: (() => boolean) | undefined;
  readonly onEvent?: ((event: ApiEvent) => void) | undefined;
  /** Aborts every call, and the waits between them: they reject with `interrupted`. */
  readonly signal?: AbortSignal | undefined;
  /** From 0 up to 1. For the jitter of retries. */
  readonly random?: (() => number) | undefined;
}
