/**
 * Decides when one operation's next request may be sent. It has no clock and no timer: it is told the time in milliseconds that only grow.
 *
 * Contract, section 8, and notes, "Rate limits". Three headers tell of a window: its size, one figure, its reset. What the figure
 * counts is not known beforehand (`LimitMeaning`). Answers tell how much of the window is consumed at most. A request whose answer
 * is not there yet may or may not be counted in that, so it is added. The sum is never lower than the platform's count, apart from what others consume
 * unseen: no request is sent that the headers would have forbidden.
 */
import type { LimitHeaders } from './limit-headers.ts';
import type { LimitMeaning } from './limit-meaning.ts';
import { Refusals, resetAt } from './refusals.ts';
import type { ContractedLimit, LastReset, RefusalTold } from './refusals.ts';
import { JITTER_SECONDS, LimitWindow } from './window.ts';
import type { FiguresSeen, LimitState } from './window.ts';

/** What the next request of an operation is to do. */
export type PaceDecision =
  | { readonly kind: 'go' }
  /** Nothing, until an answer that is under way has come. */
  | { readonly kind: 'hold' }
  | { readonly kind: 'wait'; readonly untilMs: number };

/** A request that is under way: handed out when it is sent, and given back when it has ended. */
export interface InFlight extends FiguresSeen {
  readonly epoch: number;
  readonly sentAtMs: number;
  /** Sent to find out what its window's figure means. */
  readonly isProbe: boolean;
}

/** How a request ended, as far as limits are concerned. */
export interface FlightEnd extends RefusalTold {
  /** `null`: no answer. `unsent`: none, and the platform never saw the request. */
  readonly status: number | null | 'unsent';
}

const GO: PaceDecision = { kind: 'go' };
const HOLD: PaceDecision = { kind: 'hold' };
/** `Reset` and `Date` are rounded to seconds, each its own way. */
const ROUNDED_MS = 2000;

/** The pace of one operation. */
export class Pace {
  readonly #contracted: ContractedLimit;
  readonly #meaning: LimitMeaning;
  /** Undefined until a request is refused. */
  #refusals: Refusals | undefined;
  #window: LimitWindow | null = null;
  /** The latest reset that headers told of, as they named it and on our clock. */
  #last: LastReset | null = null;
  #inFlight = 0;
  /** A request is under way that finds out whether the window is used up. */
  #isProbing = false;
  /** Own requests that ended without a figure, or without an answer. */
  #uncounted = 0;
  /** How many of these ended when the window before this one may have been over already. */
  #uncountedLate = 0;
  /** Counts the windows and blocks that have passed. */
  #epoch = 0;

  constructor(contracted: ContractedLimit, meaning: LimitMeaning) {
    this.#contracted = contracted;
    this.#meaning = meaning;
  }

