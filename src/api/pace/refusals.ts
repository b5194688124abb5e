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
  /** Of the window that is used up, if it is known. */
  readonly reset: number | null;
}

/** What a refusal said. */
export interface RefusalTold {
  readonly headers: LimitHeaders | null;
  /** Of `Retry-After`, if it has one. */
  readonly retryAfterMs: number | null;
}

/** What is known of the window in which a refusal came. */
export interface RefusedWindow {
  /** The request was sent in a window that is over. */
  readonly isOver: boolean;
  readonly reset: number | null;
  /** So many of our own requests may have been counted in the next window already. */
  readonly countedInNext: number;
}

const LEAST_WAIT_MS = 1000;
/** A reset that was rounded down has passed for us, but not yet for the platform. */
const JUST_PASSED_MS = 2000;

/** Until when an operation is blocked, and when its window ends, as answers told. */
export class Refusals {
  readonly #contracted: ContractedLimit;
  #block: Block | null = null;
  /** The latest reset that headers told of, as they named it and on our clock. */
  #last: { readonly reset: number; readonly atMs: number } | null = null;
  #inRow = 0;
  #everRefused = false;

  constructor(contracted: ContractedLimit) {
    this.#contracted = contracted;
  }

  /** Null: nothing is to be waited for. */
  get blockedUntilMs(): number | null {
    return this.#block?.untilMs ?? null;
  }

  /** Whether any request was refused. */
  get everRefused(): boolean {
    return this.#everRefused;
  }

  /** Whether a block ends by now. */
  expire(atMs: number): boolean {
    if (this.#block === null || atMs < this.#block.untilMs) return false;
    this.#block = null;
    return true;
  }

  /** A request was answered well: the next refusal is the first in its row. */
  endRow(): void {
    this.#inRow = 0;
  }

  /** When the window of these headers resets, on our clock, within the contract's window. Null: they do not say. */
  resetAt({ resetMs }: LimitHeaders, atMs: number): number | null {
    return resetMs === null ? null : atMs + this.#clamp(resetMs, LEAST_WAIT_MS);
  }

  /** Whether this reset is not later than the latest that was told. */
  isNotNew(reset: number): boolean {
    return this.#last !== null && reset <= this.#last.reset;
  }

  /** Headers named a reset. */
  noteReset(reset: number, atMs: number): void {
    if (this.#last === null || reset >= this.#last.reset) this.#last = { reset, atMs };
  }

  /** An answer that came during a block may know its true end, or that it is over. */
  unblock(reset: number | null, resetAtMs: number | null): void {
    if (this.#block === null || reset === null || resetAtMs === null) return;
    if (this.#block.reset === null) this.#block = { untilMs: resetAtMs, reset };
    else if (reset > this.#block.reset + JITTER_SECONDS) this.#block = null;
  }

  /** A request was refused: until its limit resets, none is to be sent. */
  refuse(told: RefusalTold, window: RefusedWindow, atMs: number): void {
    this.#everRefused = true;
    const reset = told.headers?.reset ?? null;
    if (this.#block === null) {
      // The next request finds out about the window that has begun.
      if (window.isOver) return;
      this.#inRow += 1;
    } else if (reset === null || reset <= (this.#block.reset ?? 0)) {
      return;
    }
    const untilMs = this.#refusedUntil(told, window.countedInNext, atMs);
    this.#block = { untilMs, reset: reset ?? window.reset };
    if (reset !== null) this.#last = { reset, atMs: untilMs };
  }

  /** Notes, "Rate limits": the headers; else the last reset seen, while it lies ahead; else the operation's window. */
  #refusedUntil(
    { headers, retryAfterMs }: RefusalTold,
    countedInNext: number,
    atMs: number,
  ): number {
    // Grows with each refusal in a row: a reset that is always "now" must not be hammered.
    const leastMs = LEAST_WAIT_MS * 2 ** Math.min(this.#inRow - 1, 30);
    const told = headers?.resetMs ?? retryAfterMs;
    if (told !== null) return atMs + this.#clamp(told, leastMs);
    const lastAtMs = this.#last?.atMs ?? -Infinity;
    if (lastAtMs > atMs) return lastAtMs;
    // Unless late answers have used the next window up already.
    const isNext = countedInNext >= this.#contracted.requests;
    if (atMs - lastAtMs < JUST_PASSED_MS && !isNext) return atMs + this.#clamp(0, leastMs);
    return atMs + this.#contracted.windowMs;
  }

  #clamp(ms: number, leastMs: number): number {
    return Math.min(Math.max(ms, leastMs), this.#contracted.windowMs);
  }
}
