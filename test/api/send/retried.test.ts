import { expect, test } from 'vitest';
import { retried } from '../../../src/api/send/send.ts';
import type { Send } from '../../../src/api/send/send.ts';
import type { Exchange } from '../../../src/api/transport/transport.ts';
import { HandClock, SkippingClock } from '../support/hand-clock.ts';
import { FREE, READ, WRITE, answered, broken, never, scripted } from './exchanges.ts';

function open(...ends: readonly Exchange[]) {
  const clock = new SkippingClock();
  const { send, sent } = scripted(...ends);
  const told: string[] = [];
  const retrying = retried(send, {
    clock,
    breaker: FREE,
    random: () => 0,
    onRetry: (request, { afterMs, reason }, attempt) =>
      told.push(`${request.operation.name} ${attempt}: ${reason}, ${afterMs} ms`),
  });
  return { retrying, sent, told, clock };
}

test('a read is sent again until it is answered, and each wait is reported before it', async () => {
  const { retrying, sent, told, clock } = open(answered(500), broken(true), answered(200));
  expect(await retrying(READ, never())).toEqual({ ...answered(200), attempts: 3 });
  expect(sent).toHaveLength(3);
  expect(clock.sleeps).toEqual([125, 250]);
  expect(told).toEqual([
    'readPage 1: status 500, 125 ms',
    'readPage 2: the connection was reset, 250 ms',
  ]);
});

test('the error of a read that is given up has the number of attempts', async () => {
  const { retrying, sent } = open(broken(true));
  expect(await retrying(READ, never())).toEqual({ ...broken(true), attempts: 4 });
  expect(sent).toHaveLength(4);
});

test('a read waits as long as a 503 asks for', async () => {
  const { retrying, clock } = open(answered(503, { 'retry-after': '7' }), answered(200));
  await retrying(READ, never());
  expect(clock.sleeps).toEqual([7000]);
});

test('a read with a streamed answer is not sent again', async () => {
  async function* body(): AsyncGenerator<Uint8Array> {}
  const opened: Exchange = { ...answered(200), pieces: body() };
  const { retrying, sent } = open(opened);
  expect(await retrying(READ, never())).toBe(opened);
  expect(sent).toHaveLength(1);
});

test.each([answered(500), broken(true), broken(false)])('a write is sent once: %j', async (end) => {
  const { retrying, sent } = open(end, answered(200));
  expect(await retrying(WRITE, never())).toBe(end);
  expect(sent).toHaveLength(1);
});

test('a signal ends the wait before the next attempt', async () => {
  const stop = new AbortController();
  const send: Send = async () => answered(500);
  const clock = new HandClock();
  const onRetry = (): void => queueMicrotask(() => stop.abort());
  const reading = retried(send, { clock, breaker: FREE, random: () => 0, onRetry })(
    READ,
    stop.signal,
  );
  await expect(reading).rejects.toMatchObject({ code: 'interrupted' });
});
