/** A platform's rate limit for one operation, in fixed windows, and the line to it: for simulations, without a clock of its own. */

export interface LimiterOptions {
  readonly limit: number;
  readonly windowMs: number;
  readonly meaning: 'consumed' | 'remaining' | 'still';
  /** Which answers carry the headers. */
  readonly headers: 'all' | 'successes' | 'none';
  /** What the platform's clock is ahead of ours. */
  readonly skewMs: number;
  /** When the first window of the platform's began, before the start of the simulation. */
  readonly phaseMs: number;
  /** Every so many answers come from an instance that has not heard of the latest requests. Left out: none do. */
  readonly behind?: { readonly every: number; readonly by: number };
}

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
}

export class RateLimiter {
  /** 429s, by the client that got them. */
  readonly refused = { own: 0, others: 0 };
  readonly #options: LimiterOptions;
  #window = -1;
  #consumed = 0;
  #answers = 0;

  constructor(options: LimiterOptions) {
    this.#options = options;
  }

  /** One request, at a moment of our clock. */
  take(atMs: number, by: 'own' | 'others', errorStatus?: number): Answer {
    const { limit, windowMs, meaning, headers, skewMs, phaseMs } = this.#options;
    const window = Math.floor((atMs + phaseMs) / windowMs);
    if (window !== this.#window) {
      this.#window = window;
      this.#consumed = 0;
    }
    const refused = this.#consumed >= limit;
    if (refused) this.refused[by] += 1;
    else this.#consumed += 1;
    const status = refused ? 429 : (errorStatus ?? 200);
    const sends = headers === 'all' || (headers === 'successes' && status === 200);
    const resetMs = (window + 1) * windowMs - phaseMs;
    const seen = this.#seen();
    const figure = { consumed: seen, remaining: limit - seen, still: limit };
    return {
      status,
      headers: {
        date: new Date(Math.floor((atMs + skewMs) / 1000) * 1000).toUTCString(),
        ...(sends && {
          'x-ratelimit-limit': String(limit),
          'x-ratelimit-remaining': String(figure[meaning]),
          'x-ratelimit-reset': String(Math.ceil((resetMs + skewMs) / 1000)),
        }),
      },
    };
  }

  #seen(): number {
    const { behind } = this.#options;
    this.#answers += 1;
    const isBehind = behind !== undefined && this.#answers % behind.every === 0;
    return isBehind ? Math.max(1, this.#consumed - behind.by) : this.#consumed;
  }

  get windowMs(): number {
    return this.#options.windowMs;
  }
}
