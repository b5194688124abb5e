/** One window of an operation's rate limit, as far as answers have told of it. Times are those of a clock that only grows. */
import type { Meaning } from './deployment.ts';
import type { LimitHeaders } from './limit-headers.ts';

/** What the figure of an answer is held against: what was known when its request was sent. */
export interface Known {
  readonly window: Window | null;
  readonly reset: number | null;
  /** Least and greatest figure of the window; `low > high`: none yet. */
  readonly low: number;
  readonly high: number;
  /** Silent answers, of all there were. */
  readonly silences: number;
}

/** Two instances of a platform may round one reset apart. */
export const JITTER_SECONDS = 1;

export class Window {
  limit: number;
  /** Of the headers; null where the window is our guess. */
  reset: number | null = null;
  resetAtMs: number;
  /** From here on the platform may have begun the next window: `resetAtMs` is the latest of estimates, and late by what headers round. */
  mayEndAtMs = Infinity;
  low = Infinity;
  high = -Infinity;
  /** Own requests whose answer never came. */
  lost = 0;
  /** Own answers of any kind. */
  own: number;
  /** Silent answers that may have been counted in the next window. */
  late = 0;
  /** So many silent answers, of all there were, are counted in its figures, or were in earlier windows. */
  #covered = 0;

  /** Until headers say better. `own`: answers that came before it was known, and may be counted in it. */
  constructor(limit: number, resetAtMs: number, own: number) {
    this.limit = limit;
    this.resetAtMs = resetAtMs;
    this.own = own;
  }

  /** An answer that told no figure, or none that came: it may have been counted. */
  silence(atMs: number, isLost: boolean): void {
    this.own += 1;
    if (isLost) this.lost += 1;
    if (atMs >= this.mayEndAtMs) this.late += 1;
  }

  end(reset: number, atMs: number, mayBeAtMs: number): void {
    // The later of two estimates: `Date` has whole seconds only, and an early request would be refused.
    const same = this.reset !== null && reset <= this.reset;
    this.resetAtMs = same ? Math.max(this.resetAtMs, atMs) : atMs;
    this.mayEndAtMs = same ? Math.min(this.mayEndAtMs, mayBeAtMs) : mayBeAtMs;
    this.reset = Math.max(reset, this.reset ?? 0);
  }

  /** A figure of an answer to a request that was sent after `silences` silent answers: it includes those of this window. */
  figure(figure: number, silences: number): void {
    this.#covered = Math.max(this.#covered, silences);
    this.low = Math.min(this.low, figure);
    this.high = Math.max(this.high, figure);
  }

  /** At most this much of it is consumed, by all whose requests an answer has told of. `silences`: of all there were. */
  consumed(meaning: Meaning, silences: number): number {
    const { low, high, limit, own } = this;
    const unreported = silences - this.#covered;
    if (low > high) return own;
    switch (meaning) {
      case 'consumed':
        return high + unreported;
      case 'remaining':
        return limit - low + unreported;
      case 'still':
        return own;
      case 'unknown':
        return Math.max(high, limit - low) + unreported;
      default:
        return meaning satisfies never;
    }
  }

  /**
   * Used up by one meaning of the figure, and not by the other: what comes of one request tells which it is. So it is where one answer
   * told an extreme figure, and where the answers that would have told were lost.
   */
  isRiddle(silences: number): boolean {
    const { low, high, limit } = this;
    if (low === high && (low === 0 || low === limit)) return true;
    const least = Math.min(high, limit - low) + silences - this.#covered;
    return this.lost > 0 && low <= high && least < limit;
  }

  /** Whether headers are of a later window: their reset is later by more than rounding, or their figure ran backwards. */
  isBefore(known: Known, { reset, figure }: LimitHeaders, meaning: Meaning): boolean {
    if (reset === null || this.reset === null || reset <= this.reset) return false;
    if (reset > this.reset + JITTER_SECONDS) return true;
    if (figure === null || known.window !== this || known.low > known.high) return false;
    return (
      (meaning === 'consumed' && figure <= known.high) ||
      (meaning === 'remaining' && figure >= known.low)
    );
  }
}
