/** What the rate-limit headers of one answer say (contract, section 8). */
export interface LimitHeaders {
  readonly limit: number | null;
  /** `X-RateLimit-Remaining`: the number of consumed requests according to the contract, of remaining ones according to its name (`LimitMeaning`). */
  readonly figure: number | null;
  /** Seconds since 1970 on the platform's clock. Identifies the window. */
  readonly reset: number | null;
  /** Milliseconds from the answer's own `Date` to the reset. May be negative. */
  readonly resetMs: number | null;
}

type Headers = Readonly<Record<string, string>>;

/** Reads the headers. `null` if the answer has none of the three. `nowMs` is used if the answer has no `Date`. */
export function readLimitHeaders(headers: Headers, nowMs: number): LimitHeaders | null {
  const limit = wholeNumber(headers['x-ratelimit-limit']);
  const figure = wholeNumber(headers['x-ratelimit-remaining']);
  const reset = wholeNumber(headers['x-ratelimit-reset']);
  if (limit === null && figure === null && reset === null) return null;
  return {
    limit: limit === 0 ? null : limit,
    figure,
    reset,
    resetMs: reset === null ? null : reset * 1000 - dateOf(headers, nowMs),
  };
}

/** `Retry-After` in milliseconds (RFC 9110, 10.2.3), in both forms. */
export function readRetryAfter(headers: Headers, nowMs: number): number | null {
  const text = headers['retry-after'];
  if (text === undefined) return null;
  const seconds = wholeNumber(text);
  if (seconds !== null) return seconds * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - dateOf(headers, nowMs));
}

const dateOf = (headers: Headers, nowMs: number): number => readDate(headers) ?? nowMs;

/** The platform's clock in the answer, in milliseconds since 1970 but with whole seconds. Undefined if the answer has no `Date`. */
export function readDate(headers: Headers): number | undefined {
  const date = Date.parse(headers['date'] ?? '');
  return Number.isNaN(date) ? undefined : date;
}

const wholeNumber = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,15}$/.test(text.trim()) ? Number(text) : null;
