/** What the refusals of one operation (429) leave to be waited for. */
import type { LimitHeaders } from './limit-headers.ts';
import { JITTER_SECONDS } from './window.ts';

/** The limit of an operation as the contract has it. */
export interface ContractedLimit {
  readonly requests: number;
  readonly windowMs: number;
}

interface Block {
  readonly untilMs: number;
  /** The reset of the window that is used up, if it is known. */
  readonly reset: number | null;
}

/** What a refusal said. */
export interface RefusalTold {
  readonly headers: LimitHeaders | null;
  /** Of `Retry-After`, if it has one. */
  readonly retryAfterMs: number | null;
}

/** The latest reset that headers told of, as they named it and on our clock. */
export interface LastReset {
  readonly reset: number;
  readonly atMs: number;
}

/** What is known of the window in which a refusal came. */
export interface RefusedWindow {
  /** The request was sent in a window that is over. */
  readonly isOver: boolean;
  readonly reset: number | null;
  /** How many of our own requests may have been counted in the next window already. */
  readonly countedInNext: number;
  readonly last: LastReset | null;
}

const LEAST_WAIT_MS = 1000;
/** A reset that was rounded down has passed for us, but not yet for the platform. */
const JUST_PASSED_MS = 2000;

/** When the window of these headers resets, on our clock, within the contract's window. Null: they do not say. */
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

  /** Null: nothing is to be waited for. */
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

  /** A request was answered well: the next refusal is the first in its row. */
  endRow(): void {
    this.#inRow = 0;
  }

  /** An answer that came during a block may know its true end, or that it is over. */
  unblock(reset: number | null, resetAtMs: number | null): void {
    if (this.#block === null || reset === null || resetAtMs === null) return;
    if (this.#block.reset === null) this.#block = { untilMs: resetAtMs, reset };
    else if (reset > this.#block.reset + JITTER_SECONDS) this.#block = null;
  }

  /** A request was refused: until its limit resets, none is to be sent. Returns the latest reset that was told. */
  refuse(told: RefusalTold, window: RefusedWindow, atMs: number): LastReset | null {
    const reset = told.headers?.reset ?? null;
    if (this.#block === null) {
      // The next request finds out about the window that has begun.
      if (window.isOver) return window.last;
      this.#inRow += 1;
    } else if (reset === null || reset <= (this.#block.reset ?? 0)) {
      return window.last;
    }
    const untilMs = this.#refusedUntil(told, window, atMs);
    this.#block = { untilMs, reset: reset ?? window.reset };
    return reset === null ? window.last : { reset, atMs: untilMs };
  }

  /** Notes, "Rate limits": the headers; else the last reset seen, while it lies ahead; else the operation's window. */
  #refusedUntil(
    { headers, retryAfterMs }: RefusalTold,
    { countedInNext, last }: RefusedWindow,
    atMs: number,
  ): number {
    // Grows with each refusal in a row: a reset that is always "now" must not be hammered.
    const leastMs = LEAST_WAIT_MS * 2 ** Math.min(this.#inRow - 1, 30);
    const told = headers?.resetMs ?? retryAfterMs;
    if (told !== null) return atMs + clamp(told, leastMs, this.#contracted);
    const lastAtMs = last?.atMs ?? -Infinity;
    if (lastAtMs > atMs) return lastAtMs;
    // Unless late answers have used the next window up already.
    const isNext = countedInNext >= this.#contracted.requests;
    if (atMs - lastAtMs < JUST_PASSED_MS && !isNext)
      return atMs + clamp(0, leastMs, this.#contracted);
    return atMs + this.#contracted.windowMs;
  }
}
