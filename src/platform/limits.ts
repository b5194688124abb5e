import type { Clock } from '../model/clock.ts';
import { OPERATIONS, type OperationName } from '../model/operations.ts';
import type { PlatformOptions } from './options.ts';
import { Refusal } from './refusal.ts';
import type { RateCounters } from './store/rate-counters.ts';

type LimitOptions = Pick<PlatformOptions, 'rateLimits' | 'remaining'>;

/** Rate limits per key and operation (contract, section 8), in fixed windows. */
export class Limits {
  readonly #counters: RateCounters;
  readonly #clock: Clock;
  readonly #options: LimitOptions;

  constructor(counters: RateCounters, clock: Clock, options: LimitOptions) {
    this.#counters = counters;
    this.#clock = clock;
    this.#options = options;
  }

  /**
   * Counts one request and resolves to the headers of its answer. With the limits off there are none: a limit that is told
   * would have clients pace themselves by it.
   *
   * @throws Refusal `rate-limited`
   */
  async take(keyId: number, operation: OperationName): Promise<Record<string, string>> {
    if (!this.#options.rateLimits) return {};
    const { requests, windowSeconds } = OPERATIONS[operation].limit;
    const { consumed, reset } = await this.#counters.count(
      `${keyId}:${operation}`,
      windowSeconds,
      this.#clock.now(),
    );
    if (consumed > requests) throw new Refusal('rate-limited', 'Too many requests');
    const counted = Math.min(consumed, requests);
    const remaining = this.#options.remaining === 'consumed' ? counted : requests - counted;
    return {
      'X-RateLimit-Limit': String(requests),
      'X-RateLimit-Remaining': String(remaining),
      'X-RateLimit-Reset': String(reset),
    };
  }
}
