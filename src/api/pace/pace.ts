/**
 * Decides when the next request of one operation may be sent. It has no clock and no timer: callers pass the
 * time, in milliseconds that never decrease.
 *
 * Contract, section 8, and notes, "Rate limits". Three headers describe a window: its size, one figure, and
 * its reset. At first it is unknown what the figure counts (`LimitMeaning`). Answers give an upper bound for
 * how much of the window is consumed. A request without an answer yet may or may not be included, so it is
 * added. The sum is never lower than the platform's count, except for unseen requests of others. So no
 * request is sent that the headers would have forbidden.
 */
import type { LimitHeaders } from './limit-headers.ts';
import type { LimitMeaning } from './limit-meaning.ts';
import { Refusals, resetAt } from './refusals.ts';
import type { ContractedLimit, LastReset, RefusalTold } from './refusals.ts';
import { JITTER_SECONDS, LimitWindow } from './window.ts';
import type { FiguresSeen, LimitState } from './window.ts';

/** What the next request of an operation must do. */
export type PaceDecision =
  | { readonly kind: 'go' }
  /** Wait until a pending answer has arrived. */
  | { readonly kind: 'hold' }
  | { readonly kind: 'wait'; readonly untilMs: number };

/** A pending request: created when it is sent, and passed back when it has ended. */
export interface InFlight extends FiguresSeen {
  readonly epoch: number;
  readonly sentAtMs: number;
  /** Sent to find out what its window's figure means. */
  readonly isProbe: boolean;
}

/** How a request ended, as far as limits are concerned. */
export interface FlightEnd extends RefusalTold {
  /** `null`: there was no answer. `unsent`: there was none, and the platform never saw the request. */
  readonly status: number | null | 'unsent';
}

const GO: PaceDecision = { kind: 'go' };
const HOLD: PaceDecision = { kind: 'hold' };
/** `Reset` and `Date` are each rounded to seconds, possibly in different directions. */
const ROUNDED_MS = 2000;

/** Statuses of a request that the platform may never have seen. */
const FROM_PROXIES: ReadonlySet<number> = new Set([502, 503, 504]);

/** The pace of one operation. */
export class Pace {
  readonly #contracted: ContractedLimit;
  readonly #meaning: LimitMeaning;
  /** Undefined until a request is refused. */
  #refusals: Refusals | undefined;
  #window: LimitWindow | null = null;
  /** The latest reset in any headers: its value there, and the time on our clock. */
  #last: LastReset | null = null;
  #inFlight = 0;
  /** A pending request is finding out whether the window is used up. */
  #isProbing = false;
  /** Own requests that ended without a figure or without an answer. */
  #uncounted = 0;
  /** How many of these ended when the previous window may have been over already. */
  #uncountedLate = 0;
  /** Counts windows and blocks that have ended. */
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
      // The first request of a window is sent alone: only its answer tells what others with this key have consumed.
      return this.#unlimited || this.#inFlight === 0 ? GO : HOLD;
    }
    const consumed = this.#consumed(window);
    if (consumed + this.#inFlight < window.limit) return GO;
    const mayFindOut = this.#isUnclear(window);
    if (this.#inFlight > 0 && (consumed < window.limit || this.#isProbing || mayFindOut)) {
      return HOLD;
    }
    if (mayFindOut) return GO;
    return { kind: 'wait', untilMs: window.resetAtMs };
  }

  /** Call it when a request is sent that `decide` allowed. */
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

  /** Call it once for each request that has ended, in any order. */
  ended(flight: InFlight, end: FlightEnd, atMs: number): void {
    this.#inFlight -= 1;
    this.#expire(atMs);
    this.#learn(flight, end, atMs);
    if (!flight.isProbe) return;
    this.#isProbing = false;
    // An answer of the platform without headers says too little to try again: each probe may cost a refusal.
    const { status, headers } = end;
    const isLost = status === null || status === 'unsent' || FROM_PROXIES.has(status);
    if (isLost || (status !== 429 && headers !== null)) this.#meaning.probeEnded();
  }

  #learn(flight: InFlight, end: FlightEnd, atMs: number): void {
    const { status, headers } = end;
    if (status === 'unsent') return;
    if (headers !== null) this.#meaning.sendsHeaders();
    if (status === 429) return this.#refuse(flight, end, atMs);
    const ok = status !== null && status < 300;
    if (ok) this.#refusals?.endRow();
    if (headers !== null) {
      this.#report(flight, headers, atMs);
      return;
    }
    // Every successful answer must have them. If one does not, this platform announces no limits.
    if (ok) this.#meaning.lacksHeaders();
    if (this.#unlimited || this.#refusals?.isBlocking) return;
    // If the window may have ended meanwhile, the answer says nothing about it.
    if (flight.isProbe && status !== null && atMs < (flight.window?.mayEndAtMs ?? 0)) {
      this.#learnFromProbe(flight, 'answered');
    }
    const window = this.#window ?? this.#openWindow(atMs, this.#uncountedLate);
    this.#uncounted += 1;
    window.endedUncounted(atMs);
  }

  /** How many milliseconds `requests` more would wait if nobody else sends any. */
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

  /** What is known of the window. Null if no headers have described it. */
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

  /** Evaluates an answer's headers. Headers of an earlier window say nothing about this one. */
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

  /** Whether the request was sent before a window ended, and counted in that window or an earlier one. */
  #isPast(flight: InFlight, reset: number): boolean {
    const current = this.#window?.reset ?? null;
    if (current !== null) return reset < current - JITTER_SECONDS;
    return flight.epoch !== this.#epoch && this.#last !== null && reset <= this.#last.reset;
  }

  #isProbe(window: LimitWindow): boolean {
    return this.#inFlight === 0 && this.#isUnclear(window);
  }

  /** Whether the window is used up by one meaning of its figure only, and a request may find out which is right. */
  #isUnclear(window: LimitWindow): boolean {
    if (!this.#meaning.mayProbe) return false;
    return window.meaningIfNotUsedUp(this.#uncounted) !== undefined;
  }

  /** One meaning of the figure implied that the window was used up, the other did not. The outcome of the request tells which is right. */
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

/** How many whole windows pass before the last of these requests, if the first window starts now. */
const windowsFor = (requests: number, limit: number): number =>
  Math.max(0, Math.ceil(requests / Math.max(1, limit)) - 1);
