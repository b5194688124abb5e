/** One window of an operation's rate limit, as known from answers. Times are on a clock that never goes back. */
import type { LimitHeaders } from './limit-headers.ts';
import type { FigureMeaning } from './limit-meaning.ts';

/** What was known of a window when a request was sent, for comparison with the figure of its answer. */
export interface FiguresSeen {
  readonly window: LimitWindow | null;
  readonly reset: number | null;
  /** The lowest and highest figure of the window. `low > high`: there was none yet. */
  readonly low: number;
  readonly high: number;
  /** How many requests of the operation had ended without a figure. */
  readonly uncounted: number;
}

/** Two instances of a platform may round the same reset differently. */
export const JITTER_SECONDS = 1;

/** The rate limit of one operation after an answer, from its headers and our own count. */
export interface LimitState {
  readonly limit: number;
  /** Requests in the window by everyone with this key. Null while that is unknown. */
  readonly used: number | null;
  /** Milliseconds until the window resets. */
  readonly resetMs: number;
}

/**
 * The arithmetic of one window. Its methods take `uncounted`: how many requests of the operation have ended
 * without a figure, in this window and earlier ones.
 */
export class LimitWindow {
  limit: number;
  /** As in the headers. Null if the window is our guess. */
  reset: number | null = null;
  resetAtMs: number;
  /**
   * From this time, the platform may have started the next window. `resetAtMs` is the latest of several
   * estimates, and late because headers are rounded.
   */
  mayEndAtMs = Infinity;
  low = Infinity;
  high = -Infinity;
  /** Own answers of any kind. */
  own: number;
  /** Requests without a figure that the next window may include. */
  late = 0;
  /** How many of the uncounted requests are included in this window's figures, or belong to earlier windows. */
  #included = 0;

  /** The values apply until headers give better ones. `own`: earlier answers that this window may include. */
  constructor(limit: number, resetAtMs: number, own: number) {
    this.limit = limit;
    this.resetAtMs = resetAtMs;
    this.own = own;
  }

  /** A request ended without a figure or without an answer; the platform may have counted it. */
  endedUncounted(atMs: number): void {
    this.own += 1;
    if (atMs >= this.mayEndAtMs) this.late += 1;
  }

  /** Records the window's end from headers. `atMs`: our estimate. `mayBeAtMs`: the earliest possible time. */
  endsAt(reset: number, atMs: number, mayBeAtMs: number): void {
    // The later of two estimates, because `Date` has whole seconds and an early request would be refused.
    const same = this.reset !== null && reset <= this.reset;
    this.resetAtMs = same ? Math.max(this.resetAtMs, atMs) : atMs;
    this.mayEndAtMs = same ? Math.min(this.mayEndAtMs, mayBeAtMs) : mayBeAtMs;
    this.reset = Math.max(reset, this.reset ?? 0);
  }

  /** Records the figure of an answer. Its request was sent after `uncounted` others had ended without one, so it includes those of this window. */
  told(figure: number, uncounted: number): void {
    this.#included = Math.max(this.#included, uncounted);
    this.low = Math.min(this.low, figure);
    this.high = Math.max(this.high, figure);
  }

  /** An upper bound for what is consumed, by all requests that answers have reported. */
  consumed(meaning: FigureMeaning, uncounted: number): number {
    const { low, high, limit, own } = this;
    const notIncluded = uncounted - this.#included;
    if (low > high) return own;
    switch (meaning) {
      case 'consumed':
        return high + notIncluded;
      case 'remaining':
        return limit - low + notIncluded;
      case 'still':
        return own;
      case 'unknown':
        return Math.max(high, limit - low) + notIncluded;
      default:
        return meaning satisfies never;
    }
  }

  /**
   * The meaning of the figure under which requests are still possible, if the other meaning has the window
   * used up; sending one request then tells which is right. Undefined if both meanings agree. They disagree
   * if one answer had an extreme figure, or if the other answers were lost or were refusals without a figure.
   */
  meaningIfNotUsedUp(uncounted: number): 'consumed' | 'remaining' | undefined {
    const { low, high, limit } = this;
    const notIncluded = uncounted - this.#included;
    const [byConsumed, byRemaining] = [high + notIncluded, limit - low + notIncluded];
    if (byConsumed >= limit === byRemaining >= limit) return undefined;
    return byConsumed < limit ? 'consumed' : 'remaining';
  }

  /** What is known of the window. Null if it is our guess. */
  state(meaning: FigureMeaning, uncounted: number, atMs: number): LimitState | null {
    if (this.reset === null) return null;
    const isKnown = meaning !== 'unknown';
    return {
      limit: this.limit,
      used: isKnown ? Math.min(this.consumed(meaning, uncounted), this.limit) : null,
      resetMs: Math.max(0, this.resetAtMs - atMs),
    };
  }

  /** Whether headers belong to a later window: their reset is later by more than rounding, or their figure went backwards. */
  isBefore(seen: FiguresSeen, { reset, figure }: LimitHeaders, meaning: FigureMeaning): boolean {
    if (reset === null || this.reset === null || reset <= this.reset) return false;
    if (reset > this.reset + JITTER_SECONDS) return true;
    if (figure === null || seen.window !== this || seen.low > seen.high) return false;
    return (
      (meaning === 'consumed' && figure <= seen.high) ||
      (meaning === 'remaining' && figure >= seen.low)
    );
  }
}
