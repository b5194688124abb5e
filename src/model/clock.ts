/** The only source of time: the system's clock, or, in tests, one that they advance themselves. */
export interface Clock {
  /** Milliseconds since 1970. May jump. For times shown to people and for the platform's dates. */
  now(): number;
  /** Milliseconds from an arbitrary start that never decrease. For durations and deadlines. */
  elapsed(): number;
  /** Resolves after `ms`. Rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** A moment on both clocks. */
export interface Moment {
  readonly now: number;
  readonly elapsed: number;
}

/** This moment by both clocks. */
export const momentOf = (clock: Pick<Clock, 'now' | 'elapsed'>): Moment => ({
  now: clock.now(),
  elapsed: clock.elapsed(),
});

/** Milliseconds since then, by the clock that advanced more: one may stop or be set back. */
export const ageOf = ({ now, elapsed }: Moment, clock: Clock): number =>
  Math.max(clock.now() - now, clock.elapsed() - elapsed);
