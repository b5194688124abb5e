/** Decides how long to wait after refusals of one operation (429). */
import type { LimitHeaders } from './limit-headers.ts';
import { JITTER_SECONDS } from './window.ts';

/** The limit of an operation in the contract. */
export interface ContractedLimit {
  readonly requests: number;
  readonly windowMs: number;
}

interface Block {
  readonly untilMs: number;
  /** The reset of the used-up window, if it is known. */
  readonly reset: number | null;
}

/** What a refusal said. */
export interface RefusalTold {
  readonly headers: LimitHeaders | null;
  /** From `Retry-After`, if the answer has it. */
  readonly retryAfterMs: number | null;
}

/** The latest reset in any headers: its value there, and the time on our clock. */
export interface LastReset {
  readonly reset: number;
  readonly atMs: number;
}

/** What is known of the window in which a refusal arrived. */
export interface RefusedWindow {
  /** The request was sent in a window that has ended. */
  readonly isOver: boolean;
  readonly reset: number | null;
  /** How many of our own requests the next window may already include. */
  readonly countedInNext: number;
  readonly last: LastReset | null;
}

const LEAST_WAIT_MS = 1000;
/** A reset that was rounded down may have passed on our clock but not on the platform's. */
const JUST_PASSED_MS = 2000;

/** When the window of these headers resets, on our clock: at least a second and at most one contracted window from now. Null if they do not say. */
export const resetAt = (
  { resetMs }: LimitHeaders,
  atMs: number,
  contracted: ContractedLimit,
): number | null => (resetMs === null ? null : atMs + clamp(resetMs, LEAST_WAIT_MS, contracted));

const clamp = (ms: number, leastMs: number, { windowMs }: ContractedLimit): number =>
  Math.min(Math.max(ms, leastMs), windowMs);

/** Until when an operation is blocked. */
export class Refusals {
  readonly #contracted: ContractedLimit;
  #block: Block | null = null;
  #inRow = 0;

  constructor(contracted: ContractedLimit) {
    this.#contracted = contracted;
  }

  /** Null: there is nothing to wait for. */
  get blockedUntilMs(): number | null {
    return this.#block?.untilMs ?? null;
  }

  get isBlocking(): boolean {
    return this.#block !== null;
  }

  /** Ends a block whose time has passed. Returns whether there was one. */
  expire(atMs: number): boolean {
    if (this.#block === null || atMs < this.#block.untilMs) return false;
    this.#block = null;
    return true;
  }

  /** A request succeeded, so the next refusal is the first in a row. */
  endRow(): void {
    this.#inRow = 0;
  }

  /** An answer that arrives during a block may tell its true end, or that it has ended. */
  unblock(reset: number | null, resetAtMs: number | null): void {
    if (this.#block === null || reset === null || resetAtMs === null) return;
    if (this.#block.reset === null) this.#block = { untilMs: resetAtMs, reset };
    else if (reset > this.#block.reset + JITTER_SECONDS) this.#block = null;
  }

  /** A request was refused, so none must be sent until the limit resets. Returns the latest reset in any headers. */
  refuse(told: RefusalTold, window: RefusedWindow, atMs: number): LastReset | null {
    const reset = told.headers?.reset ?? null;
    if (this.#block === null) {
      // The next request will find out about the window that has started.
      if (window.isOver) return window.last;
      this.#inRow += 1;
    } else if (reset === null || reset <= (this.#block.reset ?? 0)) {
      return window.last;
    }
    const untilMs = this.#refusedUntil(told, window, atMs);
    this.#block = { untilMs, reset: reset ?? window.reset };
    return reset === null ? window.last : { reset, atMs: untilMs };
  }

  /** Notes, "Rate limits": uses the headers, or else the last known reset if it is in the future, or else the operation's window. */
  #refusedUntil(
    { headers, retryAfterMs }: RefusalTold,
    { countedInNext, last }: RefusedWindow,
    atMs: number,
  ): number {
    // Doubles with each refusal in a row, so that a platform whose reset is always "now" is not flooded.
    const leastMs = LEAST_WAIT_MS * 2 ** Math.min(this.#inRow - 1, 30);
    const told = headers?.resetMs ?? retryAfterMs;
    if (told !== null) return atMs + clamp(told, leastMs, this.#contracted);
    const lastAtMs = last?.atMs ?? -Infinity;
    if (lastAtMs > atMs) return lastAtMs;
    // Late answers may have used up the next window already.
    const isNext = countedInNext >= this.#contracted.requests;
    if (atMs - lastAtMs < JUST_PASSED_MS && !isNext)
      return atMs + clamp(0, leastMs, this.#contracted);
    return atMs + this.#contracted.windowMs;
  }
}
