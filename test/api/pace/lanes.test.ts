import { describe, expect, test } from 'vitest';
import { LANE_SIZES, Lanes } from '../../../src/api/pace/lanes.ts';
import type { LimitHeaders } from '../../../src/api/pace/limit-headers.ts';
import type { PacedOperation, Slot } from '../../../src/api/pace/operation-queue.ts';
import type { Clock } from '../../../src/model/clock.ts';
import { HandClock } from '../support/hand-clock.ts';

const operation = (name: string, lane: PacedOperation['lane'] = 'writes'): PacedOperation => ({
  name,
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
  const told: { operation: string; ms: number }[] = [];
  const onWait = (operation: string, ms: number): number => told.push({ operation, ms });
  const lanes = new Lanes({ clock, maxWaitMs, onWait });
  const leave = (slot: Slot, outcome: Parameters<Lanes['leave']>[1]): void =>
    lanes.leave(slot, outcome, clock.elapsed());
  return { clock, told, lanes, leave };
}

/** Enters, and tells whether it has its slot yet. */
function entering(lanes: Lanes, of: PacedOperation, signal?: AbortSignal) {
  const state: { slot: Slot | null; error: unknown } = { slot: null, error: null };
  lanes.enter(of, false, signal === undefined ? [] : [signal]).then(
    (slot) => (state.slot = slot),
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
    leave(await lanes.enter(operation('updatePage'), false, []), answer(200));
    const first = Array.from({ length: 50 }, () => entering(lanes, operation('updatePage')));
    const other = entering(lanes, operation('publishPage'));
    await settled();
    const through = first.filter(({ slot }) => slot !== null);
    expect(through).toHaveLength(LANE_SIZES.writes);
    expect(other.slot).toBeNull();

    for (const { slot } of through.slice(0, 2)) if (slot !== null) leave(slot, answer(200));
    await settled();
    expect(other.slot).not.toBeNull();
    expect(first.filter(({ slot }) => slot !== null)).toHaveLength(LANE_SIZES.writes + 1);
  });

  test('a full lane does not hold up another', async () => {
    const { lanes, leave } = open();
    leave(await lanes.enter(operation('updatePage'), false, []), answer(200));
    for (let n = 0; n < 40; n++) entering(lanes, operation('updatePage'));
    const read = entering(lanes, operation('readPage', 'reads'));
    await settled();
    expect(read.slot).not.toBeNull();
  });
});

