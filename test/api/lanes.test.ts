import { describe, expect, test } from 'vitest';
import { Deployment } from '../../src/api/deployment.ts';
import type { WaitingEvent } from '../../src/api/events.ts';
import type { Pass, Turn } from '../../src/api/lanes.ts';
import { LANE_SIZES, Lanes } from '../../src/api/lanes.ts';
import type { LimitHeaders } from '../../src/api/limit-headers.ts';
import type { Clock } from '../../src/model/clock.ts';
import { HandClock } from './support/hand-clock.ts';

const turn = (operation: string, lane: Turn['lane'] = 'writes'): Turn => ({
  operation,
  lane,
  limit: { requests: 100, windowMs: 60_000 },
});

const answer = (status: number, headers: LimitHeaders | null = null) => ({
  status,
  headers,
  retryAfterMs: null,
});

const window = (figure: number, limit = 100): LimitHeaders => ({
  limit,
  figure,
  reset: 1_800_000_060,
  resetMs: 60_000,
});

function open(maxWaitMs = Infinity) {
  const clock = new HandClock();
  const told: WaitingEvent[] = [];
  const deployment = new Deployment();
  const lanes = new Lanes({ clock, maxWaitMs, deployment, onWait: (event) => told.push(event) });
  const leave = (pass: Pass, outcome: Parameters<Lanes['leave']>[1]): void =>
    lanes.leave(pass, outcome, clock.elapsed());
  return { clock, told, lanes, leave };
}

/** Enters, and tells whether it is through yet. */
function entering(lanes: Lanes, of: Turn, signal?: AbortSignal) {
  const state: { pass: Pass | null; error: unknown } = { pass: null, error: null };
  lanes.enter(of, false, signal === undefined ? [] : [signal]).then(
    (pass) => (state.pass = pass),
    (error: unknown) => (state.error = error),
  );
  return state;
}

const settled = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

describe('lanes', () => {
  test('let so many through at once and no more, and share a free place between operations', async () => {
    const { lanes, leave } = open();
    leave(await lanes.enter(turn('updatePage'), false, []), answer(200));
    const first = Array.from({ length: 50 }, () => entering(lanes, turn('updatePage')));
    const other = entering(lanes, turn('publishPage'));
    await settled();
    const through = first.filter(({ pass }) => pass !== null);
    expect(through).toHaveLength(LANE_SIZES.writes);
    expect(other.pass).toBeNull();

    for (const { pass } of through.slice(0, 2)) if (pass !== null) leave(pass, answer(200));
    await settled();
    expect(other.pass).not.toBeNull();
    expect(first.filter(({ pass }) => pass !== null)).toHaveLength(LANE_SIZES.writes + 1);
  });

  test('a full lane does not hold up another', async () => {
    const { lanes, leave } = open();
    leave(await lanes.enter(turn('updatePage'), false, []), answer(200));
    for (let n = 0; n < 40; n++) entering(lanes, turn('updatePage'));
    const read = entering(lanes, turn('readPage', 'reads'));
    await settled();
    expect(read.pass).not.toBeNull();
  });
});

