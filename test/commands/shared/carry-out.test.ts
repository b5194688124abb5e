import { describe, expect, test } from 'vitest';
import { batchVerdict, carryOut } from '../../../src/commands/shared/carry-out.ts';
import { Failure, type FailureCode } from '../../../src/model/failure.ts';

const WORDS = { many: 'versions', done: 'published' };

const refused = (status: number): Failure =>
  new Failure('platform-refused', `Refused: ${status}.`, { status });

/** Sends the letters of `items`; those in `failures` fail so. */
const sending =
  (failures: Readonly<Record<string, Failure>>) =>
  (item: string): Promise<string> => {
    const failure = failures[item];
    return failure ? Promise.reject(failure) : Promise.resolve(item.toUpperCase());
  };

const summary = ({
  done,
  failed,
  left,
  stopped,
}: Awaited<ReturnType<typeof carryOut<string, string>>>) => ({
  done: done.map(({ item, value }) => `${item}${value}`).join(),
  failed: failed.map(({ item }) => item).join(),
  left: left.join(),
  stopped: stopped?.code ?? null,
});

const ended = (code: FailureCode): Failure => new Failure(code, `It was ${code}.`);

describe('a batch', () => {
  const all = ['a', 'b', 'c'];
  test.each([
    ['of nothing', [], {}, {}, { done: '', failed: '', left: '', stopped: null }, null],
    ['that is done', all, {}, {}, { done: 'aA,bB,cC', failed: '', left: '', stopped: null }, null],
    [
      'with a failure spares the others',
      all,
      { b: refused(400) },
      {},
      { done: 'aA,cC', failed: 'b', left: '', stopped: null },
      ['partial', '1 of 3 versions was not published.'],
    ],
    [
      'without success ends with its first failure',
      all,
      { a: refused(400), b: ended('not-found'), c: refused(409) },
      {},
      { done: '', failed: 'a,b,c', left: '', stopped: null },
      ['platform-refused', 'Refused: 400.'],
    ],
    [
      'stops at a failure that would meet the others',
      all,
      { b: ended('rate-limited') },
      {},
      { done: 'aA', failed: 'b', left: 'c', stopped: 'rate-limited' },
      ['partial', '2 of 3 versions were not published.'],
    ],
    [
      'that stops at once ends with that failure',
      all,
      { a: ended('forbidden') },
      {},
      { done: '', failed: 'a', left: 'b,c', stopped: 'forbidden' },
      ['forbidden', 'It was forbidden.'],
    ],
    [
      'that somebody interrupts leaves the item that was under way',
      all,
      { b: ended('interrupted') },
      {},
      { done: 'aA', failed: '', left: 'b,c', stopped: 'interrupted' },
      ['interrupted', 'It was interrupted.'],
    ],
    [
      'in order stops at the first failure',
      all,
      { b: refused(400) },
      { inOrder: true },
      { done: 'aA', failed: 'b', left: 'c', stopped: null },
      ['partial', '2 of 3 versions were not published.'],
    ],
    [
      'whose first two items are refused alike tries no other',
      all,
      { a: refused(403), b: refused(403) },
      { stopIfAlike: true },
      { done: '', failed: '', left: 'a,b,c', stopped: 'platform-refused' },
      ['platform-refused', 'Refused: 403.'],
    ],
    [
      'whose first two items are refused in two ways continues',
      all,
      { a: refused(403), b: refused(400) },
      { stopIfAlike: true },
      { done: 'cC', failed: 'a,b', left: '', stopped: null },
      ['partial', '2 of 3 versions were not published.'],
    ],
    [
      'whose first two items are not there continues',
      all,
      { a: ended('not-found'), b: ended('not-found') },
      { stopIfAlike: true },
      { done: 'cC', failed: 'a,b', left: '', stopped: null },
      ['partial', '2 of 3 versions were not published.'],
    ],
  ] as const)('%s', async (_, items, failures, options, expected, said) => {
    const outcome = await carryOut([...items], sending(failures), options);

    expect(summary(outcome)).toEqual(expected);
    const failure = batchVerdict(outcome, WORDS);
    expect(failure && [failure.code, failure.message]).toEqual(said);
    const isPartial = failure?.code === 'partial';
    const hint = 'The others were published; run the same command again for the rest';
    expect(failure?.hint).toBe(isPartial ? hint : undefined);
  });

  test('rejects with a bug', async () => {
    await expect(carryOut(['a'], () => Promise.reject(new TypeError('x')))).rejects.toThrow(
      TypeError,
    );
  });

  test('tells its progress after each item', async () => {
    const told: number[] = [];
    await carryOut(['a', 'b', 'c'], sending({ b: refused(400) }), {
      onProgress: (done) => told.push(done),
    });
    expect(told).toEqual([1, 1, 2]);
  });
});
