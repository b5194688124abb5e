import { expect, test } from 'vitest';
import { anyOf, listOf, shorten } from '../../../src/model/text/sentences.ts';

test.each([
  [[], 3, '', ''],
  [['a'], 3, 'a', 'a'],
  [['a', 'b'], 3, 'a and b', 'a or b'],
  [['a', 'b', 'c'], 3, 'a, b and c', 'a, b or c'],
  [['a', 'b', 'c', 'd'], 3, 'a, b, c and 1 more', 'a, b, c or 1 other'],
  [Array.from({ length: 1_203 }, () => 'a'), 2, 'a, a and 1,201 more', 'a, a or 1,201 others'],
])('names in a sentence: %j', (names, most, all, any) => {
  expect(listOf(names, most)).toBe(all);
  expect(anyOf(names, most)).toBe(any);
});

test('a quotation is one line, and not longer than asked for', () => {
  expect(shorten(' two\n\twords ', 60)).toBe('two words');
  expect(shorten('x'.repeat(61), 60)).toBe(`${'x'.repeat(59)}…`);
  expect(shorten('x'.repeat(60), 60)).toBe('x'.repeat(60));
});
