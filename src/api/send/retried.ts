/** Repeats reads. Whether and when is decided by a pure function, which gets its randomness as a number. */
import type { Clock } from '../../model/clock.ts';
import { interrupted } from '../errors/outcome.ts';
import { readRetryAfter } from '../pace/limit-headers.ts';
import type { ApiRequest } from '../requests/request.ts';
import type { Exchange } from '../transport/exchange.ts';
import type { Send } from './send.ts';

/** When and why to repeat a read. */
export interface Retry {
  readonly afterMs: number;
  readonly reason: string;
}

interface Retrying {
  readonly clock: Clock;
  /** From 0 up to but not including 1. */
  readonly random: () => number;
  /** Called before each wait. `attempt`: the one that failed, from 1. */
  readonly onRetry: (request: ApiRequest, retry: Retry, attempt: number) => void;
}

/** Repeats a read if that may help. A write is sent once, because only its caller can decide about repeating it. */
export function retried(send: Send, { clock, random, onRetry }: Retrying): Send {
  return async (request, signal) => {
    if (request.kind === 'write') return send(request, signal);
    for (let attempt = 1; ; attempt += 1) {
      const exchange = await send(request, signal);
      const { head } = exchange;
      const asked = head?.status === 503 ? readRetryAfter(head.headers, clock.now()) : null;
      const retry = retryAfter(exchange, attempt, random(), asked);
      if (retry === undefined) {
        return exchange.kind === 'broken' ? { ...exchange, attempts: attempt } : exchange;
      }
      onRetry(request, retry, attempt);
      await clock.sleep(retry.afterMs, signal).catch(() => {
        throw interrupted();
      });
    }
  };
}

/** The total number of attempts. */
export const MOST_ATTEMPTS = 4;
const FIRST_BACKOFF_MS = 250;
/** If a server asks for a longer wait than this, the read fails instead. */
const LONGEST_RETRY_AFTER_MS = 30_000;

/**
 * Repeats a read after 5xx, broken connections, timeouts and truncated answers. Returns undefined if it must
 * not be repeated. `attempt`: the one that ended, from 1. `chance`: from 0 up to but not including 1.
 * `retryAfterMs`: what a 503 asks for.
 */
export function retryAfter(
  exchange: Exchange,
  attempt: number,
  chance: number,
  retryAfterMs: number | null = null,
): Retry | undefined {
  const reason = transientReason(exchange);
  const leastMs = retryAfterMs ?? 0;
  if (reason === undefined || attempt >= MOST_ATTEMPTS || leastMs > LONGEST_RETRY_AFTER_MS) {
    return undefined;
  }
  return { afterMs: Math.max(leastMs, backoffMs(attempt, chance)), reason };
}

/** Why there is no usable answer, if the next attempt may get one. */
function transientReason(exchange: Exchange): string | undefined {
  if (exchange.kind === 'broken') return exchange.error.lasting ? undefined : exchange.error.what;
  if (exchange.kind === 'aborted') return undefined;
  const { status } = exchange.head;
  // 501 (not implemented) does not change soon.
  return status >= 500 && status !== 501 ? `status ${status}` : undefined;
}

/** Doubles with each attempt. Half of it is random, so that clients that failed together do not return together. */
export const backoffMs = (attempt: number, chance: number): number =>
  Math.round(FIRST_BACKOFF_MS * 2 ** (attempt - 1) * (0.5 + chance / 2));
