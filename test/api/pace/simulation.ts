import assert from 'node:assert/strict';
import { readLimitHeaders } from '../../../src/api/pace/limit-headers.ts';
import { LimitMeaning } from '../../../src/api/pace/limit-meaning.ts';
import { Pace } from '../../../src/api/pace/pace.ts';
import type { InFlight } from '../../../src/api/pace/pace.ts';
import type { Answer, LimiterOptions } from './rate-limiter.ts';
import { RateLimiter } from './rate-limiter.ts';

/** One client and one platform, whose limit and window are the contract's. */
export interface Simulation extends LimiterOptions {
  /** Our requests, all wanted at once. */
  readonly requests: number;
  readonly concurrency: number;
  /** Milliseconds to the platform and back, by request: answers overtake each other. */
  readonly thereMs: readonly number[];
  readonly backMs: readonly number[];
  /** Requests of others with the key, before ours begin. */
  readonly consumedBefore: number;
  /** Moments at which others send one more. */
  readonly othersAtMs: readonly number[];
  /** Some of ours are answered with this instead of 200. */
  readonly errors: { readonly every: number; readonly status: number };
}

export interface Played {
  /** When the last answer came. */
  readonly atMs: number;
  /** Our 429s. */
  readonly refused: number;
  readonly sent: number;
  /** Our most requests under way at once. */
  readonly most: number;
  readonly meaning: string;
}

interface Flight {
  readonly inFlight: InFlight;
  readonly arrivesMs: number;
  readonly backMs: number;
  readonly error: number | undefined;
  answer: Answer | null;
}

const START = Date.UTC(2026, 0, 31, 12);

/** Plays it event by event. Throws where a decision could never be carried out. */
export function simulate(simulation: Simulation): Played {
  return new Play(simulation).run();
}

class Play {
  readonly #simulation: Simulation;
  readonly #limiter: RateLimiter;
  readonly #meaning = new LimitMeaning();
  readonly #pace: Pace;
  readonly #others: number[];
  readonly #flights: Flight[] = [];
  #atMs = 0;
  #wanted: number;
  #sent = 0;
  #done = 0;
  #most = 0;

  constructor(simulation: Simulation) {
    const { limit, windowMs, consumedBefore, othersAtMs, requests } = simulation;
    this.#simulation = simulation;
    this.#limiter = new RateLimiter(simulation);
    this.#pace = new Pace({ requests: limit, windowMs }, this.#meaning);
    this.#wanted = requests;
    this.#others = othersAtMs.toSorted((a, b) => a - b);
    for (let n = 0; n < consumedBefore; n++) this.#limiter.take(START, 'others');
  }

  run(): Played {
    for (let step = 0; this.#done < this.#simulation.requests; step++) {
      assert(step < 100_000, 'it comes to no end');
      const wakeMs = this.#depart();
      this.#most = Math.max(this.#most, this.#flights.length);
      this.#goOn(wakeMs);
      this.#arrive();
      this.#return();
    }
    return {
      atMs: this.#atMs,
      refused: this.#limiter.refused.own,
      sent: this.#sent,
      most: this.#most,
      meaning: this.#meaning.figure,
    };
  }

  /** Sends what may be sent; when to look again, if that is known. */
  #depart(): number {
    while (this.#wanted > 0 && this.#flights.length < this.#simulation.concurrency) {
      const decision = this.#pace.decide(this.#atMs);
      switch (decision.kind) {
        case 'go':
          this.#flights.push(this.#takeOff());
          break;
        case 'hold':
          assert(this.#flights.length > 0, 'it holds for an answer that nobody owes');
          return Infinity;
        case 'wait': {
          const ms = decision.untilMs - this.#atMs;
          assert(ms > 0 && ms <= this.#simulation.windowMs, `it waits for ${ms} ms`);
          return decision.untilMs;
        }
        default:
          decision satisfies never;
      }
    }
    return Infinity;
  }

  #takeOff(): Flight {
    const { thereMs, backMs, errors } = this.#simulation;
    const arrivesMs = this.#atMs + (thereMs[this.#sent % thereMs.length] ?? 0);
    const failing = this.#sent % errors.every === errors.every - 1;
    const flight = {
      inFlight: this.#pace.sent(this.#atMs),
      arrivesMs,
      backMs: arrivesMs + (backMs[this.#sent % backMs.length] ?? 0),
      error: failing ? errors.status : undefined,
      answer: null,
    };
    this.#sent += 1;
    this.#wanted -= 1;
    return flight;
  }

  #goOn(wakeMs: number): void {
    const events = this.#flights.map(({ answer, arrivesMs, backMs }) =>
      answer === null ? arrivesMs : backMs,
    );
    const next = Math.min(wakeMs, this.#others[0] ?? Infinity, ...events);
    assert(next < Infinity, 'nothing will ever happen');
    this.#atMs = Math.max(this.#atMs, next);
  }

  #arrive(): void {
    while (this.#others[0] !== undefined && this.#others[0] <= this.#atMs) {
      this.#limiter.take(START + (this.#others.shift() ?? 0), 'others');
    }
    for (const flight of this.#flights) {
      if (flight.answer === null && flight.arrivesMs <= this.#atMs) {
        flight.answer = this.#limiter.take(START + this.#atMs, 'own', flight.error);
      }
    }
  }

  #return(): void {
    for (const flight of this.#flights.slice()) {
      if (flight.answer === null || flight.backMs > this.#atMs) continue;
      this.#flights.splice(this.#flights.indexOf(flight), 1);
      const { status } = flight.answer;
      const headers = readLimitHeaders(flight.answer.headers, START + this.#atMs);
      this.#pace.ended(flight.inFlight, { status, headers, retryAfterMs: null }, this.#atMs);
      if (status === 429) this.#wanted += 1;
      else this.#done += 1;
    }
  }
}
