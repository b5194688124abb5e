/**
 * When one operation's next request may be sent. No clock and no timer: time comes in as milliseconds that only grow.
 *
 * Contract, section 8, and notes, "Rate limits". Three headers tell of a window: its size, one figure, its reset. What the figure
 * counts is not known beforehand (`LimitMeaning`). Of every answer in the window the request counts at most `consumed`; a request
 * whose answer is not there yet may or may not be counted, so it is added. That sum never falls short of the platform's
 * count (but for what others consume unseen), which is why no request is sent that the headers would have forbidden.
 */
import type { LimitHeaders } from './limit-headers.ts';
import type { LimitMeaning } from './limit-meaning.ts';
import { JITTER_SECONDS, LimitWindow } from './window.ts';
import type { FiguresSeen } from './window.ts';

/** The limit of an operation as the contract has it. */
export interface ContractedLimit {
  readonly requests: number;
  readonly windowMs: number;
}

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

/** The rate limit of one operation after one answer, as its headers and our own count have it. */
export interface LimitState {
  readonly limit: number;
  /** Requests consumed in the window by everyone with this key; null while that is not known. */
  readonly used: number | null;
  /** Milliseconds until the window resets. */
  readonly resetMs: number;
}

/** How a request ended, as far as limits are concerned. */
export interface FlightEnd {
  /** `null`: no answer. `unsent`: none, and the platform never saw the request. */
  readonly status: number | null | 'unsent';
  readonly headers: LimitHeaders | null;
  /** Of `Retry-After`, if a 429 has it. */
  readonly retryAfterMs: number | null;
}

interface Block {
  readonly untilMs: number;
  /** Of the window that is used up, if it is known. */
  readonly reset: number | null;
}

const GO: PaceDecision = { kind: 'go' };
const HOLD: PaceDecision = { kind: 'hold' };
const LEAST_WAIT_MS = 1000;
/** A reset that was rounded down has passed for us, but not yet for the platform. */
const JUST_PASSED_MS = 2000;
/** `Reset` and `Date` are rounded to seconds, each its own way. */
const ROUNDED_MS = 2000;

/** The pace of one operation. */
export class Pace {
  readonly #contracted: ContractedLimit;
  readonly #meaning: LimitMeaning;
  #window: LimitWindow | null = null;
  #block: Block | null = null;
  /** The latest reset that headers told of, as they named it and on our clock. */
  #last: { readonly reset: number; readonly atMs: number } | null = null;
  /** 429s in a row. */
  #refusals = 0;
  #everRefused = false;
  #inFlight = 0;
  /** A request is under way that finds out whether the window is used up. */
  #isProbing = false;
  /** Own requests that ended without a figure, or without an answer. */
  #uncounted = 0;
  /** Of these, the ones that ended when the window that has passed may have passed already. */
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
    if (this.#block !== null) {
      return { kind: 'wait', untilMs: this.#block.untilMs };
    }
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
    if (status === 429) {
      this.#refuse(flight, end, atMs);
      return;
    }
    const ok = status !== null && status < 300;
    if (ok) this.#refusals = 0;
    if (headers !== null) {
      this.#report(flight, headers, atMs);
      return;
    }
    // Promised on every successful answer: if one lacks them, this platform has no limits to tell of.
    if (ok) this.#meaning.lacksHeaders();
    if (this.#unlimited || this.#block !== null) return;
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
    if (this.#block !== null) {
      const blockedMs = this.#block.untilMs - atMs;
      return blockedMs + windowsFor(requests, this.#contracted.requests) * windowMs;
    }
    const window = this.#window;
    if (window === null) {
      return this.#unlimited ? 0 : windowsFor(requests, this.#contracted.requests) * windowMs;
    }
    const left = Math.max(0, window.limit - this.#consumed(window) - this.#inFlight);
    if (requests <= left) return 0;
    return window.resetAtMs - atMs + windowsFor(requests - left, window.limit) * windowMs;
  }

  /** What is known of the window, to be told. Null if the headers have told of none. */
  state(atMs: number): LimitState | null {
    const window = this.#window;
    if (window === null || window.reset === null) return null;
    const known = this.#meaning.figure !== 'unknown';
    return {
      limit: window.limit,
      used: known ? Math.min(this.#consumed(window), window.limit) : null,
      resetMs: Math.max(0, window.resetAtMs - atMs),
    };
  }

  get #unlimited(): boolean {
    return this.#meaning.withoutHeaders && !this.#everRefused;
  }

  #expire(atMs: number): void {
    if (this.#block !== null && atMs >= this.#block.untilMs) {
      this.#block = null;
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
    const resetAtMs = this.#resetAt(headers, atMs);
    this.#unblock(reset, resetAtMs);
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
    if (flight.window === window && flight.reset === reset) this.#learn(flight, headers.figure);
    window.told(headers.figure, flight.uncounted);
  }

  /** Sent before a window ended, and counted in it or in an earlier one. */
  #isPast(flight: InFlight, reset: number): boolean {
    const current = this.#window?.reset ?? null;
    if (current !== null) return reset < current - JITTER_SECONDS;
    return flight.epoch !== this.#epoch && this.#last !== null && reset <= this.#last.reset;
  }

  #isProbe(window: LimitWindow): boolean {
    return this.#meaning.mayProbe && this.#inFlight === 0 && window.isAmbiguous(this.#uncounted);
  }

  /** Of a window that is used up the figure is its limit, or nothing. */
  #learnFromRefusal(flight: InFlight, headers: LimitHeaders | null): void {
    if (this.#meaning.figure !== 'unknown') return;
    const figure = headers?.figure ?? null;
    if (figure !== null) this.#meaning.figureMoved(figure === 0 ? 'down' : 'up');
    else if (flight.isProbe) this.#learnFromProbe(flight, 'refused');
  }

  /** One meaning of the figure had the window used up, and the other had not: what came of the request tells which is right. */
  #learnFromProbe({ window, uncounted }: InFlight, result: 'answered' | 'refused'): void {
    if (window === null || window !== this.#window || this.#meaning.figure !== 'unknown') return;
    const notUsedUp = window.meaningIfNotUsedUp(uncounted);
    if (notUsedUp === undefined) return;
    const isConsumed = (notUsedUp === 'consumed') === (result === 'answered');
    this.#meaning.figureMoved(isConsumed ? 'up' : 'down');
  }

  #learn({ low, high }: InFlight, figure: number): void {
    if (low > high) return;
    if (figure > high) this.#meaning.figureMoved('up');
    else if (figure < low) this.#meaning.figureMoved('down');
    else this.#meaning.figureMoved('not');
  }

