import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../src/api/exchange.ts';
import type { Kind, Next } from '../../src/api/retry.ts';
import { MOST_ATTEMPTS, afterAttempt, backoffMs } from '../../src/api/retry.ts';

const answered = (status: number): Exchange => ({
  kind: 'answered',
  head: { status, headers: {}, atMs: 0 },
  body: Buffer.alloc(0),
});

const broken = (sent: boolean, lasting = false): Exchange => ({
  kind: 'broken',
  sent,
  head: null,
  problem: { code: 'ECONNRESET', what: 'the connection was reset', lasting },
});

describe('after an attempt', () => {
  test.each<[string, Exchange, Next['kind'], Next['kind']]>([
    // what became of it, a read, a write
    ['200', answered(200), 'take', 'take'],
    ['302', answered(302), 'take', 'take'],
    ['400', answered(400), 'take', 'take'],
    ['403', answered(403), 'take', 'take'],
    ['404', answered(404), 'take', 'take'],
    ['429', answered(429), 'when-allowed', 'when-allowed'],
    ['500', answered(500), 'again', 'unknown'],
    ['501', answered(501), 'take', 'unknown'],
    ['502', answered(502), 'again', 'unknown'],
    ['503', answered(503), 'again', 'unknown'],
    ['broken under way', broken(true), 'again', 'unknown'],
    ['never sent', broken(false), 'again', 'unreachable'],
    ['never sent, and never will be', broken(false, true), 'unreachable', 'unreachable'],
    ['broken for good', broken(true, true), 'unreachable', 'unknown'],
  ])('%s', (_, exchange, read, write) => {
    const next = (kind: Kind): Next['kind'] => afterAttempt(exchange, kind, 1, 0.5).kind;
    expect([next('read'), next('write')]).toEqual([read, write]);
  });

  test('the last one is the last', () => {
    const last = (exchange: Exchange): Next['kind'] =>
      afterAttempt(exchange, 'read', MOST_ATTEMPTS, 0.5).kind;
    expect([last(answered(500)), last(broken(true)), last(broken(false))]).toEqual([
      'take',
      'unreachable',
      'unreachable',
    ]);
    expect(last(answered(429))).toBe('when-allowed');
  });

  test('a 503 is given the time it asks for, within reason', () => {
    expect(afterAttempt(answered(503), 'read', 1, 0, 7000)).toMatchObject({ afterMs: 7000 });
    expect(afterAttempt(answered(503), 'read', 1, 0, 3_600_000)).toEqual({ kind: 'take' });
  });
});

test('backing off doubles, and half of it is chance', () => {
  const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), chance, (attempt, chance) => {
      const most = 250 * 2 ** (attempt - 1);
      expect(backoffMs(attempt, chance)).toBeGreaterThanOrEqual(most / 2);
      expect(backoffMs(attempt, chance)).toBeLessThanOrEqual(most);
    }),
  );
});