describe('waiting', () => {
  test('is told once, ends by the clock, and lets one through to look', async () => {
    const { clock, told, lanes, leave } = open();
    leave(await lanes.enter(turn('listAll'), false, []), answer(200, window(99)));
    leave(await lanes.enter(turn('listAll'), false, []), answer(200, window(100)));
    const waiting = Array.from({ length: 3 }, () => entering(lanes, turn('listAll')));
    await settled();
    expect(waiting.map(({ pass }) => pass)).toEqual([null, null, null]);
    expect(told).toEqual([{ type: 'waiting', operation: 'listAll', ms: 60_000, reason: 'limit' }]);

    clock.advance(60_000);
    await settled();
    expect(waiting.filter(({ pass }) => pass !== null)).toHaveLength(1);
    expect(told).toHaveLength(1);
  });

  test.each([
    ['stands still', () => 0],
    ['runs a little behind its sleeps', (sleptMs: number) => sleptMs * (1 - Number.EPSILON)],
  ])('is over when it was slept, also by a clock that %s', async (_, elapsed) => {
    let sleptMs = 0;
    let sleeps = 0;
    const clock: Clock = {
      now: () => 0,
      elapsed: () => elapsed(sleptMs),
      sleep: async (ms) => {
        if (++sleeps > 10) throw new Error('it sleeps for ever');
        sleptMs += ms;
      },
    };
    const deployment = new Deployment();
    const lanes = new Lanes({ clock, maxWaitMs: Infinity, deployment, onWait: () => {} });
    const pass = await lanes.enter(turn('listAll'), false, []);
    lanes.leave(pass, answer(429, window(100)), clock.elapsed());
    const next = await lanes.enter(turn('listAll'), false, []);
    lanes.leave(next, answer(200, window(1)), clock.elapsed());
    await lanes.enter(turn('listAll'), false, []);
    expect(sleeps).toBe(1);
  });

  test('beyond what is allowed fails at once and is never shortened', async () => {
    const { clock, told, lanes, leave } = open(59_999);
    leave(await lanes.enter(turn('listAll'), false, []), answer(429, window(100)));
    const waiting = [entering(lanes, turn('listAll')), entering(lanes, turn('listAll'))];
    await settled();
    for (const { error } of waiting) expect(error).toMatchObject({ code: 'rate-limited' });
    expect({ told, sleeps: clock.sleeps }).toEqual({ told: [], sleeps: [] });
  });

  test('is added up over the run', async () => {
    const { clock, lanes, leave } = open(100_000);
    leave(await lanes.enter(turn('listAll'), false, []), answer(429, window(100)));
    const first = entering(lanes, turn('listAll'));
    await settled();
    clock.advance(60_000);
    await settled();
    expect(first.pass).not.toBeNull();
    if (first.pass !== null)
      leave(first.pass, answer(429, { ...window(100), reset: 1_800_000_120 }));
    await expect(lanes.enter(turn('listAll'), true, [])).rejects.toMatchObject({
      code: 'rate-limited',
      exitCode: 6,
    });
  });

  test('of two operations at the same time is counted once', async () => {
    const { clock, lanes, leave } = open(60_000);
    for (const operation of ['listAll', 'listVersions']) {
      leave(await lanes.enter(turn(operation), false, []), answer(429, window(100)));
    }
    const both = [entering(lanes, turn('listAll')), entering(lanes, turn('listVersions'))];
    await settled();
    clock.advance(60_000);
    await settled();
    expect(both.map(({ pass, error }) => [pass !== null, error])).toEqual([
      [true, null],
      [true, null],
    ]);
  });

  test('ends with the signal, and leaves no sleeper behind', async () => {
    const { clock, lanes, leave } = open();
    leave(await lanes.enter(turn('listAll'), false, []), answer(429, window(100)));
    const abort = new AbortController();
    const waiting = entering(lanes, turn('listAll'), abort.signal);
    await settled();
    expect(clock.nextMs).toBe(60_000);
    abort.abort();
    await settled();
    expect(waiting.error).toMatchObject({ code: 'interrupted' });
    expect(clock.nextMs).toBeUndefined();
  });

  test('for a 429 without headers lasts as long as the last reset told says', async () => {
    const { clock, told, lanes, leave } = open();
    leave(await lanes.enter(turn('findPage'), false, []), answer(200, window(1)));
    clock.advance(20_000);
    leave(await lanes.enter(turn('findPage'), false, []), answer(429));
    entering(lanes, turn('findPage'));
    await settled();
    expect(told).toMatchObject([{ ms: 40_000, reason: 'refused' }]);
  });

  test('for a 429 without headers, and none before, lasts the contract’s window', async () => {
    const { told, lanes, leave } = open();
    leave(await lanes.enter(turn('findPage'), false, []), answer(429));
    entering(lanes, turn('findPage'));
    await settled();
    expect(told).toMatchObject([{ ms: 60_000, reason: 'refused' }]);
  });

  test.each([
    ['behind us', -3600, 1000],
    ['far ahead', 86_400, 60_000],
    ['at once', 0, 1000],
    ['in a while', 17, 17_000],
  ])('for a reset %s is kept within a second and the window', async (_, seconds, ms) => {
    const { told, lanes, leave } = open();
    const headers = { ...window(100), resetMs: seconds * 1000 };
    leave(await lanes.enter(turn('findPage'), false, []), answer(429, headers));
    entering(lanes, turn('findPage'));
    await settled();
    expect(told).toMatchObject([{ ms }]);
  });

  test('grows while refusals go on that name no time to wait', async () => {
    const { clock, told, lanes, leave } = open();
    const now = { ...window(100), resetMs: 0 };
    for (let n = 0; n < 5; n++) {
      const entered = entering(lanes, turn('findPage'));
      await settled();
      if (entered.pass === null) clock.advance(clock.nextMs ?? 0);
      await settled();
      if (entered.pass !== null)
        leave(entered.pass, answer(429, { ...now, reset: 1_800_000_000 + n * 9 }));
    }
    expect(told.map(({ ms }) => ms)).toEqual([1000, 2000, 4000, 8000]);
  });
});

test('how long more requests would wait is known from the window', async () => {
  const { clock, lanes, leave } = open();
  const findPage = turn('findPage');
  expect(lanes.pace(findPage).waitMs(100, clock.elapsed())).toBe(0);
  expect(lanes.pace(findPage).waitMs(101, clock.elapsed())).toBe(60_000);
  leave(await lanes.enter(findPage, false, []), answer(200, window(10)));
  leave(await lanes.enter(findPage, false, []), answer(200, window(11)));
  clock.advance(10_000);
  expect(lanes.pace(findPage).waitMs(89, clock.elapsed())).toBe(0);
  expect(lanes.pace(findPage).waitMs(90, clock.elapsed())).toBe(50_000);
  expect(lanes.pace(findPage).waitMs(290, clock.elapsed())).toBe(50_000 + 2 * 60_000);
});
