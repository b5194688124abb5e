import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Breaker } from '../../../src/api/send/breaker.ts';
import { Failure } from '../../../src/model/failure.ts';
import { paced, retried } from '../../../src/api/send/send.ts';
import type { Send } from '../../../src/api/send/send.ts';
import type { PacedOperation } from '../../../src/api/requests/request.ts';
import { Slots } from '../../../src/api/send/slots.ts';
import type { Exchange } from '../../../src/api/transport/transport.ts';
import { SkippingClock } from '../support/hand-clock.ts';
import { READ, WRITE, aborted, answered, broken, never } from './exchanges.ts';

const CREATE = { ...WRITE, operation: { ...WRITE.operation, name: 'createPage' } };

/** A client's wrappers over a platform that a test makes. */
function open(platform: Send) {
  const clock = new SkippingClock();
  const told: string[] = [];
  const sent: string[] = [];
  let send: Send = platform;
  const breaker = new Breaker({
    clock,
    origin: 'https://a.example',
    ask: (signal) => send(READ, signal),
    onOutage: (reason, ms) => told.push(`${reason}, ${ms} ms`),
  });
  const lanes = {
    enter: async (operation: PacedOperation) => ({ operation, sentAtMs: 0 }),
    leave: () => undefined,
  };
  const counted: Send = (request, signal) => {
    sent.push(request.kind);
    return platform(request, signal);
  };
  const inTurn = paced(new Slots({ send: counted, lanes, breaker, clock, onEnd: () => undefined }));
  send = retried(inTurn, { clock, breaker, random: () => 0, onRetry: () => undefined });
  const writes = () => sent.filter((kind) => kind === 'write').length;
  return { send, told, sent, clock, writes };
}

const statusOf = (end: Exchange) => end.head?.status ?? end.kind;

test.each([
  ['a 500', answered(500)],
  ['a 503', answered(503)],
  ['a broken connection', broken(true)],
])('after %s, the next write waits until a read is answered', async (_, end) => {
  let failing = 4;
  const { send, sent, told } = open(async () => (failing-- > 0 ? end : answered(200)));
  expect(statusOf(await send(WRITE, never()))).toBe(statusOf(end));
  expect(statusOf(await send(WRITE, never()))).toBe(200);
  expect(sent).toEqual(['write', 'read', 'read', 'read', 'read', 'write']);
  expect(told).toHaveLength(1);
});

test('a read of somebody else is enough', async () => {
  const ends = [answered(500), answered(404), answered(200)];
  const { send, sent } = open(async () => ends.shift() ?? answered(200));
  await send(WRITE, never());
  await send(READ, never());
  await send(WRITE, never());
  expect(sent).toEqual(['write', 'read', 'write']);
});

test('if no read is answered within 30 s, no write is sent any more', async () => {
  const { send, clock, writes } = open(async () => answered(503));
  await send(WRITE, never());
  const before = clock.elapsed();
  await expect(send(CREATE, never())).rejects.toMatchObject({
    code: 'unreachable',
    message: 'https://a.example does not answer (status 503).',
  });
  expect(clock.elapsed() - before).toBeGreaterThanOrEqual(29_000);
  expect(clock.elapsed() - before).toBeLessThanOrEqual(32_000);
  await expect(send(WRITE, never())).rejects.toMatchObject({ code: 'unreachable' });
  expect(writes()).toBe(1);
});

test('if writes fail although reads are answered, three more are tried, one at a time', async () => {
  let underWay = 0;
  let most = 0;
  const { send, writes } = open(async ({ kind }) => {
    if (kind === 'read') return answered(200);
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    underWay -= 1;
    return answered(500);
  });
  await Promise.all(Array.from({ length: 8 }, () => send(WRITE, never())));
  expect([writes(), most]).toEqual([8, 8]);
  most = 0;
  const rest = await Promise.allSettled(Array.from({ length: 20 }, () => send(WRITE, never())));
  expect([writes(), most]).toEqual([11, 1]);
  expect(rest.filter(({ status }) => status === 'rejected')).toHaveLength(17);
  expect(rest.at(-1)).toMatchObject({
    reason: {
      code: 'unreachable',
      message: 'https://a.example answers, but 3 writes in a row failed (status 500).',
    },
  });
});

test('a write that always fails stops no others', async () => {
  const { send, told } = open(async ({ operation }) =>
    operation.name === 'createPage' ? answered(500) : answered(200),
  );
  const ends: unknown[] = [];
  for (let n = 0; n < 10; n += 1) {
    ends.push(statusOf(await send(CREATE, never())), statusOf(await send(WRITE, never())));
  }
  expect(ends).toEqual(Array.from({ length: 10 }, () => [500, 200]).flat());
  expect(told).toHaveLength(10);
});

test.each([
  ['a refusal', answered(400)],
  ['501', answered(501)],
  ['what a signal ended', aborted(true)],
  ['what will never work', broken(true, true)],
])('%s is no trouble of the platform', async (_, end) => {
  let isFirst = true;
  const { send, sent } = open(async () => {
    const now = isFirst ? end : answered(200);
    isFirst = false;
    return now;
  });
  await send(WRITE, never());
  await send(WRITE, never());
  expect(sent).toEqual(['write', 'write']);
});

test('a signal ends the wait for an answer', async () => {
  const stop = new AbortController();
  const { send, writes } = open(async ({ kind }) => {
    if (kind === 'read') stop.abort();
    return answered(500);
  });
  await send(WRITE, never());
  await expect(send(WRITE, stop.signal)).rejects.toMatchObject({ code: 'interrupted' });
  expect(writes()).toBe(1);
});

test('whatever fails, no write leaves between a failed one and an answered read, and all writes end', async () => {
  const end = fc.constantFrom(answered(200), answered(404), answered(500), broken(true));
  await fc.assert(
    fc.asyncProperty(
      fc.array(end, { minLength: 1, maxLength: 40 }),
      fc.array(fc.boolean(), { minLength: 1, maxLength: 20 }),
      async (ends, writes) => {
        let next = 0;
        const log: (readonly [kind: string, isFailed: boolean])[] = [];
        const { send } = open(async ({ kind }) => {
          const now = ends[next++ % ends.length] ?? answered(200);
          log.push([kind, now.kind === 'broken' || now.head?.status === 500]);
          return now;
        });
        const failures: unknown[] = [];
        for (const isWrite of writes) {
          await send(isWrite ? WRITE : READ, never()).catch((error: unknown) => {
            failures.push(error instanceof Failure ? error.code : error);
          });
        }
        expect(failures.filter((code) => code !== 'unreachable')).toEqual([]);
        const tooEarly = log.filter(([kind], at) => {
          const before = log.slice(0, at);
          const failed = before.findLastIndex(([one, isFailed]) => one === 'write' && isFailed);
          const fine = before.findLastIndex(([, isFailed]) => !isFailed);
          return kind === 'write' && failed > fine;
        });
        expect(tooEarly).toEqual([]);
      },
    ),
  );
});
