import type { Clock } from '../model/clock.ts';
import { operationIn, type OperationName } from '../model/operations.ts';
import type { PlatformOptions } from './options.ts';
import { Refusal } from './refusal.ts';
import type { RateCounters } from './store/rate-counters.ts';

type LimitOptions = Pick<PlatformOptions, 'api' | 'rateLimits' | 'remaining'>;

/** The limit in headers if there is none: the highest number that every client can read, so that no client slows down because of it. */
const NO_LIMIT = 2_147_483_647;

/** Rate limits per key and operation (contract, section 8), in fixed windows. */
export class Limits {
  readonly #counters: RateCounters;
  readonly #clock: Clock;
  readonly #options: LimitOptions;
  readonly #told: (operation: OperationName, isGranted: boolean) => void;

  /** @param told is told of each request whether it was granted; must not throw */
  constructor(
    counters: RateCounters,
    clock: Clock,
    options: LimitOptions,
    told: (operation: OperationName, isGranted: boolean) => void = () => undefined,
  ) {
    this.#counters = counters;
    this.#clock = clock;
    this.#options = options;
    this.#told = told;
  }

  /**
   * Counts one request. Resolves to the headers of its answer.
   * @throws Refusal `rate-limited`
   */
  async take(keyId: number, operation: OperationName): Promise<Record<string, string>> {
    const { api, rateLimits, remaining: kind } = this.#options;
    const { limit } = operationIn(api, operation);
    const requests = rateLimits ? limit.requests : NO_LIMIT;
    const { consumed, reset } = await this.#counters.count(
      `${keyId}:${operation}`,
      limit.windowSeconds,
      this.#clock.now(),
    );
    this.#told(operation, consumed <= requests);
    if (consumed > requests) throw new Refusal('rate-limited', 'Too many requests');
    const counted = Math.min(consumed, requests);
    const remaining = kind === 'consumed' ? counted : requests - counted;
    return {
      'X-RateLimit-Limit': String(requests),
      'X-RateLimit-Remaining': String(remaining),
      'X-RateLimit-Reset': String(reset),
    };
  }
}
