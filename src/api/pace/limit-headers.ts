import type { Head } from '../transport/exchange.ts';

/** When a window ends. */
export interface Reset {
  /** Seconds since 1970 on the platform's clock. Identifies the window. */
  readonly seconds: number;
  /** Milliseconds from the answer's own `Date` to the reset. May be negative. */
  readonly inMs: number;
}

/**
 * What an answer says about its operation's limit (contract, section 8); null for what it does not say.
 * `X-RateLimit-Remaining` is not read: nobody outside the platform knows what it counts.
 */
export interface LimitAnswer {
  readonly status: number;
  /** Requests in a window. */
  readonly limit: number | null;
  readonly reset: Reset | null;
  /** From `Retry-After`. */
  readonly retryAfterMs: number | null;
}

type Headers = Head['headers'];

/** Reads an answer. `nowMs` is used if it has no `Date`. */
export function readLimit(
  { status, headers }: Pick<Head, 'status' | 'headers'>,
  nowMs: number,
): LimitAnswer {
  const seconds = wholeNumber(headers['x-ratelimit-reset']);
  const inMs = (seconds ?? 0) * 1000 - (readDate(headers) ?? nowMs);
  return {
    status,
    limit: wholeNumber(headers['x-ratelimit-limit']) || null,
    reset: seconds === null ? null : { seconds, inMs },
    retryAfterMs: readRetryAfter(headers, nowMs),
  };
}

/** `Retry-After` in milliseconds (RFC 9110, 10.2.3), in both forms. */
export function readRetryAfter(headers: Headers, nowMs: number): number | null {
  const text = headers['retry-after'];
  if (text === undefined) return null;
  const seconds = wholeNumber(text);
  if (seconds !== null) return seconds * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - (readDate(headers) ?? nowMs));
}

/** The platform's clock in the answer, in milliseconds since 1970 but with whole seconds. Undefined if the answer has no `Date`. */
export function readDate(headers: Headers): number | undefined {
  const date = Date.parse(headers['date'] ?? '');
  return Number.isNaN(date) ? undefined : date;
}

const wholeNumber = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,15}$/.test(text.trim()) ? Number(text) : null;
