/**
 * When one operation's next request may be sent. No clock and no timer: time comes in as milliseconds that only grow.
 *
 * Contract, section 8, and notes, "Rate limits". Three headers tell of a window: its size, one figure, its reset. What the figure
 * counts is not known beforehand (`Deployment`). Of every answer in the window the request counts at most `consumed`; a request
 * whose answer is not there yet may or may not be counted, so it is added. That sum never falls short of the platform's
 * count (but for what others consume unseen), which is why no request is sent that the headers would have forbidden.
 */
import type { Deployment } from './deployment.ts';
import type { LimitHeaders } from './limit-headers.ts';
import { JITTER_SECONDS, Window } from './window.ts';
import type { Known } from './window.ts';

export interface Contracted {
  readonly requests: number;
  readonly windowMs: number;
}

export type Decision =
  | { readonly kind: 'go' }
  /** Nothing to do until an answer that is under way has come. */
  | { readonly kind: 'hold' }
  | { readonly kind: 'wait'; readonly untilMs: number; readonly reason: 'limit' | 'refused' };

/** Handed out with each request, to be given back with its answer. */
export interface Ticket extends Known {
  readonly epoch: number;
  readonly sentAtMs: number;
  /** Sent to find out what its window's figure means. */
  readonly trial: boolean;
}

/** How a request ended, as far as limits are concerned. */
export interface Outcome {
  /** `null`: no answer. `unsent`: none, and the platform never saw the request. */
  readonly status: number | null | 'unsent';
  readonly headers: LimitHeaders | null;
  /** Of `Retry-After`, where a 429 has it. */
  readonly retryAfterMs: number | null;
}

interface Block {
  readonly untilMs: number;
  /** Of the window that is used up, where it is known. */
  readonly reset: number | null;
}

const GO: Decision = { kind: 'go' };
const HOLD: Decision = { kind: 'hold' };
const LEAST_WAIT_MS = 1000;
/** A reset that was rounded down has passed for us, but not yet for the platform. */
const JUST_PASSED_MS = 2000;
/** `Reset` and `Date` are rounded to seconds, each its own way. */
const ROUNDED_MS = 2000;

export class Pace {
  readonly #contracted: Contracted;
  readonly #deployment: Deployment;
  #window: Window | null = null;
  #block: Block | null = null;
  /** The latest reset that headers told of, as they named it and on our clock. */
  #last: { readonly reset: number; readonly atMs: number } | null = null;
  /** 429s in a row. */
  #refusals = 0;
  #everRefused = false;
  #inFlight = 0;
  /** Own answers that told no figure, and requests that got none. */
  #silences = 0;
  /** Of these, the ones that came when the window that has passed may have passed already. */
  #carried = 0;
  /** Counts the windows and blocks that have passed. */
  #epoch = 0;

  constructor(contracted: Contracted, deployment: Deployment) {
    this.#contracted = contracted;
    this.#deployment = deployment;
  }

