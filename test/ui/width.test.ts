import { assert, oneof, property, string } from 'fast-check';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { widthOf, wrapLines } from '../../src/ui/width.ts';

test('any text is as wide as string-width has it', () => {
  const text = oneof(
    string({ unit: 'grapheme' }),
    string({ unit: 'binary-ascii' }),
    string({ unit: 'binary' }),
  );
  assert(
    property(text, (text) => {
      expect(widthOf(text)).toBe(stringWidth(text));
    }),
  );
});

test.each([
  ['plain', 5],
  ['\u001b[31mred\u001b[39m', 3],
  ['日本語', 6],
  ['👩‍👩‍👧', 2],
  ['é', 1],
  ['', 0],
])('%j takes %d columns', (text, width) => {
  expect(widthOf(text)).toBe(width);
});

test.each([
  ['  one two three', '  one two\n  three'],
  ['a     two three four', 'a     two\n      three\n      four'],
  ['averylongcolumn  two three', 'averylongcolumn\ntwo three'],
  ['\u001b[31ma\u001b[39m     two three', '\u001b[31ma\u001b[39m     two\n      three'],
])('%j is broken between words', (line, lines) => {
  expect(wrapLines(line, 12)).toBe(lines);
});

test('a text next to a command continues below itself, also on a narrow terminal', () => {
  const line = '      docs push --skip-conflicts  leaves them and does the rest';
  expect(wrapLines(line, 60)).toBe(
    '      docs push --skip-conflicts  leaves them and does the\n                                  rest',
  );
});
