/** The reader by which tests judge what is served. */
import { expect, test } from 'vitest';
import { readExposition } from './exposition.ts';

test.each([
  ['a_total 1\n', 'a sample without HELP'],
  ['# HELP a_total A.\n# TYPE a_total counter\na_total 1', 'no end'],
  ['# HELP a A.\n# TYPE a counter\na 1\n', 'a counter without _total'],
  ['# HELP a_total A.\n# TYPE a_total counter\na_total{b="1"} 1\na_total{b="1"} 2\n', 'twice'],
  ['# HELP a_total A.\n# TYPE a_total counter\na_total{b="\\x"} 1\n', 'an escape that is none'],
  ['# HELP a A.\n# TYPE a histogram\na_bucket{le="+Inf"} 1\na_sum 1\na_count 2\n', 'two counts'],
])('the reader refuses %j: %s', (text) => {
  expect(() => readExposition(text)).toThrow(/./);
});
