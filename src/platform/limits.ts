import { type OperationName, operationIn } from '../model/operations.ts';
import type { RateCounters } from './database/database.ts';
import type { PlatformOptions } from './platform-options.ts';
import { Refusal } from './refusal.ts';

/** The limit in headers if there is no limit: the highest number that every client can read, so that none slows down. */
const NO_LIMIT = 2_147_483_647;

/**
 * Counts one request. Resolves to the headers of its answer.
 * @throws Refusal `rate-limited`
 */
export type TakeRequest = (
  keyId: number,
  operation: OperationName,
) => Promise<Record<string, string>>;

/**
 * Rate limits per key and operation (docs/service.md, "Limits"), in fixed windows.
 * @param told called for each request with whether it was granted; must not throw
 */
export const limitsOf =
  (
    counters: RateCounters,
    { api, rateLimits, remaining, clock }: LimitOptions,
    told?: (operation: OperationName, isGranted: boolean) => void,
  ): TakeRequest =>
  async (keyId, operation) => {
    const { limit } = operationIn(api, operation);
    const requests = rateLimits ? limit.requests : NO_LIMIT;
    const bucket = `${keyId}:${operation}`;
    const { consumed, reset } = await counters.count(bucket, limit.windowSeconds, clock.now());
    told?.(operation, consumed <= requests);
    if (consumed > requests) throw new Refusal('rate-limited', 'Too many requests');
    return {
      'X-RateLimit-Limit': String(requests),
      'X-RateLimit-Remaining': String(remaining === 'consumed' ? consumed : requests - consumed),
      'X-RateLimit-Reset': String(reset),
    };
  };

type LimitOptions = Pick<PlatformOptions, 'api' | 'rateLimits' | 'remaining' | 'clock'>;
