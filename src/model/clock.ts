/** The only source of time. Production reads the system's; tests own one that they move by hand. */
export interface Clock {
  /** Milliseconds since 1970. May jump; use it for what people read and for the platform's dates. */
  now(): number;
  /** Milliseconds that only grow, from an arbitrary start. Use it for durations and deadlines. */
  elapsed(): number;
  /** Resolves after `ms`. Rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
