/** The text format, whatever is measured. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Counter, Histogram, Gauge } from '../../../src/platform/metrics/series.ts';
import { readExposition } from './exposition.ts';

const pairs = fc.array(
  fc.tuple(fc.string({ unit: 'grapheme' }), fc.constantFrom('a', '\n', '"', '\\', '}')),
  { minLength: 1 },
);

test('values of labels come back as they were, whatever they hold', () => {
  fc.assert(
    fc.property(pairs, fc.string(), (values, help) => {
      const described = { name: 'some_total', help: `h${help}`, labels: ['one', 'other'] };
      const counter = new Counter(described);
      const counts = new Map<string, number>();
      for (const pair of values) {
        counter.add(...pair);
        counts.set(JSON.stringify(pair), (counts.get(JSON.stringify(pair)) ?? 0) + 1);
      }
      const { samples = [] } = readExposition(counter.text()).get('some_total') ?? {};
      const read = samples.map(
        ({ labels: { one, other }, value }) => [JSON.stringify([one, other]), value] as const,
      );
      expect(new Map(read)).toEqual(counts);
    }),
  );
});

test('a histogram counts each duration in every bucket that it fits', () => {
  const seconds = fc.double({ min: 0, max: 100, noNaN: true });
  fc.assert(
    fc.property(fc.array(seconds, { minLength: 1 }), (durations) => {
      const bounds = [0.01, 0.1, 1, 10];
      const histogram = new Histogram({ name: 'seconds', help: 'Some.', labels: ['of'] }, bounds);
      for (const each of durations) histogram.observe(each, 'x');
      const { samples = [] } = readExposition(histogram.text()).get('seconds') ?? {};
      for (const bound of bounds) {
        const bucket = samples.find(({ labels: { le } }) => le === String(bound));
        expect(bucket?.value).toBe(durations.filter((each) => each <= bound).length);
      }
      const sum = samples.find(({ name }) => name === 'seconds_sum')?.value;
      expect(sum).toBeCloseTo(durations.reduce((all, each) => all + each, 0));
    }),
  );
});

test('numbers that are none, or without end, are written as the format has them', () => {
  const reading = new Gauge({ name: 'odd', help: 'Odd.', labels: ['n'] }, 'gauge', () => [
    [Number.NaN, '1'],
    [Infinity, '2'],
    [-Infinity, '3'],
    [1e-7, '4'],
  ]);
  expect(reading.text()).toContain(
    'odd{n="1"} NaN\nodd{n="2"} +Inf\nodd{n="3"} -Inf\nodd{n="4"} 1e-7\n',
  );
  expect(new Counter({ name: 'none_total', help: 'None.' }).text()).toContain('\nnone_total 0\n');
});

test.each([
  ['a_total 1\n', 'a sample without HELP'],
  ['# HELP a_total A.\n# TYPE a_total counter\na_total 1', 'no end'],
  ['# HELP a A.\n# TYPE a counter\na 1\n', 'a counter without _total'],
  ['# HELP a_total A.\n# TYPE a_total counter\na_total{b="1"} 1\na_total{b="1"} 2\n', 'twice'],
  ['# HELP a_total A.\n# TYPE a_total counter\na_total{b="\\x"} 1\n', 'an escape that is none'],
  ['# HELP a A.\n# TYPE a histogram\na_bucket{le="+Inf"} 1\na_sum 1\na_count 2\n', 'two counts'],
])('the reader of these tests refuses %j: %s', (text) => {
  expect(() => readExposition(text)).toThrow(/./);
});
