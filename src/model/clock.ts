/** The only source of time. Production reads the system's; tests own one that they move by hand. */
export interface Clock {
  /** Milliseconds since 1970. May jump; use it for what people read and for the platform's dates. */
  now(): number;
  /** Milliseconds that only grow, from an arbitrary start. Use it for durations and deadlines. */
  elapsed(): number;
  /** Resolves after `ms`. Rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** One moment by both of a clock's hands. */
export interface Moment {
  readonly now: number;
  readonly elapsed: number;
}

export const momentOf = (clock: Clock): Moment => ({ now: clock.now(), elapsed: clock.elapsed() });

/** Milliseconds since then, by the hand that moved more: `elapsed` may stand still while the machine sleeps, `now` may be set back. */
export const ageOf = ({ now, elapsed }: Moment, clock: Clock): number =>
  Math.max(clock.now() - now, clock.elapsed() - elapsed);