  /** Whether the next request may be sent now. */
  decide(atMs: number): PaceDecision {
    this.#expire(atMs);
    const blockedUntilMs = this.#refusals?.blockedUntilMs ?? null;
    if (blockedUntilMs !== null) return { kind: 'wait', untilMs: blockedUntilMs };
    const window = this.#window;
    if (window === null) {
      // The first request of a window goes alone: only its answer tells what others with this key have consumed.
      return this.#unlimited || this.#inFlight === 0 ? GO : HOLD;
    }
    const consumed = this.#consumed(window);
    if (consumed + this.#inFlight < window.limit) return GO;
    if (this.#inFlight > 0 && (consumed < window.limit || this.#isProbing)) return HOLD;
    if (this.#isProbe(window)) return GO;
    return { kind: 'wait', untilMs: window.resetAtMs };
  }

  /** To be called when a request is sent that `decide` let go. */
  sent(atMs: number): InFlight {
    const window = this.#window;
    const isProbe = window !== null && this.#isProbe(window);
    if (isProbe) {
      this.#meaning.probe();
      this.#isProbing = true;
    }
    this.#inFlight += 1;
    return {
      epoch: this.#epoch,
      sentAtMs: atMs,
      window,
      reset: window?.reset ?? null,
      low: window?.low ?? Infinity,
      high: window?.high ?? -Infinity,
      uncounted: this.#uncounted,
      isProbe,
    };
  }

  /** To be called once per request under way, in whatever order they end. */
  ended(flight: InFlight, end: FlightEnd, atMs: number): void {
    this.#inFlight -= 1;
    if (flight.isProbe) this.#isProbing = false;
    this.#expire(atMs);
    const { status, headers } = end;
    if (flight.isProbe && status === null) this.#meaning.probeFailed();
    if (status === 'unsent') return;
    if (headers !== null) this.#meaning.sendsHeaders();
    if (status === 429) return this.#refuse(flight, end, atMs);
    const ok = status !== null && status < 300;
    if (ok) this.#refusals?.endRow();
    if (headers !== null) {
      this.#report(flight, headers, atMs);
      return;
    }
    // Promised on every successful answer: if one lacks them, this platform has no limits to tell of.
    if (ok) this.#meaning.lacksHeaders();
    if (this.#unlimited || this.#refusals?.isBlocking) return;
    // If the window may have passed meanwhile, an answer tells nothing of it.
    if (flight.isProbe && status !== null && atMs < (flight.window?.mayEndAtMs ?? 0)) {
      this.#learnFromProbe(flight, 'answered');
    }
    const window = this.#window ?? this.#openWindow(atMs, this.#uncountedLate);
    this.#uncounted += 1;
    window.endedUncounted(atMs);
  }

  /** Milliseconds that `requests` more would wait, if nobody else sends any. */
  waitMs(requests: number, atMs: number): number {
    this.#expire(atMs);
    const { windowMs } = this.#contracted;
    const blockedUntilMs = this.#refusals?.blockedUntilMs ?? null;
    const window = this.#window;
    if (blockedUntilMs !== null || window === null) {
      if (blockedUntilMs === null && this.#unlimited) return 0;
      const blockedMs = (blockedUntilMs ?? atMs) - atMs;
      return blockedMs + windowsFor(requests, this.#contracted.requests) * windowMs;
    }
    const left = Math.max(0, window.limit - this.#consumed(window) - this.#inFlight);
    if (requests <= left) return 0;
    return window.resetAtMs - atMs + windowsFor(requests - left, window.limit) * windowMs;
  }

  /** What is known of the window, to be told. Null if the headers have told of none. */
  state(atMs: number): LimitState | null {
    return this.#window?.state(this.#meaning.figure, this.#uncounted, atMs) ?? null;
  }

  get #unlimited(): boolean {
    return this.#meaning.withoutHeaders && this.#refusals === undefined;
  }

  #expire(atMs: number): void {
    if (this.#refusals?.expire(atMs)) {
      this.#window = null;
      this.#uncountedLate = 0;
      this.#epoch += 1;
    }
    if (this.#window !== null && atMs >= this.#window.resetAtMs) {
      this.#uncountedLate = this.#window.late;
      this.#window = null;
      this.#epoch += 1;
    }
  }

  /** Takes an answer's headers in. Those of a window that has passed say nothing about this one. */
  #report(flight: InFlight, headers: LimitHeaders, atMs: number): void {
    const { reset } = headers;
    if (reset !== null && this.#isPast(flight, reset)) return;
    const resetAtMs = resetAt(headers, atMs, this.#contracted);
    this.#refusals?.unblock(reset, resetAtMs);
    let window = this.#window;
    if (window === null || window.isBefore(flight, headers, this.#meaning.figure)) {
      window = this.#openWindow(atMs, this.#uncounted - flight.uncounted);
    }
    if (headers.limit !== null) window.limit = headers.limit;
    if (reset !== null && resetAtMs !== null) {
      window.endsAt(reset, resetAtMs, resetAtMs - atMs + flight.sentAtMs - ROUNDED_MS);
      if (this.#last === null || reset >= this.#last.reset) {
        this.#last = { reset, atMs: window.resetAtMs };
      }
    }
    if (headers.figure === null) {
      this.#uncounted += 1;
      window.endedUncounted(atMs);
      return;
    }
    window.own += 1;
    if (flight.window === window && flight.reset === reset) {
      this.#meaning.compare(headers.figure, flight);
    }
    window.told(headers.figure, flight.uncounted);
  }

  /** Sent before a window ended, and counted in it or in an earlier one. */
  #isPast(flight: InFlight, reset: number): boolean {
    const current = this.#window?.reset ?? null;
    if (current !== null) return reset < current - JITTER_SECONDS;
    return flight.epoch !== this.#epoch && this.#last !== null && reset <= this.#last.reset;
  }

  #isProbe(window: LimitWindow): boolean {
    if (this.#inFlight > 0 || !this.#meaning.mayProbe) return false;
    return window.meaningIfNotUsedUp(this.#uncounted) !== undefined;
  }

  /** One meaning of the figure had the window used up, and the other had not: what came of the request tells which is right. */
  #learnFromProbe({ window, uncounted }: InFlight, result: 'answered' | 'refused'): void {
    if (window === null || window !== this.#window || this.#meaning.figure !== 'unknown') return;
    const notUsedUp = window.meaningIfNotUsedUp(uncounted);
    if (notUsedUp === undefined) return;
    const isConsumed = (notUsedUp === 'consumed') === (result === 'answered');
    this.#meaning.figureMoved(isConsumed ? 'up' : 'down');
  }

  #openWindow(atMs: number, own: number): LimitWindow {
    const { requests, windowMs } = this.#contracted;
    this.#window = new LimitWindow(requests, atMs + windowMs, own);
    this.#uncountedLate = 0;
    return this.#window;
  }

  #refuse(flight: InFlight, end: FlightEnd, atMs: number): void {
    const figure = end.headers?.figure ?? null;
    if (figure !== null) this.#meaning.refusedWith(figure);
    else if (flight.isProbe) this.#learnFromProbe(flight, 'refused');
    this.#refusals ??= new Refusals(this.#contracted);
    const window = {
      isOver: flight.epoch !== this.#epoch,
      reset: this.#window?.reset ?? null,
      countedInNext: this.#uncountedLate,
      last: this.#last,
    };
    this.#last = this.#refusals.refuse(end, window, atMs);
  }

  #consumed(window: LimitWindow): number {
    return window.consumed(this.#meaning.figure, this.#uncounted);
  }
}

/** Whole windows to wait out before the last of so many requests, if the first window begins now. */
const windowsFor = (requests: number, limit: number): number =>
  Math.max(0, Math.ceil(requests / Math.max(1, limit)) - 1);
