import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Pace } from '../../../src/api/pace/pace.ts';
import type { LimitAnswer } from '../../../src/api/pace/pace.ts';
import { simulate } from './simulation.ts';
import type { Simulation } from './simulation.ts';

const WINDOW_MS = 60_000;
const open = (requests = 3): Pace => new Pace({ requests, windowMs: WINDOW_MS });

const answer = (status: number, told: Partial<LimitAnswer> = {}): LimitAnswer => ({
  status,
  limit: 3,
  reset: null,
  retryAfterMs: null,
  ...told,
});

const resetIn = (ms: number, seconds = 1000): Partial<LimitAnswer> => ({
  reset: { seconds, inMs: ms },
});

/** Sends requests that are answered in the same moment. */
function exchange(pace: Pace, atMs: number, ...answers: LimitAnswer[]): void {
  for (let sent = 0; sent < answers.length; sent += 1) pace.sent(atMs);
  for (const each of answers) pace.ended(atMs, each, atMs);
}

/** How many requests may be sent at that moment. */
function room(pace: Pace, atMs: number): number {
  let count = 0;
  while (pace.freeAtMs(atMs) <= atMs && count < 1000) {
    pace.sent(atMs);
    count += 1;
  }
  return count;
}

describe('the own count', () => {
  test('allows as many requests as the contract, all at once, before any answer', () => {
    const pace = open();
    expect(room(pace, 0)).toBe(3);
    expect(pace.freeAtMs(0)).toBe(WINDOW_MS);
  });

  test.each<[string, LimitAnswer, number, number]>([
    ['as told: the limit', answer(200, { limit: 5 }), 4, WINDOW_MS],
    ['as told: the end of the window', answer(200, resetIn(20_000)), 2, 20_000],
    ['not by a refusal of another kind', answer(404, { limit: null }), 2, WINDOW_MS],
    ['by no limit, if a success does not name one', answer(200, { limit: null }), 1000, 0],
    ['for a second at least', answer(200, resetIn(-5000)), 2, 1000],
    ['for a window at most', answer(200, resetIn(86_400_000)), 2, WINDOW_MS],
  ])('is limited %s', (_, told, more, freeAtMs) => {
    const pace = open();
    exchange(pace, 0, told);
    expect([room(pace, 0), pace.freeAtMs(0)]).toEqual([more, freeAtMs]);
  });

  test('includes requests without an answer, and restarts with each window from the number of running requests', () => {
    const pace = open();
    exchange(pace, 0, answer(200, resetIn(20_000)));
    pace.sent(1);
    pace.ended(1, null, 2);
    pace.sent(19_999);
    expect(pace.freeAtMs(19_999)).toBe(20_000);
    expect(room(pace, 20_000)).toBe(2);
  });

  test('restarts when an answer names a later window, but not when one names an earlier window', () => {
    const pace = open();
    exchange(pace, 0, answer(200, resetIn(20_000, 1000)), answer(200), answer(200));
    pace.sent(0);
    pace.ended(0, answer(200, resetIn(50_000, 1060)), 19_000);
    expect(room(pace, 19_000)).toBe(2);
    exchange(pace, 19_500, answer(200, resetIn(500, 1000)));
    expect(pace.freeAtMs(19_500)).toBe(69_000);
  });

  test('keeps the latest estimate of the end of a window', () => {
    const pace = open();
    exchange(pace, 0, answer(200, resetIn(20_000)), answer(200, resetIn(20_900, 1001)));
    exchange(pace, 0, answer(200, resetIn(20_100)));
    expect(pace.freeAtMs(0)).toBe(20_900);
  });

  test('returns how long more requests would wait', () => {
    const pace = open();
    expect([3, 4, 7].map((requests) => pace.waitMs(requests, 0))).toEqual([0, 60_000, 120_000]);
    exchange(pace, 0, answer(200, resetIn(20_000)));
    expect([2, 3, 6].map((requests) => pace.waitMs(requests, 5000))).toEqual([0, 15_000, 75_000]);
    exchange(pace, 5000, answer(429, { limit: null }));
    expect(pace.waitMs(1, 5000)).toBe(15_000);
  });

  test('is shown with the limit and the end of the window as soon as an answer contains them', () => {
    const pace = open();
    expect(pace.state(0)).toBeNull();
    exchange(pace, 0, answer(200));
    expect(pace.state(0)).toBeNull();
    exchange(pace, 0, answer(200, resetIn(20_000)));
    expect(pace.state(5000)).toEqual({ limit: 3, sent: 2, resetMs: 15_000 });
    expect(pace.state(20_000)).toBeNull();
  });
});

