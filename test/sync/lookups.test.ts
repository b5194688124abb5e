import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseMeans } from '../../src/sync/pairing/lookups.ts';
import type { Search } from '../../src/sync/pairing/lookups.ts';

const RATES = { read: 600, find: 60 };

const requests = (searches: readonly Search[]): { reads: number; finds: number } => {
  let [reads, finds] = [0, 0];
  chooseMeans(searches, RATES).forEach((means, index) => {
    const { wanted, candidates } = searches[index] as Search;
    if (means === 'read') reads += candidates;
    else finds += wanted;
  });
  return { reads, finds };
};

describe('how pages that the lock does not know are looked for', () => {
  test.each([
    ['one new file beside 500 pages from the editor', [{ wanted: 1, candidates: 500 }], 0, 1],
    ['one new file beside one page', [{ wanted: 1, candidates: 1 }], 1, 0],
    ['a lost lock of 1,000 pages', [{ wanted: 1000, candidates: 1000 }], 1000, 0],
    [
      '60 new files beside 500 pages: one window of look-ups',
      [{ wanted: 60, candidates: 500 }],
      0,
      60,
    ],
    [
      '200 new files beside 500 pages: reading is over sooner',
      [{ wanted: 200, candidates: 500 }],
      500,
      0,
    ],
    ['200 new files beside 9,000 pages: asking is', [{ wanted: 200, candidates: 9000 }], 0, 200],
    [
      'three documentations: the cheapest is read until the look-ups fit their window',
      [
        { wanted: 50, candidates: 60 },
        { wanted: 50, candidates: 400 },
        { wanted: 5, candidates: 300 },
      ],
      60,
      55,
    ],
  ])('%s', (_, searches, reads, finds) => {
    expect(requests(searches)).toEqual({ reads, finds });
  });

  test('never takes longer than doing all of it one way', () => {
    const search = fc.record({
      wanted: fc.integer({ min: 1, max: 2000 }),
      candidates: fc.integer({ min: 1, max: 2000 }),
    });
    fc.assert(
      fc.property(fc.array(search, { maxLength: 12 }), (searches) => {
        const { reads, finds } = requests(searches);
        const wanted = searches.reduce((sum, one) => sum + one.wanted, 0);
        const fewest = searches.reduce((sum, one) => sum + Math.min(one.wanted, one.candidates), 0);
        const windows = Math.max(reads / RATES.read, finds / RATES.find);
        expect(windows).toBeLessThanOrEqual(Math.max(wanted / RATES.find, fewest / RATES.read));
        expect(reads + finds).toBeGreaterThanOrEqual(fewest);
      }),
    );
  });
});
