import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanBlock, cleanLine, cleanOutput } from '../../../src/model/text/clean.ts';

const ESC = '\u001b';

describe('text from others', () => {
  test.each([
    ['colour', `${ESC}[31mred${ESC}[0m`, 'red'],
    ['cursor movement', `a${ESC}[2Ab`, 'ab'],
    ['the window title', `a${ESC}]0;owned\u0007b`, 'ab'],
    ['a link', `${ESC}]8;;http://evil${ESC}\\text${ESC}]8;;${ESC}\\`, 'text'],
    ['a device string', `a${ESC}P1$r${ESC}\\b`, 'ab'],
    ['8-bit sequences', 'a\u009b31mb\u009d0;t\u009cc', 'abc'],
    ['a sequence without an end', `a${ESC}]0;never`, 'a0;never'],
    ['a reset', `a${ESC}cb`, 'ab'],
    ['overprinting', 'safe\rEVIL\b\b', 'safeEVIL'],
    ['turned reading direction', 'a\u202eb\u2066c', 'abc'],
  ])('loses %s', (_, text, clean) => {
    expect(cleanBlock(text)).toBe(clean);
  });

  test('keeps letters of all scripts, emoji and their joiners', () => {
    const text = 'Grüße, 日本語, עברית, 👩‍👩‍👧, café';
    expect(cleanLine(text)).toBe(text);
  });

  test('keeps its lines in a block and loses them in a line', () => {
    expect(cleanBlock('a\r\nb\n\tc')).toBe('a\nb\n\tc');
    expect(cleanLine('a\r\nb\n\tc')).toBe('a b c');
  });

  test.each(['\n', '\r\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029'])(
    'stands in one line where it breaks with %j',
    (mark) => {
      expect(cleanLine(`a${mark}b`)).toBe('a b');
    },
  );

  test('never holds a control character afterwards, whatever it was', () => {
    const hostile = fc.string({
      unit: fc.constantFrom(
        ESC,
        '[',
        ']',
        'P',
        '0',
        '3',
        '1',
        ';',
        'm',
        'A',
        '\\',
        '\u0007',
        '\r',
        '\u009b',
        '\u009d',
        '\u202e',
        'x',
      ),
      maxLength: 40,
    });
    fc.assert(
      fc.property(hostile, (text) => {
        expect(cleanLine(text)).not.toMatch(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
      }),
    );
  });

  test('is cleaned once: cleaning again changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(cleanBlock(cleanBlock(text))).toBe(cleanBlock(text));
      }),
    );
  });
});

describe('the last guard before a stream', () => {
  const coloured = `${ESC}[31mred${ESC}[39m ${ESC}[1mbold${ESC}[22m`;

  test('lets our own colours through, and no other sequence', () => {
    expect(cleanOutput(`${coloured}${ESC}[5mblink${ESC}[2J`, true)).toBe(`${coloured}blink`);
  });

  test('lets nothing through without colour', () => {
    expect(cleanOutput(coloured, false)).toBe('red bold');
  });
});

test('cleaning takes time in proportion to the text', () => {
  const text = `${ESC}]`.repeat(200_000) + `${ESC}[`.repeat(200_000) + '0'.repeat(200_000);

  expect(cleanBlock(text).length).toBeLessThan(text.length);
});
