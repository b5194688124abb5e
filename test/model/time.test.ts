import { expect, test } from 'vitest';
import { parseInstant } from '../../src/model/time.ts';

test.each([
  ['2028-02-29T12:00:00+00:00', Date.UTC(2028, 1, 29, 12)],
  ['2028-02-29T12:00:00+0200', Date.UTC(2028, 1, 29, 10)],
  ['2028-02-29T23:30:00-02:30', Date.UTC(2028, 2, 1, 2)],
  ['2028-02-29T12:00:00.5Z', Date.UTC(2028, 1, 29, 12, 0, 0, 500)],
  ['2027-02-29T12:00:00+00:00', undefined],
  ['2027-02-31T12:00:00+0000', undefined],
  ['2027-06-31T23:30:00-02:30', undefined],
  ['2027-11-31', undefined],
  ['2027-00-10T12:00:00Z', undefined],
  ['2027-01-10T25:00:00Z', undefined],
  ['2027-01-32T12:00:00Z', undefined],
  ['tomorrow', undefined],
  ['1 January 2027', undefined],
  ['', undefined],
])('%s is the moment %s', (text, ms) => {
  expect(parseInstant(text)).toBe(ms);
});
