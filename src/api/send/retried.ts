/** Repeats reads. Whether and when is decided by a pure function, which gets its randomness as a number. */
import type { Clock } from '../../model/clock.ts';
import { interrupted } from '../errors/call-errors.ts';
import { readRetryAfter } from '../pace/limit-headers.ts';
import type { ApiRequest } from '../requests/request.ts';
import type { Exchange } from '../transport/exchange.ts';
import type { Send } from './send.ts';

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
      if (exchange.kind === 'opened') return exchange;
      const retry = retryAfter(exchange, attempt, random(), askedToWaitMs(exchange, clock));
      if (retry === undefined) return withAttempts(exchange, attempt);
      onRetry(request, retry, attempt);
      await sleep(clock, retry.afterMs, signal);
    }
  };
}

function askedToWaitMs({ head }: Exchange, clock: Clock): number | null {
  return head?.status === 503 ? readRetryAfter(head.headers, clock.now()) : null;
}

const withAttempts = (exchange: Exchange, attempts: number): Exchange =>
  exchange.kind === 'broken' ? { ...exchange, attempts } : exchange;

async function sleep(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  try {
    await clock.sleep(ms, signal);
  } catch {
    throw interrupted();
  }
}

/** When and why to repeat a read. */
export interface Retry {
  readonly afterMs: number;
  readonly reason: string;
}

/** The total number of attempts. */
export const MOST_ATTEMPTS = 4;
const FIRST_BACKOFF_MS = 250;
/** If a server asks for a longer wait than this, the read fails instead. */
const LONGEST_RETRY_AFTER_MS = 30_000;
/** Not implemented: this will not change in a moment. */
const NOT_IMPLEMENTED = 501;

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
  if (attempt >= MOST_ATTEMPTS) return undefined;
  switch (exchange.kind) {
    case 'answered': {
      const { status } = exchange.head;
      if (status < 500 || status === NOT_IMPLEMENTED) return undefined;
      if ((retryAfterMs ?? 0) > LONGEST_RETRY_AFTER_MS) return undefined;
      const afterMs = Math.max(retryAfterMs ?? 0, backoffMs(attempt, chance));
      return { afterMs, reason: `status ${status}` };
    }
    case 'broken': {
      const { lasting, what } = exchange.error;
      return lasting ? undefined : { afterMs: backoffMs(attempt, chance), reason: what };
    }
    case 'aborted':
      return undefined;
    default:
      return exchange satisfies never;
  }
}

/** Doubles with each attempt. Half of it is random, so that clients that failed together do not return together. */
export const backoffMs = (attempt: number, chance: number): number =>
  Math.round(FIRST_BACKOFF_MS * 2 ** (attempt - 1) * (0.5 + chance / 2));
