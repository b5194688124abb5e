import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { colouredDiff, unifiedDiff } from '../../src/ui/diff.ts';
import { createStyle } from '../../src/ui/style.ts';

const style = createStyle({ colour: false, width: 80, now: 0 });

const changed = (before: string, after: string): string[] =>
  colouredDiff(unifiedDiff(before, after, 'a', 'b') ?? '', style)
    .split('\n')
    .slice(3);

test.each([
  ['a character that turns the order of others', 'a\u202eb', ['-ab', '+a⟨U+202E⟩b']],
  ['a character without width', 'a\u200bb', ['-ab', '+a⟨U+200B⟩b']],
  ['a control character', 'a\u001b[31mb', ['-ab', '+a⟨U+001B⟩[31mb']],
  ['a space at the end of a line', 'ab ', ['-ab', '+ab⟨U+0020⟩']],
  ['a carriage return', 'ab\r', ['-ab', '+ab⟨U+000D⟩']],
  ['a carriage return that ends no line', 'a\rb', ['-ab', '+a⟨U+000D⟩b']],
])('a diff names %s', (_, after, lines) => {
  expect(changed('ab\n', `${after}\n`)).toEqual(lines);
});

test.each([
  ['a b\n', 'a\u00a0b\n', ['-a b', '+a⟨U+00A0⟩b']],
  ['a  b\n', 'a\tb\n', ['-a  b', '+a⟨U+0009⟩b']],
  ['\n', '  \n', ['-', '+⟨U+0020⟩⟨U+0020⟩']],
])('a diff names the spaces of lines that differ in nothing else: %j, %j', (old, next, lines) => {
  expect(changed(old, next)).toEqual(lines);
});

test('a diff leaves spaces as they are where the words tell lines apart', () => {
  expect(changed('a\u00a0b\n', 'a\u00a0c \n')).toEqual(['-a\u00a0b', '+a\u00a0c ']);
});

test('a diff does not name the spaces of lines that were moved', () => {
  expect(changed('a \nb\n', 'b\na \n')).toEqual(['-a ', ' b', '+a ']);
});

test('no line that was removed looks like one that was added, unless both are the same', () => {
  const part = fc.constantFrom('a', 'b', ' ', '\t', '\u00a0', '\u200b', '\u202e', '\r', '\u0007');
  const line = fc.array(part, { maxLength: 4 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(line, line, (old, next) => {
      fc.pre(old !== next && !old.includes('\r\n') && !next.includes('\r\n'));
      const [removed = '', added = ''] = changed(`${old}\n`, `${next}\n`);
      expect(removed.slice(1).trimEnd()).not.toBe(added.slice(1).trimEnd());
    }),
  );
});