  #openWindow(atMs: number, own: number): LimitWindow {
    const { requests, windowMs } = this.#contracted;
    this.#window = new LimitWindow(requests, atMs + windowMs, own);
    this.#uncountedLate = 0;
    return this.#window;
  }

  #resetAt({ resetMs }: LimitHeaders, atMs: number): number | null {
    return resetMs === null ? null : atMs + this.#clamp(resetMs, LEAST_WAIT_MS);
  }

  #clamp(ms: number, leastMs: number): number {
    return Math.min(Math.max(ms, leastMs), this.#contracted.windowMs);
  }

  /** An answer that came during a block may know its true end, or that it is over. */
  #unblock(reset: number | null, resetAtMs: number | null): void {
    if (this.#block === null || reset === null || resetAtMs === null) return;
    if (this.#block.reset === null) this.#block = { untilMs: resetAtMs, reset };
    else if (reset > this.#block.reset + JITTER_SECONDS) this.#block = null;
  }

  #refuse(flight: InFlight, end: FlightEnd, atMs: number): void {
    this.#everRefused = true;
    this.#learnFromRefusal(flight, end.headers);
    const reset = end.headers?.reset ?? null;
    if (this.#block === null) {
      // Sent in a window that is known to be over: the next request finds out about this one.
      if (flight.epoch !== this.#epoch) return;
      this.#refusals += 1;
    } else if (reset === null || reset <= (this.#block.reset ?? 0)) {
      return;
    }
    const untilMs = this.#refusedUntil(end, atMs);
    this.#block = { untilMs, reset: reset ?? this.#window?.reset ?? null };
    if (reset !== null) this.#last = { reset, atMs: untilMs };
  }

  /** Notes, "Rate limits": the headers; else the last reset seen, while it lies ahead; else the operation's window. */
  #refusedUntil({ headers, retryAfterMs }: FlightEnd, atMs: number): number {
    // Grows with each refusal in a row: a reset that is always "now" must not be hammered.
    const leastMs = LEAST_WAIT_MS * 2 ** Math.min(this.#refusals - 1, 30);
    const told = headers?.resetMs ?? retryAfterMs;
    if (told !== null) return atMs + this.#clamp(told, leastMs);
    const lastAtMs = this.#last?.atMs ?? -Infinity;
    if (lastAtMs > atMs) return lastAtMs;
    // Unless late answers have used the next window up already.
    const isNext = this.#uncountedLate >= this.#contracted.requests;
    if (atMs - lastAtMs < JUST_PASSED_MS && !isNext) return atMs + this.#clamp(0, leastMs);
    return atMs + this.#contracted.windowMs;
  }

  #consumed(window: LimitWindow): number {
    return window.consumed(this.#meaning.figure, this.#uncounted);
  }
}

/** Whole windows to wait out before the last of so many requests, if the first window begins now. */
const windowsFor = (requests: number, limit: number): number =>
  Math.max(0, Math.ceil(requests / Math.max(1, limit)) - 1);
