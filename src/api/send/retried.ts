/** Sends reads again. Whether and when is a pure function: chance comes in as a number. */
import type { Clock } from '../../model/clock.ts';
import { interrupted } from '../errors/call-errors.ts';
import { readRetryAfter } from '../pace/limit-headers.ts';
import type { ApiRequest } from '../requests/request.ts';
import type { Exchange } from '../transport/exchange.ts';
import type { Send } from './send.ts';

interface Retrying {
  readonly clock: Clock;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** Told before each wait. `attempt`: the one that failed, from 1. */
  readonly onRetry: (request: ApiRequest, retry: Retry, attempt: number) => void;
}

/** Sends a read again if that may help. A write is sent once: whoever knows what it does decides about it. */
export function retried(send: Send, { clock, random, onRetry }: Retrying): Send {
  return async (request, signals) => {
    if (request.kind === 'write') return send(request, signals);
    for (let attempt = 1; ; attempt += 1) {
      const exchange = await send(request, signals);
      if (exchange.kind === 'opened') return exchange;
      const retry = retryAfter(exchange, attempt, random(), askedToWaitMs(exchange, clock));
      if (retry === undefined) return withAttempts(exchange, attempt);
      onRetry(request, retry, attempt);
      await sleep(clock, retry.afterMs, signals);
    }
  };
}

function askedToWaitMs({ head }: Exchange, clock: Clock): number | null {
  return head?.status === 503 ? readRetryAfter(head.headers, clock.now()) : null;
}

const withAttempts = (exchange: Exchange, attempts: number): Exchange =>
  exchange.kind === 'broken' ? { ...exchange, attempts } : exchange;

async function sleep(clock: Clock, ms: number, signals: readonly AbortSignal[]): Promise<void> {
  try {
    await clock.sleep(ms, AbortSignal.any([...signals]));
  } catch {
    throw interrupted();
  }
}

/** What is done about a read that ended badly. */
export interface Retry {
  readonly afterMs: number;
  readonly reason: string;
}

/** Attempts in all. */
export const MOST_ATTEMPTS = 4;
const FIRST_BACKOFF_MS = 250;
/** A server that wants more patience than this gets an error instead. */
const LONGEST_RETRY_AFTER_MS = 30_000;
/** Not implemented: it will not be a moment later either. */
const NOT_IMPLEMENTED = 501;

/**
 * A read is sent again after 5xx, broken connections, time-outs and cut-off answers. Undefined: it is not. `attempt`: the one that
 * ended so, from 1. `chance`: at least 0, below 1. `retryAfterMs`: what a 503 asks for.
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
    case 'held-back':
      return undefined;
    default:
      return exchange satisfies never;
  }
}

/** Doubles with each attempt, half of it by chance, so that clients that failed together do not come back together. */
export const backoffMs = (attempt: number, chance: number): number =>
  Math.round(FIRST_BACKOFF_MS * 2 ** (attempt - 1) * (0.5 + chance / 2));
