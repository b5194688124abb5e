/** What follows from how an attempt ended. Pure: chance comes in as a number. */
import type { Broken, Exchange } from './exchange.ts';

export type Kind = 'read' | 'write';

export type Next =
  /** There is an answer to look at, good or bad. */
  | { readonly kind: 'take' }
  /** Again, once the rate limit lets it: 429 says that nothing was done. */
  | { readonly kind: 'when-allowed' }
  | { readonly kind: 'again'; readonly afterMs: number; readonly reason: string }
  /** Nothing of it reached the platform. */
  | { readonly kind: 'unreachable'; readonly broken: Broken }
  /** It reached the platform, or may have, and what became of it is not known. */
  | { readonly kind: 'unknown' };

/** Attempts in all, for reads. */
export const MOST_ATTEMPTS = 4;
const FIRST_BACKOFF_MS = 250;
/** A server that wants more patience than this gets an error instead. */
const LONGEST_RETRY_AFTER_MS = 30_000;

const TAKE: Next = { kind: 'take' };

/**
 * Reads are sent again after 5xx, broken connections, time-outs and cut-off answers; writes only after 429. `chance`: at
 * least 0, below 1. `retryAfterMs`: what a 503 asks for.
 */
export function afterAttempt(
  exchange: Exchange,
  kind: Kind,
  attempt: number,
  chance: number,
  retryAfterMs: number | null = null,
): Next {
  if (exchange.kind === 'answered') {
    const { status } = exchange.head;
    if (status === 429) return { kind: 'when-allowed' };
    if (status < 500) return TAKE;
    if (kind === 'write') return { kind: 'unknown' };
    if (
      attempt >= MOST_ATTEMPTS ||
      status === 501 ||
      (retryAfterMs ?? 0) > LONGEST_RETRY_AFTER_MS
    ) {
      return TAKE;
    }
    const afterMs = Math.max(retryAfterMs ?? 0, backoffMs(attempt, chance));
    return { kind: 'again', afterMs, reason: `status ${status}` };
  }
  const { sent, problem } = exchange;
  if (kind === 'read' && !problem.lasting && attempt < MOST_ATTEMPTS) {
    return { kind: 'again', afterMs: backoffMs(attempt, chance), reason: problem.what };
  }
  return kind === 'write' && sent ? { kind: 'unknown' } : { kind: 'unreachable', broken: exchange };
}

/** Doubles with each attempt, half of it by chance, so that clients that failed together do not come back together. */
export const backoffMs = (attempt: number, chance: number): number =>
  Math.round(FIRST_BACKOFF_MS * 2 ** (attempt - 1) * (0.5 + chance / 2));
