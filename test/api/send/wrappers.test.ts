/** The wrappers that do one small thing each. */
import { describe, expect, test } from 'vitest';
import type { ApiRequest } from '../../../src/api/requests/request.ts';
import { agreed, keyed, overPool } from '../../../src/api/send/send.ts';
import type { Exchange, WireRequest } from '../../../src/api/transport/transport.ts';
import { READ, WRITE, answered, broken, never, scripted } from './exchanges.ts';

describe('agreed', () => {
  const mask = (text: string): string => text.replace('17', '***');

  test('sends nothing without consent, and masks the name of the write', async () => {
    const { send, sent } = scripted();
    const refused = agreed(send, () => false, mask)(WRITE, never());
    await expect(refused).rejects.toThrow('PUT /page/*** was not agreed to');
    expect(sent).toEqual([]);
  });

  test('asks before each write, and not before a read', async () => {
    const { send, sent } = scripted();
    let asked = 0;
    const gate = agreed(send, () => ++asked < 2, mask);
    await gate(READ, never());
    await gate(WRITE, never());
    await expect(gate(WRITE, never())).rejects.toThrow('was not agreed to');
    expect(asked).toBe(2);
    expect(sent).toEqual([READ, WRITE]);
  });
});

describe('keyed', () => {
  const AGENT = 'docs-cli/test';

  test('sends the key and the user agent', async () => {
    const { send, sent } = scripted();
    await keyed(send, 'secret', AGENT)(READ, never());
    const credentials = ['x-api-key', 'secret', 'user-agent', 'docs-cli/test'];
    expect(sent).toEqual([{ ...READ, credentials }]);
  });

  test.each(['', 'two words', 'schlüssel'])('sends nothing with %j', async (key) => {
    const { send, sent } = scripted();
    const refused = keyed(send, key, AGENT)(READ, never());
    await expect(refused).rejects.toMatchObject({ code: 'auth-required' });
    expect(sent).toEqual([]);
  });
});

describe('overPool', () => {
  /** A pool that answers with these ends in order, the last one again and again. */
  const open = (...ends: readonly (Exchange | Error)[]) => {
    const sent: WireRequest[] = [];
    const counts = new Map<string, number>();
    const exchange = async (wire: WireRequest): Promise<Exchange> => {
      sent.push(wire);
      const end = ends[Math.min(sent.length, ends.length) - 1] ?? answered(200);
      if (end instanceof Error) throw end;
      return end;
    };
    return { send: overPool({ exchange }, '/api/v1', counts), sent, counts };
  };

  test('counts each attempt, even one that fails', async () => {
    const { send, counts } = open(answered(200, {}, '{}'), broken(true), new Error('a bug'));
    await send(READ, never());
    await send(READ, never());
    await expect(send(WRITE, never())).rejects.toThrow('a bug');
    expect(Object.fromEntries(counts)).toEqual({ readPage: 2, updatePage: 1 });
  });

  test('joins path and headers', async () => {
    const { send, sent } = open();
    await send({ ...WRITE, credentials: ['x-api-key', 'secret'] }, never());
    expect(sent).toEqual([
      {
        method: 'PUT',
        path: '/api/v1/page/17',
        headers: 'x-api-key secret accept application/json content-type application/json'.split(
          ' ',
        ),
        body: '{}',
        isStreamed: false,
      },
    ]);
  });

  test('streams only answers that are requested as a stream', async () => {
    const { send, sent } = open();
    await send({ ...READ, answer: 'bytes' }, never());
    await send({ ...READ, answer: 'stream' }, never());
    expect(sent.map(({ isStreamed }) => isStreamed)).toEqual([false, true]);
    expect(sent.map(({ headers }) => headers)).toEqual([
      ['accept', '*/*'],
      ['accept', '*/*'],
    ]);
  });

  const through = async (request: ApiRequest, end = answered(200, {}, '{"id":17,')) =>
    (await open(end).send(request, never())).kind;

  test('notices an answer whose connection ends too early', async () => {
    const { send } = open(answered(200, {}, '{"id":'));
    expect(await send(READ, never())).toMatchObject({
      kind: 'broken',
      sent: true,
      head: { status: 200 },
      error: { what: 'the answer was cut off', lasting: false },
    });
  });

  test.each([
    ['whole JSON', answered(200, {}, '{"id":17}')],
    ['an answer whose length was announced', answered(200, { 'content-length': '9' }, '{"id":17,')],
    ['an answer in chunks', answered(200, { 'transfer-encoding': 'chunked' }, '{"id":17,')],
    ['a refusal', answered(404, {}, '{"error":')],
  ])('returns %s unchanged', async (_, end) => {
    expect(await through(READ, end)).toBe('answered');
  });

  test('does not parse other answers as JSON', async () => {
    expect(await through({ ...READ, answer: 'bytes' })).toBe('answered');
  });
});
