import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LimitHeaders } from '../../../src/api/pace/limit-headers.ts';
import { LimitMeaning } from '../../../src/api/pace/limit-meaning.ts';
import { Pace, type FlightEnd } from '../../../src/api/pace/pace.ts';
import { simulate } from './simulation.ts';
import type { Simulation } from './simulation.ts';
import type { LimiterOptions } from './rate-limiter.ts';

const simulation = (limits: { headers: fc.Arbitrary<LimiterOptions['headers']>; others: number }) =>
  fc
    .record({
      limit: fc.integer({ min: 1, max: 40 }),
      windowMs: fc.constantFrom(60_000, 3_600_000),
      meaning: fc.constantFrom('consumed' as const, 'remaining' as const),
      headers: limits.headers,
      skewMs: fc.integer({ min: -7_200_000, max: 7_200_000 }),
      phaseMs: fc.integer({ min: 0, max: 3_600_000 }),
      requests: fc.integer({ min: 1, max: 120 }),
      concurrency: fc.integer({ min: 1, max: 32 }),
      thereMs: fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 9 }),
      backMs: fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 7 }),
      consumedBefore: fc.integer({ min: 0, max: 60 }),
      othersAtMs: fc.array(fc.integer({ min: 0, max: 7_200_000 }), { maxLength: limits.others }),
      errors: fc.record({
        every: fc.integer({ min: 1, max: 9 }),
        status: fc.constantFrom(404, 403, 500),
      }),
    })
    .filter(({ limit, consumedBefore }) => consumedBefore <= limit);

const windowsNeeded = ({ requests, consumedBefore, limit }: Simulation): number =>
  Math.ceil((requests + consumedBefore) / limit);

/** Of a window that was used up before our first request only a 429 tells; and of one that it used up, at first, too. */
const unforeseeable = ({ limit, consumedBefore }: Simulation): number =>
  (consumedBefore >= limit ? 1 : 0) + (consumedBefore === limit - 1 || limit === 1 ? 1 : 0);

describe('with headers on every answer', () => {
  test('no request is refused that the headers told would be, whichever meaning they have', () => {
    fc.assert(
      fc.property(simulation({ headers: fc.constant('all'), others: 0 }), (run) => {
        expect(simulate(run).refused).toBeLessThanOrEqual(unforeseeable(run));
      }),
      { numRuns: 500 },
    );
  });

  test('it takes no more windows than the platform needs', () => {
    fc.assert(
      fc.property(simulation({ headers: fc.constant('all'), others: 0 }), (run) => {
        const { atMs } = simulate(run);
        // Each window costs its length at most, what `Date` rounds away, and the two exchanges that open it.
        const flightMs = Math.max(...run.thereMs) + Math.max(...run.backMs);
        const perWindowMs = run.windowMs + 1000;
        const sendingMs = Math.ceil(run.requests / run.concurrency) * flightMs;
        expect(atMs).toBeLessThanOrEqual(
          windowsNeeded(run) * (perWindowMs + 3 * flightMs) + sendingMs + run.limit * flightMs,
        );
      }),
      { numRuns: 300 },
    );
  });

  test('requests of others with the key cost at most one refusal each', () => {
    fc.assert(
      fc.property(simulation({ headers: fc.constant('all'), others: 30 }), (run) => {
        const { refused, sent } = simulate(run);
        expect(sent).toBe(run.requests + refused);
        expect(refused).toBeLessThanOrEqual(run.othersAtMs.length + 2);
      }),
      { numRuns: 300 },
    );
  });
});

test('answers without the headers, among others that have them, are counted as well', () => {
  fc.assert(
    fc.property(simulation({ headers: fc.constant('successes'), others: 0 }), (run) => {
      // Whoever gets no answer but such ones cannot know what others have consumed.
      fc.pre(run.consumedBefore === 0 || run.errors.every > 1);
      const exhausted = run.consumedBefore >= run.limit ? 1 : 0;
      expect(simulate(run).refused).toBeLessThanOrEqual(exhausted + 1);
    }),
    { numRuns: 500 },
  );
});

const AT_THE_EDGE: Omit<Simulation, 'limit' | 'phaseMs' | 'requests' | 'concurrency'> = {
  windowMs: 60_000,
  meaning: 'consumed',
  headers: 'successes',
  skewMs: 0,
  thereMs: [],
  backMs: [],
  consumedBefore: 1,
  othersAtMs: [],
  errors: { every: 2, status: 404 },
};

test.each([
  [
    'before the first headers of the next window',
    {
      limit: 8,
      phaseMs: 3_053_290,
      requests: 13,
      concurrency: 5,
      thereMs: [445, 1, 2540, 1434, 1433, 1433],
      backMs: [128, 1, 2164, 1],
    },
  ],
  [
    'when a window has passed for the platform and not for us',
    {
      limit: 13,
      phaseMs: 1_976_345,
      requests: 23,
      concurrency: 11,
      consumedBefore: 2,
      thereMs: [359, 1241],
      backMs: [848],
    },
  ],
  [
    'as the whole of the next window',
    {
      limit: 1,
      phaseMs: 2_693_668,
      requests: 3,
      concurrency: 1,
      thereMs: [760, 1027, 34, 1],
      backMs: [2172, 2339, 1, 1],
      errors: { every: 3, status: 404 },
    },
  ],
])('answers without the headers are counted in the window that they may be of: %s', (_, run) => {
  const exhausted = run.limit === 1 ? 1 : 0;
  expect(simulate({ ...AT_THE_EDGE, ...run }).refused).toBeLessThanOrEqual(exhausted + 1);
});

