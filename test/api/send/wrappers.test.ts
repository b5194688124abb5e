/** The wrappers that do one small thing each. */
import { describe, expect, test } from 'vitest';
import type { ApiRequest } from '../../../src/api/requests/request.ts';
import { agreed, keyed } from '../../../src/api/send/permitted.ts';
import { counted, overPool, wholeJson } from '../../../src/api/send/attempt.ts';
import type { WireRequest } from '../../../src/api/transport/transport.ts';
import { READ, WRITE, answered, broken, never, scripted } from './exchanges.ts';

describe('agreed', () => {
  const mask = (text: string): string => text.replace('17', '***');

  test('sends nothing that was not agreed to, and masks its name', async () => {
    const { send, sent } = scripted();
    const refused = agreed(send, () => false, mask)(WRITE, never());
    await expect(refused).rejects.toThrow('PUT /page/*** was not agreed to');
    expect(sent).toEqual([]);
  });

  test('asks before each write, and never about a read', async () => {
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
  const identity = { userAgent: 'docs-cli/test', origin: 'https://api.example' };

  test('says who asks', async () => {
    const { send, sent } = scripted();
    await keyed(send, { ...identity, key: 'secret' })(READ, never());
    const credentials = ['x-api-key', 'secret', 'user-agent', 'docs-cli/test'];
    expect(sent).toEqual([{ ...READ, credentials }]);
  });

  test.each([undefined, '', 'two words', 'schlüssel'])('sends nothing with %j', async (key) => {
    const { send, sent } = scripted();
    const refused = keyed(send, { ...identity, key })(READ, never());
    await expect(refused).rejects.toMatchObject({ code: 'auth-required' });
    expect(sent).toEqual([]);
  });
});

test('counted counts each attempt, also one that fails', async () => {
  const counts = new Map<string, number>();
  const { send } = scripted(answered(200), broken(true), new Error('a bug'));
  const counting = counted(send, counts);
  await counting(READ, never());
  await counting(READ, never());
  await expect(counting(WRITE, never())).rejects.toThrow('a bug');
  expect(Object.fromEntries(counts)).toEqual({ readPage: 2, updatePage: 1 });
});

describe('wholeJson', () => {
  const through = async (request: ApiRequest, end = answered(200, {}, '{"id":17,')) =>
    (await wholeJson(scripted(end).send)(request, never())).kind;

  test('finds an answer that ends with its connection, too early', async () => {
    expect(
      await wholeJson(scripted(answered(200, {}, '{"id":')).send)(READ, never()),
    ).toMatchObject({
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
  ])('takes %s as it is', async (_, end) => {
    expect(await through(READ, end)).toBe('answered');
  });

  test('does not look at what is not JSON', async () => {
    expect(await through({ ...READ, answer: 'bytes' })).toBe('answered');
  });
});

describe('overPool', () => {
  const open = () => {
    const sent: WireRequest[] = [];
    const take = async (wire: WireRequest) => {
      sent.push(wire);
      return answered(200);
    };
    const opened: WireRequest[] = [];
    const pool = {
      exchange: take,
      open: (wire: WireRequest) => {
        opened.push(wire);
        return take(wire);
      },
    };
    return { send: overPool(pool, '/api/v1'), sent, opened };
  };

  test('puts path and headers together', async () => {
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
      },
    ]);
  });

  test('opens what is to come as a stream, and nothing else', async () => {
    const { send, sent, opened } = open();
    await send({ ...READ, answer: 'bytes' }, never());
    expect(opened).toEqual([]);
    await send({ ...READ, answer: 'stream' }, never());
    expect(opened).toHaveLength(1);
    expect(sent.map(({ headers }) => headers)).toEqual([
      ['accept', '*/*'],
      ['accept', '*/*'],
    ]);
  });
});