describe('waiting', () => {
  test('is told once, ends by the clock, and lets one through to look', async () => {
    const { clock, told, lanes, leave } = open();
    leave(await lanes.enter(operation('listAll'), false, []), answer(200, window(99)));
    leave(await lanes.enter(operation('listAll'), false, []), answer(200, window(100)));
    const waiting = Array.from({ length: 3 }, () => entering(lanes, operation('listAll')));
    await settled();
    expect(waiting.map(({ slot }) => slot)).toEqual([null, null, null]);
    expect(told).toEqual([{ operation: 'listAll', ms: 60_000 }]);

    clock.advance(60_000);
    await settled();
    expect(waiting.filter(({ slot }) => slot !== null)).toHaveLength(1);
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
    const lanes = new Lanes({ clock, maxWaitMs: Infinity, onWait: () => {} });
    const slot = await lanes.enter(operation('listAll'), false, []);
    lanes.leave(slot, answer(429, window(100)), clock.elapsed());
    const next = await lanes.enter(operation('listAll'), false, []);
    lanes.leave(next, answer(200, window(1)), clock.elapsed());
    await lanes.enter(operation('listAll'), false, []);
    expect(sleeps).toBe(1);
  });

  test('beyond what is allowed fails at once and is never shortened', async () => {
    const { clock, told, lanes, leave } = open(59_999);
    leave(await lanes.enter(operation('listAll'), false, []), answer(429, window(100)));
    const waiting = [entering(lanes, operation('listAll')), entering(lanes, operation('listAll'))];
    await settled();
    for (const { error } of waiting) expect(error).toMatchObject({ code: 'rate-limited' });
    expect({ told, sleeps: clock.sleeps }).toEqual({ told: [], sleeps: [] });
  });

  test('is added up over the run', async () => {
    const { clock, lanes, leave } = open(100_000);
    leave(await lanes.enter(operation('listAll'), false, []), answer(429, window(100)));
    const first = entering(lanes, operation('listAll'));
    await settled();
    clock.advance(60_000);
    await settled();
    expect(first.slot).not.toBeNull();
    if (first.slot !== null)
      leave(first.slot, answer(429, { ...window(100), reset: 1_800_000_120 }));
    await expect(lanes.enter(operation('listAll'), true, [])).rejects.toMatchObject({
      code: 'rate-limited',
      exitCode: 6,
    });
  });

  test('of two operations at the same time is counted once', async () => {
    const { clock, lanes, leave } = open(60_000);
    for (const name of ['listAll', 'listVersions']) {
      leave(await lanes.enter(operation(name), false, []), answer(429, window(100)));
    }
    const both = [
      entering(lanes, operation('listAll')),
      entering(lanes, operation('listVersions')),
    ];
    await settled();
    clock.advance(60_000);
    await settled();
    expect(both.map(({ slot, error }) => [slot !== null, error])).toEqual([
      [true, null],
      [true, null],
    ]);
  });

  test('ends with the signal, and leaves no sleeper behind', async () => {
    const { clock, lanes, leave } = open();
    leave(await lanes.enter(operation('listAll'), false, []), answer(429, window(100)));
    const abort = new AbortController();
    const waiting = entering(lanes, operation('listAll'), abort.signal);
    await settled();
    expect(clock.nextMs).toBe(60_000);
    abort.abort();
    await settled();
    expect(waiting.error).toMatchObject({ code: 'interrupted' });
    expect(clock.nextMs).toBeUndefined();
  });

  test('for a 429 without headers lasts as long as the last reset told says', async () => {
    const { clock, told, lanes, leave } = open();
    leave(await lanes.enter(operation('findPage'), false, []), answer(200, window(1)));
    clock.advance(20_000);
    leave(await lanes.enter(operation('findPage'), false, []), answer(429));
    entering(lanes, operation('findPage'));
    await settled();
    expect(told).toMatchObject([{ ms: 40_000 }]);
  });

  test('for a 429 without headers, and none before, lasts the contract’s window', async () => {
    const { told, lanes, leave } = open();
    leave(await lanes.enter(operation('findPage'), false, []), answer(429));
    entering(lanes, operation('findPage'));
    await settled();
    expect(told).toMatchObject([{ ms: 60_000 }]);
  });

  test.each([
    ['behind us', -3600, 1000],
    ['far ahead', 86_400, 60_000],
    ['at once', 0, 1000],
    ['in a while', 17, 17_000],
  ])('for a reset %s is kept within a second and the window', async (_, seconds, ms) => {
    const { told, lanes, leave } = open();
    const headers = { ...window(100), resetMs: seconds * 1000 };
    leave(await lanes.enter(operation('findPage'), false, []), answer(429, headers));
    entering(lanes, operation('findPage'));
    await settled();
    expect(told).toMatchObject([{ ms }]);
  });

  test('grows while refusals go on that name no time to wait', async () => {
    const { clock, told, lanes, leave } = open();
    const now = { ...window(100), resetMs: 0 };
    for (let n = 0; n < 5; n++) {
      const entered = entering(lanes, operation('findPage'));
      await settled();
      if (entered.slot === null) clock.advance(clock.nextMs ?? 0);
      await settled();
      if (entered.slot !== null)
        leave(entered.slot, answer(429, { ...now, reset: 1_800_000_000 + n * 9 }));
    }
    expect(told.map(({ ms }) => ms)).toEqual([1000, 2000, 4000, 8000]);
  });
});

test('how long more requests would wait is known from the window', async () => {
  const { clock, lanes, leave } = open();
  const findPage = operation('findPage');
  expect(lanes.waitMs(findPage, 100)).toBe(0);
  expect(lanes.waitMs(findPage, 101)).toBe(60_000);
  leave(await lanes.enter(findPage, false, []), answer(200, window(10)));
  leave(await lanes.enter(findPage, false, []), answer(200, window(11)));
  clock.advance(10_000);
  expect(lanes.waitMs(findPage, 89)).toBe(0);
  expect(lanes.waitMs(findPage, 90)).toBe(50_000);
  expect(lanes.waitMs(findPage, 290)).toBe(50_000 + 2 * 60_000);
});