describe('a 429', () => {
  const bare = answer(429, { limit: null });
  test.each<[string, LimitAnswer[], number]>([
    ['its own reset', [answer(429, { ...resetIn(17_000), retryAfterMs: 5000 })], 17_000],
    ['its own reset, at least a second', [answer(429, resetIn(-3_600_000))], 1000],
    ['its own reset, at most a window', [answer(429, resetIn(86_400_000))], WINDOW_MS],
    ['Retry-After', [answer(200), answer(429, { retryAfterMs: 7000 })], 7000],
    ['the last reset told', [answer(200, resetIn(40_000)), bare], 40_000],
    ['a whole window', [answer(200), bare], WINDOW_MS],
    ['a whole window, also without any limit', [answer(200, { limit: null }), bare], WINDOW_MS],
    ['the reset of another one of the window', [bare, answer(429, resetIn(9000))], 9000],
    ['the reset that a success still tells', [bare, answer(200, resetIn(9000))], 9000],
  ])('is followed by a wait until %s', (_, answers, freeAtMs) => {
    const pace = open(100);
    exchange(pace, 0, ...answers);
    expect(pace.freeAtMs(0)).toBe(freeAtMs);
    expect(room(pace, freeAtMs - 1)).toBe(0);
    expect(room(pace, freeAtMs)).toBeGreaterThan(0);
  });

  const inRow = (told: (n: number) => Partial<LimitAnswer>) => {
    const pace = open(100);
    let atMs = 0;
    const waits: number[] = [];
    for (let n = 0; n < 8; n += 1) {
      // Those that were under way together are one refusal.
      exchange(pace, atMs, ...[1, 2, 3].map(() => answer(429, told(n))));
      waits.push(pace.freeAtMs(atMs) - atMs);
      atMs = pace.freeAtMs(atMs);
    }
    return { pace, atMs, waits };
  };

  test.each([
    ['whose reset is always now', (n: number) => resetIn(0, 1000 + 9 * n)],
    ['that always asks for no wait', () => ({ retryAfterMs: 0 })],
  ])('%s is followed by a wait that doubles each time, until a request succeeds', (_, told) => {
    const { pace, atMs, waits } = inRow(told);
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, WINDOW_MS, WINDOW_MS]);
    exchange(pace, atMs, answer(200), answer(429, told(9)));
    expect(pace.freeAtMs(atMs) - atMs).toBe(1000);
  });

  test.each([
    ['that always asks for a second', () => ({ retryAfterMs: 1000 }), 1000],
    ['that always asks for half a minute', () => ({ retryAfterMs: 30_000 }), 30_000],
    ['whose reset is always in two seconds', (n: number) => resetIn(2000, 1000 + 9 * n), 2000],
    [
      'that asks for a second although its reset is now',
      (n: number) => ({ ...resetIn(0, 1000 + 9 * n), retryAfterMs: 1000 }),
      1000,
    ],
  ])('%s is followed by the wait that it asks for, however often', (_, told, ms) => {
    expect(inRow(told).waits).toEqual(Array.from({ length: 8 }, () => ms));
  });

  test('for a request that was sent in an earlier window is ignored', () => {
    const pace = open();
    pace.sent(0);
    exchange(pace, 0, answer(200, resetIn(20_000)));
    pace.sent(20_000);
    pace.ended(0, bare, 20_500);
    expect(pace.freeAtMs(20_500)).toBe(20_500);
  });
});

describe('simulated against a limiter', () => {
  const simulation = (headers: Simulation['headers'], others: number) =>
    fc
      .record({
        limit: fc.integer({ min: 1, max: 40 }),
        windowMs: fc.constantFrom(60_000, 3_600_000),
        headers: fc.constant(headers),
        skewMs: fc.integer({ min: -7_200_000, max: 7_200_000 }),
        phaseMs: fc.integer({ min: 0, max: 3_600_000 }),
        requests: fc.integer({ min: 1, max: 120 }),
        concurrency: fc.integer({ min: 1, max: 32 }),
        thereMs: fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 9 }),
        backMs: fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 7 }),
        consumedBefore: fc.integer({ min: 0, max: others }),
        othersAtMs: fc.array(fc.integer({ min: 0, max: 7_200_000 }), { maxLength: others }),
        errorEvery: fc.integer({ min: 1, max: 9 }),
      })
      .filter(({ limit, consumedBefore }) => consumedBefore <= limit);

  /** Requests under way when a window ends may be counted in either: they may cost a window more. */
  const windowsFor = ({ requests, consumedBefore, othersAtMs, limit, concurrency }: Simulation) =>
    2 * Math.ceil((requests + consumedBefore + othersAtMs.length + concurrency) / limit) + 2;

  test.each([
    ['on every answer', 'all'],
    ['on successes', 'successes'],
  ] as const)(
    'a client that is alone with its key is almost never refused, with headers %s',
    (_, headers) => {
      fc.assert(
        fc.property(simulation(headers, 0), (run) => {
          const { refused, atMs } = simulate(run);
          // Answers that are all errors tell nothing of the limit, so each window's first refusals do.
          const told = run.errorEvery === 1 ? windowsFor(run) : 1;
          expect(refused).toBeLessThanOrEqual(told * run.concurrency);
          expect(atMs).toBeLessThan(windowsFor(run) * (run.windowMs + 9000));
        }),
        { numRuns: 500 },
      );
    },
  );

  test.each(['all', 'successes', 'none'] as const)(
    'a client among others completes every request, and is refused only for running requests of a window (headers: %s)',
    (headers) => {
      fc.assert(
        fc.property(simulation(headers, 30), (run) => {
          const { refused, atMs } = simulate(run);
          expect(refused).toBeLessThanOrEqual(windowsFor(run) * run.concurrency);
          expect(atMs).toBeLessThan(windowsFor(run) * (run.windowMs + 9000));
        }),
        { numRuns: 300 },
      );
    },
  );

  test('below the limit nothing waits', () => {
    const played = simulate({
      limit: 600,
      windowMs: 60_000,
      headers: 'all',
      skewMs: 0,
      phaseMs: 0,
      requests: 500,
      concurrency: 32,
      thereMs: [10],
      backMs: [10],
      consumedBefore: 0,
      othersAtMs: [],
      errorEvery: 1_000_000,
    });
    expect(played).toMatchObject({ refused: 0, most: 32, atMs: 20 * Math.ceil(500 / 32) });
  });
});
