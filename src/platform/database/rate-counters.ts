export interface RateWindow {
  /** Requests counted in the window, including this one. */
  readonly consumed: number;
  /** Unix time in seconds at which the window ends. */
  readonly reset: number;
}

/** Counts requests in fixed windows. A window opens with its first request. */
export interface RateCounters {
  /** Counts one request of `bucket` (a key and an operation) at `nowMs`. */
  count(bucket: string, windowSeconds: number, nowMs: number): Promise<RateWindow>;
}

/**
 * Counters of one process. They suffice for a database that only one process uses. They are lost when the process
 * ends, but a read request does not cause a write to the disk.
 */
export class MemoryRateCounters implements RateCounters {
  readonly #windows = new Map<string, { consumed: number; reset: number }>();

  count(bucket: string, windowSeconds: number, nowMs: number): Promise<RateWindow> {
    const open = this.#windows.get(bucket);
    if (open && nowMs < open.reset * 1000) {
      open.consumed += 1;
      return Promise.resolve({ ...open });
    }
    const window = { consumed: 1, reset: Math.ceil(nowMs / 1000) + windowSeconds };
    this.#windows.set(bucket, window);
    return Promise.resolve({ ...window });
  }
}
