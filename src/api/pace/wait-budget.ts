/** Limits how long a run may wait for rate limits. Overlapping waits count once. */
export class WaitBudget {
  #leftMs: number;
  /** Waiting up to this time is already counted. */
  #paidUntilMs = -Infinity;

  constructor(maxWaitMs: number) {
    this.#leftMs = maxWaitMs;
  }

  /** Whether a wait from `atMs` to `untilMs` is allowed. If so, counts it; otherwise changes nothing. */
  take(atMs: number, untilMs: number): boolean {
    const costMs = untilMs - Math.max(atMs, this.#paidUntilMs);
    if (costMs > this.#leftMs) return false;
    if (costMs > 0) {
      this.#leftMs -= costMs;
      this.#paidUntilMs = untilMs;
    }
    return true;
  }
}
