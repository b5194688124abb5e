/** How much of a run may be spent waiting for rate limits. Waits that overlap are counted once. */
export class WaitBudget {
  #leftMs: number;
  /** Up to here, waiting is paid for. */
  #paidUntilMs = -Infinity;

  constructor(maxWaitMs: number) {
    this.#leftMs = maxWaitMs;
  }

  /** Whether a wait from `atMs` to `untilMs` is allowed. If so it is paid for; else nothing changes. */
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
