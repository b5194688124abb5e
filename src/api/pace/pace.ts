/**
 * Decides when the next request of one operation may be sent: compares our own count of requests in
 * the window with the limit and the end of the window in answers (docs/service.md, "Limits").
 * Requests of others with the same key are not counted: they may cause a 429, after which we wait.
 * Has no clock: callers pass the time, in milliseconds that never decrease.
 */
import type { PacedOperation } from '../requests/request.ts';
import type { Head } from '../transport/transport.ts';

/** The rate limit of one operation, as the last answers reported it. */
export interface LimitState {
  readonly limit: number;
  /** Our own requests in the window. */
  readonly sent: number;
  /** Milliseconds until the window ends. */
  readonly resetMs: number;
}

const LEAST_WAIT_MS = 1000;
/** Instances of a platform may round the reset of a window differently. */
const JITTER_SECONDS = 1;

export class Pace {
  readonly #contracted: PacedOperation['limit'];
  /** Infinite if the last successful answer did not name one. */
  #limit: number;
  /**
   * The current window. Until an answer reports its end: one of the contract's length, from its
   * first request.
   */
  #openedAtMs = -Infinity;
  #endsAtMs = -Infinity;
  /** The reset in the headers of this window. */
  #resetSeconds: number | null = null;
  /** Whether a request of this window was refused. If so, none is sent before its end. */
  #isRefused = false;
  #count = 0;
  #pending = 0;
  #refusedInRow = 0;

  constructor(contracted: PacedOperation['limit']) {
    this.#contracted = contracted;
    this.#limit = contracted.requests;
  }

  /** When the next request may be sent: `atMs` if that is now. */
  freeAtMs(atMs: number): number {
    return this.#left(atMs) > 0 ? atMs : this.#endsAtMs;
  }

  /** Call it when a request is sent. A request that is then not sent still counts. */
  sent(atMs: number): void {
    if (!this.#isOpen(atMs)) this.#open(atMs, atMs + this.#contracted.windowMs);
    this.#count += 1;
    this.#pending += 1;
  }

  /** Call it once for each request that has ended, in any order. `answer` is null if there was none. */
  ended(sentAtMs: number, answer: LimitAnswer | null, atMs: number): void {
    this.#pending -= 1;
    if (answer === null) return;
    const isSuccess = answer.status < 300;
    if (isSuccess) this.#limit = answer.limit ?? Infinity;
    // The answer is about an earlier window.
    if (sentAtMs < this.#openedAtMs || !this.#isOpen(atMs)) return;
    if (answer.reset !== null && !this.#learn(answer.reset, atMs)) return;
    if (answer.status === 429) this.#refuse(answer, atMs);
    else if (isSuccess && !this.#isRefused) this.#refusedInRow = 0;
  }

  /** How many milliseconds `requests` more would wait if nobody else uses the key. */
  waitMs(requests: number, atMs: number): number {
    const later = requests - this.#left(atMs);
    if (later <= 0) return 0;
    const { windowMs } = this.#contracted;
    const untilEndMs = this.#isOpen(atMs) ? this.#endsAtMs - atMs : windowMs;
    return untilEndMs + Math.max(0, Math.ceil(later / this.#limit) - 1) * windowMs;
  }

  /** What is known of the window. Null if no answer reported its limit and its end. */
  state(atMs: number): LimitState | null {
    const isTold = this.#resetSeconds !== null && this.#limit !== Infinity;
    if (!isTold || !this.#isOpen(atMs)) return null;
    return { limit: this.#limit, sent: this.#count, resetMs: this.#endsAtMs - atMs };
  }

  #isOpen(atMs: number): boolean {
    return atMs < this.#endsAtMs;
  }

  #left(atMs: number): number {
    if (!this.#isOpen(atMs)) return this.#limit;
    return this.#isRefused ? 0 : Math.max(0, this.#limit - this.#count);
  }

  #open(atMs: number, endsAtMs: number): void {
    this.#openedAtMs = atMs;
    this.#endsAtMs = endsAtMs;
    this.#resetSeconds = null;
    this.#isRefused = false;
    // The platform may count requests that are still unanswered in the new window.
    this.#count = this.#pending;
  }

  /**
   * Records the end of this window or a later one. Returns false if the end is that of an earlier
   * window.
   */
  #learn({ seconds, inMs }: Reset, atMs: number): boolean {
    const known = this.#resetSeconds ?? seconds;
    if (seconds < known - JITTER_SECONDS) return false;
    const endsAtMs = atMs + this.#clamp(inMs, LEAST_WAIT_MS);
    if (seconds > known + JITTER_SECONDS) {
      this.#open(atMs, endsAtMs);
      this.#count += 1;
    }
    // Keeps the latest estimate, because `Date` has whole seconds and an early request would be
    // refused.
    const isFirst = this.#resetSeconds === null;
    this.#endsAtMs = isFirst ? endsAtMs : Math.max(this.#endsAtMs, endsAtMs);
    this.#resetSeconds = seconds;
    return true;
  }

  /** Waits for the reset, else for `Retry-After`, else for a known end, else for a whole window. */
  #refuse({ reset, retryAfterMs }: LimitAnswer, atMs: number): void {
    if (!this.#isRefused) this.#refusedInRow += 1;
    this.#isRefused = true;
    const resetMs = reset?.inMs ?? 0;
    const toldMs = resetMs > 0 ? resetMs : (retryAfterMs ?? reset?.inMs ?? null);
    // Doubles the wait, so that a platform whose reset is always "now" is not flooded. A later one is
    // believed: to wait longer could end the run without need.
    const doubledMs = LEAST_WAIT_MS * 2 ** Math.min(this.#refusedInRow - 1, 20);
    const leastMs = toldMs !== null && toldMs > 0 ? LEAST_WAIT_MS : doubledMs;
    if (toldMs !== null) this.#endsAtMs = atMs + this.#clamp(toldMs, leastMs);
    else if (this.#resetSeconds === null) this.#endsAtMs = atMs + this.#contracted.windowMs;
    else this.#endsAtMs = Math.max(this.#endsAtMs, atMs + leastMs);
  }

  #clamp(ms: number, leastMs: number): number {
    return Math.min(Math.max(ms, leastMs), this.#contracted.windowMs);
  }
}

/** When a window ends. */
export interface Reset {
  /** Seconds since 1970 on the platform's clock. Identifies the window. */
  readonly seconds: number;
  /** Milliseconds from the answer's own `Date` to the reset. May be negative. */
  readonly inMs: number;
}

/**
 * What an answer says about its operation's limit (docs/service.md, "Limits"); null for what it does not
 * say. `X-RateLimit-Remaining` is not read: nobody outside the platform knows what it counts.
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

/** The platform's clock: ms since 1970, in whole seconds. Undefined if the answer has no `Date`. */
export function readDate(headers: Headers): number | undefined {
  const date = Date.parse(headers['date'] ?? '');
  return Number.isNaN(date) ? undefined : date;
}

const wholeNumber = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,15}$/.test(text.trim()) ? Number(text) : null;