  decide(atMs: number): Decision {
    this.#expire(atMs);
    if (this.#block !== null) {
      return { kind: 'wait', untilMs: this.#block.untilMs, reason: 'refused' };
    }
    const window = this.#window;
    if (window === null) {
      // The first request of a window goes alone: only its answer tells what others with this key have consumed.
      return this.#unlimited || this.#inFlight === 0 ? GO : HOLD;
    }
    const consumed = this.#consumed(window);
    if (consumed + this.#inFlight < window.limit) return GO;
    if (this.#inFlight > 0 && consumed < window.limit) return HOLD;
    if (this.#isTrial(window)) return GO;
    return { kind: 'wait', untilMs: window.resetAtMs, reason: 'limit' };
  }

  /** To be called when a request is sent that `decide` let go. */
  sent(atMs: number): Ticket {
    const window = this.#window;
    const trial = window !== null && this.#isTrial(window);
    if (trial) this.#deployment.tries();
    this.#inFlight += 1;
    return {
      epoch: this.#epoch,
      sentAtMs: atMs,
      window,
      reset: window?.reset ?? null,
      low: window?.low ?? Infinity,
      high: window?.high ?? -Infinity,
      silences: this.#silences,
      trial,
    };
  }

  /** To be called once per ticket, in whatever order the answers come. */
  answered(ticket: Ticket, outcome: Outcome, atMs: number): void {
    this.#inFlight -= 1;
    this.#expire(atMs);
    const { status, headers } = outcome;
    if (ticket.trial && status === null) this.#deployment.triedInVain();
    if (status === 'unsent') return;
    if (headers !== null) this.#deployment.sendsHeaders();
    if (status === 429) {
      this.#refuse(ticket, outcome, atMs);
      return;
    }
    const ok = status !== null && status < 300;
    if (ok) this.#refusals = 0;
    if (headers !== null) {
      this.#report(ticket, headers, atMs);
      return;
    }
    // Promised on every successful answer: where one lacks them, this deployment has no limits to tell of.
    if (ok) this.#deployment.lacksHeaders();
    if (this.#unlimited || this.#block !== null) return;
    const window = this.#window ?? this.#openWindow(atMs, this.#carried);
    this.#silences += 1;
    window.silence(atMs, status === null);
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

  /** What is known of the window, to be told. */
  state(atMs: number): { limit: number; used: number | null; resetMs: number } | null {
    const window = this.#window;
    if (window === null || window.reset === null) return null;
    const known = this.#deployment.meaning !== 'unknown';
    return {
      limit: window.limit,
      used: known ? Math.min(this.#consumed(window), window.limit) : null,
      resetMs: Math.max(0, window.resetAtMs - atMs),
    };
  }

  get #unlimited(): boolean {
    return this.#deployment.withoutHeaders && !this.#everRefused;
  }

  #expire(atMs: number): void {
    if (this.#block !== null && atMs >= this.#block.untilMs) {
      this.#block = null;
      this.#window = null;
      this.#carried = 0;
      this.#epoch += 1;
    }
    if (this.#window !== null && atMs >= this.#window.resetAtMs) {
      this.#carried = this.#window.late;
      this.#window = null;
      this.#epoch += 1;
    }
  }

  /** Takes an answer's headers in. Those of a window that has passed say nothing about this one. */
  #report(ticket: Ticket, headers: LimitHeaders, atMs: number): void {
    const { reset } = headers;
    if (reset !== null && this.#isPast(ticket, reset)) return;
    const resetAtMs = this.#resetAt(headers, atMs);
    this.#unblock(reset, resetAtMs);
    let window = this.#window;
    if (window === null || window.isBefore(ticket, headers, this.#deployment.meaning)) {
      window = this.#openWindow(atMs, this.#silences - ticket.silences);
    }
    if (headers.limit !== null) window.limit = headers.limit;
    if (reset !== null && resetAtMs !== null) {
      window.end(reset, resetAtMs, resetAtMs - atMs + ticket.sentAtMs - ROUNDED_MS);
      if (this.#last === null || reset >= this.#last.reset) {
        this.#last = { reset, atMs: window.resetAtMs };
      }
    }
    if (headers.figure === null) {
      this.#silences += 1;
      window.silence(atMs, false);
      return;
    }
    window.own += 1;
    if (ticket.window === window && ticket.reset === reset) this.#learn(ticket, headers.figure);
    window.figure(headers.figure, ticket.silences);
  }

  /** Sent before a window ended, and counted in it or in an earlier one. */
  #isPast(ticket: Ticket, reset: number): boolean {
    const current = this.#window?.reset ?? null;
    if (current !== null) return reset < current - JITTER_SECONDS;
    return ticket.epoch !== this.#epoch && this.#last !== null && reset <= this.#last.reset;
  }

  #isTrial(window: Window): boolean {
    return this.#deployment.mayTry && this.#inFlight === 0 && window.isRiddle(this.#silences);
  }

  /** Of a window that is used up the figure is its limit, or nothing. */
  #learnFromRefusal(ticket: Ticket, headers: LimitHeaders | null): void {
    const figure = headers?.figure ?? (ticket.trial ? ticket.low : null);
    if (figure === null || this.#deployment.meaning !== 'unknown') return;
    this.#deployment.figureMoved(figure === 0 ? 'down' : 'up');
  }

  #learn(ticket: Ticket, figure: number): void {
    if (ticket.low > ticket.high) return;
    if (figure > ticket.high) this.#deployment.figureMoved('up');
    else if (figure < ticket.low) this.#deployment.figureMoved('down');
    else this.#deployment.figureMoved('not');
  }

  #openWindow(atMs: number, own: number): Window {
    const { requests, windowMs } = this.#contracted;
    this.#window = new Window(requests, atMs + windowMs, own);
    this.#carried = 0;
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

  #refuse(ticket: Ticket, outcome: Outcome, atMs: number): void {
    this.#everRefused = true;
    this.#learnFromRefusal(ticket, outcome.headers);
    const reset = outcome.headers?.reset ?? null;
    if (this.#block === null) {
      // Sent in a window that is known to be over: the next request finds out about this one.
      if (ticket.epoch !== this.#epoch) return;
      this.#refusals += 1;
    } else if (reset === null || reset <= (this.#block.reset ?? 0)) {
      return;
    }
    const untilMs = this.#refusedUntil(outcome, atMs);
    this.#block = { untilMs, reset: reset ?? this.#window?.reset ?? null };
    if (reset !== null) this.#last = { reset, atMs: untilMs };
  }

  /** Notes, "Rate limits": the headers; else the last reset seen, while it lies ahead; else the operation's window. */
  #refusedUntil({ headers, retryAfterMs }: Outcome, atMs: number): number {
    // Grows while refusals go on: a reset that is always "now" must not be hammered.
    const leastMs = LEAST_WAIT_MS * 2 ** Math.min(this.#refusals - 1, 30);
    const told = headers?.resetMs ?? retryAfterMs;
    if (told !== null) return atMs + this.#clamp(told, leastMs);
    const lastAtMs = this.#last?.atMs ?? -Infinity;
    if (lastAtMs > atMs) return lastAtMs;
    // Unless late answers have used the next window up already.
    const isNext = this.#carried >= this.#contracted.requests;
    if (atMs - lastAtMs < JUST_PASSED_MS && !isNext) return atMs + this.#clamp(0, leastMs);
    return atMs + this.#contracted.windowMs;
  }

  #consumed(window: Window): number {
    return window.consumed(this.#deployment.meaning, this.#silences);
  }
}

/** Whole windows to wait out before the last of so many requests, if the first window begins now. */
const windowsFor = (requests: number, limit: number): number =>
  Math.max(0, Math.ceil(requests / Math.max(1, limit)) - 1);
