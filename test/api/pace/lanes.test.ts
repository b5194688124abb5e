import { describe, expect, test } from 'vitest';
import { LANE_SIZES, Lanes } from '../../../src/api/pace/lanes.ts';
import type { LaneSlot } from '../../../src/api/pace/lanes.ts';
import type { LimitAnswer } from '../../../src/api/pace/pace.ts';
import type { LaneName, PacedOperation } from '../../../src/api/requests/request.ts';
import type { Clock } from '../../../src/model/time.ts';
import { HandClock } from '../support/hand-clock.ts';

const operation = (name: string, lane: LaneName = 'writes'): PacedOperation => ({
  name,
  lane,
  limit: { requests: 100, windowMs: 60_000 },
});

const answer = (status: number): LimitAnswer => ({
  status,
  limit: 100,
  reset: null,
  retryAfterMs: null,
});

const never = (): AbortSignal => new AbortController().signal;

function open(maxWaitMs = Infinity) {
  const clock = new HandClock(new Date(2026, 0, 31, 12).getTime());
  const told: { operation: string; ms: number }[] = [];
  const onWait = (operation: string, ms: number): number => told.push({ operation, ms });
  const lanes = new Lanes({ clock, maxWaitMs, onWait });
  const leave = (slot: LaneSlot, status: number): void =>
    lanes.leave(slot, answer(status), clock.elapsed());
  /** Sends one request, which is refused until the end of its window. */
  const useUp = async (name: string): Promise<void> =>
    leave(await lanes.enter(operation(name), false, never()), 429);
  return { clock, told, lanes, leave, useUp };
}

/** Enters, and tells whether it has its slot yet. */
function entering(lanes: Lanes, of: PacedOperation, signal = never()) {
  const state: { slot: LaneSlot | null; error: unknown } = { slot: null, error: null };
  lanes.enter(of, false, signal).then(
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
  test('allow a number of concurrent requests, and share free slots between operations', async () => {
    const { lanes, leave } = open();
    const first = Array.from({ length: 50 }, () => entering(lanes, operation('updatePage')));
    const other = entering(lanes, operation('publishPage'));
    await settled();
    const through = first.filter(({ slot }) => slot !== null);
    expect(through).toHaveLength(LANE_SIZES.writes);
    expect(other.slot).toBeNull();

    for (const { slot } of through.slice(0, 2)) if (slot !== null) leave(slot, 200);
    await settled();
    expect(other.slot).not.toBeNull();
    expect(first.filter(({ slot }) => slot !== null)).toHaveLength(LANE_SIZES.writes + 1);
  });

  test('a full lane does not block another lane', async () => {
    const { lanes } = open();
    for (let n = 0; n < 40; n++) entering(lanes, operation('updatePage'));
    const read = entering(lanes, operation('readPage', 'reads'));
    await settled();
    expect(read.slot).not.toBeNull();
  });

  test('a request that is sent again goes before waiting requests', async () => {
    const { clock, lanes, useUp } = open();
    await useUp('listAll');
    const waiting = entering(lanes, operation('listAll'));
    const order: string[] = [];
    const again = lanes.enter(operation('listAll'), true, never()).then(() => order.push('again'));
    await settled();
    clock.advance(60_000);
    await again;
    expect(order).toEqual(['again']);
    await settled();
    expect(waiting.slot).not.toBeNull();
  });
});

