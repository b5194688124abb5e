import { setTimeout as realTime } from 'node:timers/promises';
import type { Clock } from '../../src/model/time.ts';

interface Moment {
  readonly at: number;
  readonly come: () => void | Promise<void>;
  /** Whether somebody is waiting for this moment and doing nothing else. Time advances to such moments. */
  readonly isAwaited: boolean;
}

/** The tool touches its lock file every ten seconds. Nobody waits for that. */
const HEARTBEAT_MS = 10_000;
const GLANCE_MS = 2;
/** Glances without activity before time advances. Orders may depend on it, verdicts may not. */
const QUIET = 1;
const DEAD = 2500;

/**
 * A clock that advances to the next moment for which somebody waits, as soon as nobody has anything to do
 * before. Latency, rate-limit waits and timed actions of people then happen in the same order as in real
 * time, but take no time.
 */
export class SimulatedTime implements Clock {
  #ms: number;
  #moments: readonly Moment[] = [];
  #working = 0;
  #stirs = 0;
  #isEnding = false;
  #goesOn: Promise<void> | undefined;

  constructor(start = '2026-01-31T12:00:00.400Z') {
    this.#ms = Date.parse(start);
  }

  now(): number {
    return this.#ms;
  }

  elapsed(): number {
    return this.#ms;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const wake = (): void => {
        signal?.removeEventListener('abort', abort);
        resolve();
      };
      const moment = { at: this.#ms + ms, come: wake, isAwaited: ms !== HEARTBEAT_MS };
      const abort = (): void => {
        this.#drop(moment);
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', abort, { once: true });
      this.#add(moment);
    });
  }

  /** Advances time without waking anybody who waits. */
  pass(ms: number): void {
    this.#ms += ms;
  }

  /** Resolves after `ms`. For somebody who does nothing else meanwhile. */
  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#add({ at: this.#ms + ms, come: resolve, isAwaited: true });
    });
  }

  /** Calls `come` at this time, whatever else happens then. */
  at(ms: number, come: Moment['come']): void {
    this.#add({ at: ms, come, isAwaited: false });
  }

  /** Stops time while `work` runs. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#working += 1;
    this.#stirs += 1;
    try {
      return await work();
    } finally {
      this.#working -= 1;
      this.#stirs += 1;
    }
  }

  /** Resolves when all pending moments have passed. */
  async over(): Promise<void> {
    this.#isEnding = true;
    while (this.#goesOn !== undefined) await this.#goesOn;
    this.#isEnding = false;
  }

  #add(moment: Moment): void {
    this.#moments = [...this.#moments, moment];
    this.#stirs += 1;
    this.#goesOn ??= this.#goOn();
  }

  async #goOn(): Promise<void> {
    for (;;) {
      await this.#quiet();
      if (this.#moments.length === 0) break;
      const next = Math.min(...this.#nextOnes().map(({ at }) => at));
      const those = this.#moments.filter(({ at }) => at <= next).toSorted((a, b) => a.at - b.at);
      for (const moment of those) {
        this.#ms = Math.max(this.#ms, moment.at);
        if (this.#drop(moment)) await moment.come();
      }
    }
    this.#goesOn = undefined;
  }

  /** Removes a moment. Returns false if it has passed already. */
  #drop(moment: Moment): boolean {
    const left = this.#moments.filter((each) => each !== moment);
    const isThere = left.length < this.#moments.length;
    this.#moments = left;
    return isThere;
  }

  #nextOnes(): readonly Moment[] {
    const awaited = this.#moments.filter(({ isAwaited }) => isAwaited);
    return awaited.length > 0 ? awaited : this.#moments;
  }

  async #quiet(): Promise<void> {
    let stirs = this.#stirs;
    for (let glances = 0; glances < this.#patience(); glances += 1) {
      await realTime(GLANCE_MS);
      if (this.#working > 0 || this.#stirs !== stirs) glances = -1;
      stirs = this.#stirs;
    }
  }

  #patience(): number {
    if (this.#moments.length === 0) return 0;
    return this.#isEnding || this.#moments.some(({ isAwaited }) => isAwaited) ? QUIET : DEAD;
  }
}
