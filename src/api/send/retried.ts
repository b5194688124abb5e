import type { Clock } from '../../model/clock.ts';
import { interrupted } from '../errors/interrupted.ts';
import { readRetryAfter } from '../pace/limit-headers.ts';
import type { ApiRequest } from '../requests/request.ts';
import type { Exchange } from '../transport/exchange.ts';
import { retryAfter } from './retry-rules.ts';
import type { Retry } from './retry-rules.ts';
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
