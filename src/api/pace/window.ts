/** One window of an operation's rate limit, as far as answers have told of it. Times are those of a clock that only grows. */
import type { LimitHeaders } from './limit-headers.ts';
import type { FigureMeaning } from './limit-meaning.ts';

/** What was known of a window when a request was sent: the figure of its answer is compared with it. */
export interface FiguresSeen {
  readonly window: LimitWindow | null;
  readonly reset: number | null;
  /** Least and greatest figure of the window; `low > high`: none yet. */
  readonly low: number;
  readonly high: number;
  /** How many requests of the operation had ended without a figure. */
  readonly uncounted: number;
}

/** Two instances of a platform may round one reset apart. */
export const JITTER_SECONDS = 1;

/** The rate limit of one operation after one answer, as its headers and our own count have it. */
export interface LimitState {
  readonly limit: number;
  /** Requests consumed in the window by everyone with this key; null while that is not known. */
  readonly used: number | null;
  /** Milliseconds until the window resets. */
  readonly resetMs: number;
}

/** The arithmetic of one window. Its methods are told `uncounted`: how many requests of the operation have ended without a figure, in this window and before it. */
export class LimitWindow {
  limit: number;
  /** As the headers name it; null if the window is our guess. */
  reset: number | null = null;
  resetAtMs: number;
  /** From then on the platform may have begun the next window: `resetAtMs` is the latest of several estimates, and late by what headers round. */
  mayEndAtMs = Infinity;
  low = Infinity;
  high = -Infinity;
  /** Own answers of any kind. */
  own: number;
  /** Requests without a figure that may have been counted in the next window. */
  late = 0;
  /** Of the uncounted requests, how many are counted in this window's figures or belong to earlier windows. */
  #included = 0;

  /** Until headers say better. `own`: answers that came before it was known, and may be counted in it. */
  constructor(limit: number, resetAtMs: number, own: number) {
    this.limit = limit;
    this.resetAtMs = resetAtMs;
    this.own = own;
  }

  /** A request ended without a figure, or without an answer: it may have been counted. */
  endedUncounted(atMs: number): void {
    this.own += 1;
    if (atMs >= this.mayEndAtMs) this.late += 1;
  }

  /** Headers name the window's end: `atMs` is our estimate of it, `mayBeAtMs` the earliest that it can be. */
  endsAt(reset: number, atMs: number, mayBeAtMs: number): void {
    // The later of two estimates: `Date` has whole seconds only, and an early request would be refused.
    const same = this.reset !== null && reset <= this.reset;
    this.resetAtMs = same ? Math.max(this.resetAtMs, atMs) : atMs;
    this.mayEndAtMs = same ? Math.min(this.mayEndAtMs, mayBeAtMs) : mayBeAtMs;
    this.reset = Math.max(reset, this.reset ?? 0);
  }

  /** An answer told a figure. Its request was sent after `uncounted` others had ended without one: it includes those of this window. */
  told(figure: number, uncounted: number): void {
    this.#included = Math.max(this.#included, uncounted);
    this.low = Math.min(this.low, figure);
    this.high = Math.max(this.high, figure);
  }

  /** At most this much of it is consumed, by all whose requests an answer has told of. */
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
   * What the figure counts, if a request can still be sent when one of the two meanings has the window used up: what comes of it tells which is
   * right. Undefined: both say the same. They differ when one answer told an extreme figure, and when the answers that would have told were
   * lost, or were refusals without a figure.
   */
  meaningIfNotUsedUp(uncounted: number): 'consumed' | 'remaining' | undefined {
    const { low, high, limit } = this;
    const notIncluded = uncounted - this.#included;
    const [byConsumed, byRemaining] = [high + notIncluded, limit - low + notIncluded];
    if (byConsumed >= limit === byRemaining >= limit) return undefined;
    return byConsumed < limit ? 'consumed' : 'remaining';
  }

  /** What is known of it, to be told. Null if it is our guess. */
  state(meaning: FigureMeaning, uncounted: number, atMs: number): LimitState | null {
    if (this.reset === null) return null;
    const isKnown = meaning !== 'unknown';
    return {
      limit: this.limit,
      used: isKnown ? Math.min(this.consumed(meaning, uncounted), this.limit) : null,
      resetMs: Math.max(0, this.resetAtMs - atMs),
    };
  }

  /** Whether headers are of a later window: their reset is later by more than rounding, or their figure ran backwards. */
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
