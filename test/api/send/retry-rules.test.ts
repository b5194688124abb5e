import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_ATTEMPTS, backoffMs, retryAfter } from '../../../src/api/send/send.ts';
import type { Exchange } from '../../../src/api/transport/transport.ts';
import { aborted, answered, broken } from './exchanges.ts';

const isRetried = (exchange: Exchange, attempt = 1): boolean =>
  retryAfter(exchange, attempt, 0.5) !== undefined;

describe('a read', () => {
  test.each<[string, Exchange, boolean]>([
    ['answered with 200', answered(200), false],
    ['answered with 302', answered(302), false],
    ['answered with 400', answered(400), false],
    ['answered with 403', answered(403), false],
    ['answered with 404', answered(404), false],
    ['answered with 500', answered(500), true],
    ['answered with 501', answered(501), false],
    ['answered with 502', answered(502), true],
    ['answered with 503', answered(503), true],
    ['broken under way', broken(true), true],
    ['never sent', broken(false), true],
    ['never sent, and never will be', broken(false, true), false],
    ['broken for good', broken(true, true), false],
    ['aborted', aborted(true), false],
  ])('%s: sent again: %s', (_, exchange, again) => {
    expect(isRetried(exchange)).toBe(again);
  });

  test('is sent at most a fixed number of times', () => {
    expect(isRetried(answered(500), MAX_ATTEMPTS - 1)).toBe(true);
    for (const exchange of [answered(500), broken(true), broken(false)]) {
      expect(isRetried(exchange, MAX_ATTEMPTS)).toBe(false);
    }
  });

  test('answered with 503 waits as long as the answer asks for, up to a limit', () => {
    expect(retryAfter(answered(503), 1, 0, 7000)).toMatchObject({ afterMs: 7000 });
    expect(retryAfter(answered(503), 1, 0, 3_600_000)).toBeUndefined();
  });
});

test('waits double each time, and half of each is random', () => {
  const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), chance, (attempt, chance) => {
      const most = 250 * 2 ** (attempt - 1);
      expect(backoffMs(attempt, chance)).toBeGreaterThanOrEqual(most / 2);
      expect(backoffMs(attempt, chance)).toBeLessThanOrEqual(most);
    }),
  );
});
