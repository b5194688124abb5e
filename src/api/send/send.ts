/**
 * The steps between a call and the network all have the type `Send`. Each wrapper here adds one
 * thing.
 */
import { Failure } from '../../model/failure.ts';
import { tryJson } from '../../model/fields.ts';
import type { Mask } from '../../model/text/mask.ts';
import { JSON_TYPE, nameOf } from '../requests/request.ts';
import type { ApiRequest } from '../requests/request.ts';
import type { Exchange, Transport } from '../transport/transport.ts';
import { codedError, toNetworkError } from '../transport/network-error.ts';
import type { Clock } from '../../model/time.ts';
import { readRetryAfter } from '../pace/pace.ts';
import { interrupted, transientReason } from '../errors/outcome.ts';
import type { Breaker } from './breaker.ts';
import { Slot } from './slots.ts';
import type { Slots } from './slots.ts';

/**
 * Sends one request, and resolves to how it ended. The signal aborts it. Rejects with a `Failure`
 * only if nothing was sent: the key is missing, the wait would be too long, or the run was
 * interrupted first. Any other error is a bug.
 */
export type Send = (request: ApiRequest, signal: AbortSignal) => Promise<Exchange>;

/**
 * Sends only writes that the user agreed to. For another write, which is a bug of the caller,
 * throws a plain error.
 */
export function agreed(send: Send, mayWrite: () => boolean, mask: Mask): Send {
  return async (request, signal) => {
    if (request.kind === 'write' && !mayWrite()) {
      throw new Error(`${nameOf(request, mask)} was not agreed to`);
    }
    return send(request, signal);
  };
}

/**
 * Sends a write after `confirm` resolved for its operation. If it rejects with a `Failure`, nothing
 * is sent.
 */
export function owned(send: Send, confirm: (operation: string) => Promise<void>): Send {
  return async (request, signal) => {
    if (request.kind === 'write') await confirm(request.operation.name);
    return send(request, signal);
  };
}

/** Adds the client's headers. Rejects with `auth-required` if a header cannot hold the key. */
export function keyed(send: Send, key: string, userAgent: string): Send {
  const credentials = ['x-api-key', key, 'user-agent', userAgent];
  return async (request, signal) => {
    if (/^[\x21-\x7E]+$/.test(key)) return send({ ...request, credentials }, signal);
    throw new Failure('auth-required', 'That does not look like an API key.', {
      hint: 'Copy it into DOCS_API_KEY again, without spaces and line breaks',
    });
  };
}

/**
 * Sends over a pool of connections, and counts each attempt by its operation. `basePath`: the start
 * of every path. An answer that was cut off is `broken`.
 */
export function overPool(
  pool: Pick<Transport, 'exchange'>,
  basePath: string,
  counts: Map<string, number>,
): Send {
  return async (request, signal) => {
    const { method, path, body, answer, contentType, credentials = [], operation } = request;
    counts.set(operation.name, (counts.get(operation.name) ?? 0) + 1);
    const headers = [...credentials, 'accept', answer === 'json' ? JSON_TYPE : '*/*'];
    if (contentType !== null) headers.push('content-type', contentType);
    const wire = { method, path: basePath + path, headers, body, isStreamed: answer === 'stream' };
    const exchange = await pool.exchange(wire, signal);
    if (answer !== 'json' || !isCutOff(exchange)) return exchange;
    const error = toNetworkError(codedError('ANSWER_CUT_OFF'), 0);
    return { kind: 'broken', sent: true, head: exchange.head, error };
  };
}

/** An answer without a length ends with its connection: only its JSON shows that it is cut off. */
function isCutOff(exchange: Exchange): boolean {
  if (exchange.kind !== 'answered') return false;
  const { status, headers } = exchange.head;
  const isFramed = 'content-length' in headers || 'transfer-encoding' in headers;
  return !isFramed && status < 300 && tryJson(exchange.body.toString()) === undefined;
}

/**
 * Sends a request in its slot, or else in one of its own. A 429 means that nothing was done: then
 * it is sent again in the next slot of its own.
 */
export function paced(slots: Slots): Send {
  return async (request, signal) => {
    const { slot: given } = request;
    if (given instanceof Slot) return given.send(request, signal);
    for await (const slot of slots.of(request, signal)) {
      const end = await slot.send(request, signal);
      if (!slot.isRefused) return end;
    }
    throw new Error('there is always another slot');
  };
}

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
  readonly breaker: Pick<Breaker, 'isPatient'>;
}

/**
 * Repeats a read if that may help; for longer if a write has just failed. A write is sent once: its
 * caller decides about repeating it.
 */
export function retried(send: Send, { clock, random, onRetry, breaker }: Retrying): Send {
  return async (request, signal) => {
    if (request.kind === 'write') return send(request, signal);
    for (let attempt = 1; ; attempt += 1) {
      const exchange = await send(request, signal);
      const { head } = exchange;
      const asked = head?.status === 503 ? readRetryAfter(head.headers, clock.now()) : null;
      const counted = breaker.isPatient ? Math.min(attempt, MAX_ATTEMPTS - 1) : attempt;
      const retry = retryAfter(exchange, counted, random(), asked);
      if (retry === undefined) {
        const isOnce = attempt === 1 || exchange.kind === 'aborted';
        return isOnce ? exchange : { ...exchange, attempts: attempt };
      }
      onRetry(request, retry, attempt);
      await clock.sleep(retry.afterMs, signal).catch(() => {
        throw interrupted();
      });
    }
  };
}

/** The total number of attempts. */
export const MAX_ATTEMPTS = 4;
const FIRST_BACKOFF_MS = 250;
/** If a server asks for a longer wait than this, the read fails instead. */
const MAX_RETRY_AFTER_MS = 30_000;

/**
 * Repeats a read after 5xx, broken connections, timeouts and truncated answers. Returns undefined
 * if it must not be repeated. `attempt`: the one that ended, from 1. `chance`: from 0 up to but not
 * including 1.
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
  if (reason === undefined || attempt >= MAX_ATTEMPTS || leastMs > MAX_RETRY_AFTER_MS) {
    return undefined;
  }
  return { afterMs: Math.max(leastMs, backoffMs(attempt, chance)), reason };
}

/** Doubles with each attempt. Half is random, so that clients do not all return together. */
export const backoffMs = (attempt: number, chance: number): number =>
  Math.round(FIRST_BACKOFF_MS * 2 ** (attempt - 1) * (0.5 + chance / 2));