test('a window of nothing but answers without headers does not close the next one', () => {
  const found = {
    ...PLAIN,
    headers: 'successes',
    limit: 60,
    errors: { every: 1, status: 404 },
  } as const;
  const { atMs } = simulate({ ...found, requests: 300 });
  expect(atMs).toBeLessThan(5 * 60_000);
});

test('without any headers every request is done in the end, and the refusals of a window are those under way', () => {
  fc.assert(
    fc.property(simulation({ headers: fc.constant('none'), others: 5 }), (run) => {
      const { refused } = simulate(run);
      const windows = windowsNeeded(run) + run.othersAtMs.length + 2;
      expect(refused).toBeLessThanOrEqual(windows * run.concurrency);
    }),
    { numRuns: 300 },
  );
});

const PLAIN: Simulation = {
  limit: 600,
  windowMs: 60_000,
  meaning: 'consumed',
  headers: 'all',
  skewMs: 0,
  phaseMs: 0,
  requests: 500,
  concurrency: 32,
  thereMs: [10],
  backMs: [10],
  consumedBefore: 0,
  othersAtMs: [],
  errors: { every: 1_000_000, status: 404 },
};

test.each(['consumed', 'remaining'] as const)(
  'it learns that the figure is what is %s',
  (meaning) => {
    const { refused, meaning: learnt, most } = simulate({ ...PLAIN, meaning });
    expect({ refused, learnt, most }).toEqual({ refused: 0, learnt: meaning, most: 32 });
  },
);

test('a figure that never moves is not believed: the own count decides', () => {
  expect(simulate({ ...PLAIN, meaning: 'still', limit: 1000, requests: 2500 })).toMatchObject({
    refused: 0,
    meaning: 'still',
  });
});

test('below the limit nothing waits but the two exchanges that tell what the figure means', () => {
  // 2 alone, then 498 by 32 at once.
  expect(simulate(PLAIN).atMs).toBe(20 * (2 + Math.ceil(498 / 32)));
});

test('without headers nothing is paced until something is refused', () => {
  const { atMs, most } = simulate({ ...PLAIN, headers: 'none' });
  expect({ atMs, most }).toEqual({ atMs: 20 * (1 + Math.ceil(499 / 32)), most: 32 });
});

test.each([
  { figure: 1, name: 'consumed' },
  { figure: 10_799, name: 'remaining' },
])('answers lost before the figure ($name) is understood cost no window', ({ figure }) => {
  const pace = new Pace({ requests: 10_800, windowMs: 3_600_000 }, new LimitMeaning());
  const headers = { limit: 10_800, figure, reset: 3600, resetMs: 3_600_000 };
  pace.ended(pace.sent(0), { status: 200, headers, retryAfterMs: null }, 0);
  for (let lost = 0; lost < 3; lost++) {
    expect(pace.decide(0)).toEqual({ kind: 'go' });
    pace.ended(pace.sent(0), { status: null, headers: null, retryAfterMs: null }, 0);
  }
  expect(pace.decide(0)).toEqual({ kind: 'go' });
});

test.each(['consumed', 'remaining'] as const)(
  'a figure (%s) that an instance tells too late costs neither a window nor a refusal below the limit',
  (meaning) => {
    const behind = fc.record({
      every: fc.integer({ min: 2, max: 20 }),
      by: fc.integer({ min: 1, max: 5 }),
    });
    const wanted = fc.integer({ min: 1, max: 500 });
    const concurrency = fc.integer({ min: 1, max: 32 });
    fc.assert(
      fc.property(behind, wanted, concurrency, (behind, requests, concurrency) => {
        const run = { ...PLAIN, meaning, behind, requests, concurrency };
        const { atMs, refused } = simulate(run);
        expect(refused).toBe(0);
        expect(atMs).toBeLessThan(run.windowMs);
      }),
    );
  },
);

test.each([
  ['is of another window', { status: 200, headers: firstOf(5030) }],
  ['comes from a proxy', { status: 502, headers: null }],
  ['is lost', { status: null, headers: null }],
])('if the answer of a probe %s, another request may find out', (_, answer) => {
  const meaning = new LimitMeaning();
  const pace = new Pace({ requests: 1000, windowMs: 3_600_000 }, meaning);
  let atMs = 0;
  const exchange = (end: Pick<FlightEnd, 'status' | 'headers'>) => {
    expect(pace.decide(atMs)).toEqual({ kind: 'go' });
    const flight = pace.sent(atMs);
    atMs += 10;
    pace.ended(flight, { ...end, retryAfterMs: null }, atMs);
    return flight.isProbe;
  };
  const nothing = { status: 404, headers: null };
  exchange({ status: 200, headers: firstOf(5000) });
  exchange(nothing);
  // So late that an answer without headers may be of the next window.
  atMs = 3_599_000;
  expect(exchange(answer)).toBe(true);
  expect(meaning.mayProbe).toBe(true);
});

function firstOf(reset: number): LimitHeaders {
  return { limit: 1000, figure: 1, reset, resetMs: 3_600_000 };
}

test('while an answer may still tell what the figure counts, nobody waits for the window', () => {
  const pace = new Pace({ requests: 1000, windowMs: 3_600_000 }, new LimitMeaning());
  const told = { status: 200, headers: firstOf(5000), retryAfterMs: null };
  pace.ended(pace.sent(0), told, 10);
  const [refused, pending] = [pace.sent(10), pace.sent(10)];
  pace.ended(refused, { status: 502, headers: null, retryAfterMs: null }, 20);
  expect(pace.decide(20)).toEqual({ kind: 'hold' });
  pace.ended(pending, { ...told, headers: { ...firstOf(5000), figure: 2 } }, 30);
  expect(pace.decide(30)).toEqual({ kind: 'go' });
});
