import { expect, test } from 'vitest';
import { LANE_SIZES, Lanes } from '../../../src/api/pace/lanes.ts';
import { paced } from '../../../src/api/send/send.ts';
import { Slots } from '../../../src/api/send/slots.ts';
import type { Send } from '../../../src/api/send/send.ts';
import type { Exchange } from '../../../src/api/transport/transport.ts';
import { HandClock, SkippingClock } from '../support/hand-clock.ts';
import { FREE, READ, WRITE, aborted, answered, broken, never, scripted } from './exchanges.ts';

/** Lanes that hand out every slot at once, and remember what they were told. */
function open(...ends: readonly (Exchange | Error)[]) {
  const clock = new HandClock();
  const real = new Lanes({ clock, maxWaitMs: Infinity, onWait: () => {} });
  const log: string[] = [];
  const left: (number | null)[] = [];
  const { send, sent } = scripted(...ends);
  const slots = new Slots({
    send,
    clock,
    breaker: FREE,
    lanes: {
      enter: async (operation, first) => {
        log.push(first ? 'enter first' : 'enter');
        const own = { ...operation, name: `${log.length}` };
        return { ...(await real.enter(own, first, never())), operation };
      },
      leave: (_, answer) => {
        log.push('leave');
        left.push(answer?.status ?? null);
      },
    },
    onEnd: (_, end) => log.push(`end ${end.head?.status ?? end.kind}`),
  });
  return { slots, inTurn: paced(slots), log, left, sent };
}

test('a request is sent in its slot, and the end of the slot gets the result', async () => {
  const { inTurn, log, left } = open(answered(200));
  expect(await inTurn(READ, never())).toEqual(answered(200));
  expect(log).toEqual(['enter', 'leave', 'end 200']);
  expect(left).toEqual([200]);
});

test('a request after a 429 is sent again, first in its queue', async () => {
  const { inTurn, log, sent } = open(answered(429), answered(429), answered(200));
  expect(await inTurn(WRITE, never())).toEqual(answered(200));
  expect(log).toEqual([
    'enter',
    'leave',
    'end 429',
    'enter first',
    'leave',
    'end 429',
    'enter first',
    'leave',
    'end 200',
  ]);
  expect(sent).toHaveLength(3);
});

test.each([
  ['an answer', answered(500), 500],
  ['a line that broke', broken(true), null],
  ['a line that broke before anything was sent', broken(false), null],
  ['a signal', aborted(true), null],
  ['a signal before anything was sent', aborted(false), null],
] as const)('the pace gets the result of each request: %s', async (_, end, status) => {
  const { inTurn, left } = open(end);
  expect(await inTurn(WRITE, never())).toBe(end);
  expect(left).toEqual([status]);
});

test('a slot is given back if sending throws, even though the request may have been sent', async () => {
  const bug = new Error('a bug');
  const { inTurn, log, left } = open(bug);
  await expect(inTurn(READ, never())).rejects.toBe(bug);
  expect(log).toEqual(['enter', 'leave']);
  expect(left).toEqual([null]);
});

test('a slot is given back, and nothing was sent, if its loop is left', async () => {
  const { slots, left, sent } = open();
  for await (const slot of slots.of(WRITE, never())) {
    expect(slot.isRefused).toBe(false);
    break;
  }
  expect(left).toEqual([null]);
  expect(sent).toEqual([]);
});

test('a request is sent in the slot that it has', async () => {
  const { slots, inTurn, log, sent } = open(answered(429), answered(200));
  const ends: unknown[] = [];
  for await (const slot of slots.of(WRITE, never())) {
    ends.push(await inTurn({ ...WRITE, slot }, never()));
    if (!slot.isRefused) break;
  }
  expect(ends).toEqual([answered(429), answered(200)]);
  expect(log).toEqual(['enter', 'leave', 'end 429', 'enter first', 'leave', 'end 200']);
  expect(sent).toHaveLength(2);
});

test('however requests end, all slots of a lane are free again', async () => {
  const clock = new SkippingClock();
  const lanes = new Lanes({ clock, maxWaitMs: Infinity, onWait: () => {} });
  const ends = [answered(200), broken(true), aborted(true), new Error('a bug'), answered(404)];
  let number = 0;
  const send: Send = async () => {
    const end = ends[number++ % ends.length] ?? answered(200);
    if (end instanceof Error) throw end;
    return end;
  };
  const inTurn = paced(new Slots({ send, clock, lanes, breaker: FREE, onEnd: () => {} }));
  const requests = Array.from({ length: 5 * LANE_SIZES.writes }, () => inTurn(WRITE, never()));
  await Promise.allSettled(requests);
  expect(number).toBe(requests.length);
});