describe('waiting', () => {
  test('is reported once, and ends by the clock', async () => {
    const { clock, told, lanes, useUp } = open();
    await useUp('listAll');
    const waiting = Array.from({ length: 3 }, () => entering(lanes, operation('listAll')));
    await settled();
    expect(waiting.map(({ slot }) => slot)).toEqual([null, null, null]);
    expect(told).toEqual([{ operation: 'listAll', ms: 60_000 }]);

    clock.advance(60_000);
    await settled();
    expect(waiting.filter(({ slot }) => slot !== null)).toHaveLength(3);
    expect(told).toHaveLength(1);
  });

  test('lasts until the end of the window once the own count has reached the limit', async () => {
    const { clock, told, lanes, leave } = open();
    for (let n = 0; n < 100; n++)
      leave(await lanes.enter(operation('listAll'), false, never()), 200);
    clock.advance(20_000);
    expect(lanes.waitMs(operation('listAll'), 1)).toBe(40_000);
    const next = entering(lanes, operation('listAll'));
    await settled();
    expect(told).toEqual([{ operation: 'listAll', ms: 40_000 }]);
    clock.advance(40_000);
    await settled();
    expect(next.slot).not.toBeNull();
  });

  test.each([
    ['stands still', () => 0],
    ['runs a little behind its sleeps', (sleptMs: number) => sleptMs * (1 - Number.EPSILON)],
  ])('ends after the sleep, also by a clock that %s', async (_, elapsed) => {
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
    const slot = await lanes.enter(operation('listAll'), false, never());
    lanes.leave(slot, answer(429), clock.elapsed());
    const next = await lanes.enter(operation('listAll'), false, never());
    lanes.leave(next, answer(200), clock.elapsed());
    await lanes.enter(operation('listAll'), false, never());
    expect(sleeps).toBe(1);
  });

  test('beyond the allowed time fails immediately, names the time, and is not shortened', async () => {
    const { clock, told, lanes, useUp } = open(59_999);
    clock.advance(32 * 60_000 + 1);
    await useUp('listAll');
    const waiting = [entering(lanes, operation('listAll')), entering(lanes, operation('listAll'))];
    await settled();
    for (const { error } of waiting) {
      expect(error).toMatchObject({
        code: 'rate-limited',
        exitCode: 6,
        message:
          'The rate limit of GET /all is used up until 12:34, longer than --max-wait allows.',
      });
    }
    expect({ told, sleeps: clock.sleeps }).toEqual({ told: [], sleeps: [] });
  });

  test.each([
    [
      true,
      'Run again later, or allow more than 0 ms in all with --max-wait; on a trial platform: docs platform start --no-rate-limits',
    ],
    [false, 'Run again later, or allow more than 0 ms in all with --max-wait'],
  ])('names the ways to end a trial (on this machine: %s)', async (isLocal, hint) => {
    const clock = new HandClock();
    const lanes = new Lanes({ clock, maxWaitMs: 0, onWait: () => {}, isLocal });
    lanes.leave(await lanes.enter(operation('listAll'), false, never()), answer(429), 0);
    const { error } = await lanes.enter(operation('listAll'), false, never()).then(
      () => ({ error: null }),
      (reason: unknown) => ({ error: reason }),
    );
    expect(error).toMatchObject({ code: 'rate-limited', hint });
  });

  test('is added up over the run', async () => {
    const { clock, lanes, leave, useUp } = open(100_000);
    await useUp('listAll');
    const first = entering(lanes, operation('listAll'));
    await settled();
    clock.advance(60_000);
    await settled();
    if (first.slot === null) throw new Error('it has no slot');
    leave(first.slot, 429);
    await expect(lanes.enter(operation('listAll'), true, never())).rejects.toMatchObject({
      code: 'rate-limited',
    });
  });

  test('of two operations at the same time is counted once', async () => {
    const { clock, lanes, useUp } = open(60_000);
    await useUp('listAll');
    await useUp('listVersions');
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

  test('ends with the signal, and leaves no timer behind', async () => {
    const { clock, lanes, useUp } = open();
    await useUp('listAll');
    const abort = new AbortController();
    const waiting = entering(lanes, operation('listAll'), abort.signal);
    await settled();
    expect(clock.nextMs).toBe(60_000);
    abort.abort();
    await settled();
    expect(waiting.error).toMatchObject({ code: 'interrupted' });
    expect(clock.nextMs).toBeUndefined();
  });
});
