import { array, assert, constantFrom, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toText } from '../../src/content/darkdown/convert.ts';
import { NO_PROJECT } from '../../src/content/darkdown/write/resolver.ts';
import { bodiesOf, parsePageFile } from '../../src/content/page/page-file.ts';
import { reprint } from '../../src/platform/peculiar.ts';
import { hasCorpus, LAYOUTS, realFiles } from '../support/corpus.ts';

const PIECES = [
  '* ',
  '- ',
  '+ ',
  '_',
  '*',
  '|',
  '-',
  ':',
  ' ',
  '  ',
  '\t',
  '\n',
  '\n\n\n',
  '\r\n',
  'a',
  '[',
  '```',
  '~~~~',
  '{% html %}',
  '{% /html %}',
  '{% code %}',
  '$plugin[',
  ']$',
  '\\',
  '    ',
  '> ',
  '1. ',
  '`',
  '\u00a0',
  '\u2028',
  'é',
];

describe('reprint', () => {
  test.each([
    ['blank lines', '\n\na\n\n\n\nb', 'a\n\nb\n'],
    ['line ends', 'a\r\nb\r', 'a\nb\n'],
    ['trailing blanks', 'a \t\nb   \nc', 'a\nb  \nc\n'],
    ['bullets', '* a\n    * b\n* c', '- a\n    * b\n- c\n'],
    ['emphasis', 'an _old_ word', 'an *old* word\n'],
    ['tables', '|a|b |\n|-|:--:|\n|1|2|', '| a | b | \n| ---- | :----: | \n| 1 | 2 | \n'],
    [
      'cells of dashes',
      '|-|--|\n|-|:-|\n|-|x|\n|-|-|',
      '| - | -- | \n| ---- | :---- | \n| - | x | \n| - | - | \n',
    ],
    [
      'tables one after another',
      '|a|\n|-|\n\n|-|\n|-|',
      '| a | \n| ---- | \n\n| - | \n| ---- | \n',
    ],
    ['rows that are no table', '|-|a|\n|b|-|', '| - | a | \n| b | - | \n'],
    ['nothing', '\n \n', ''],
  ])('prints %s in the form of the platform', (_, body, printed) => {
    expect(reprint(body)).toBe(printed);
  });

  test.each([
    ['fences', '```\n* a  \n\n\n_b_\n```\n'],
    ['raw blocks', '{% html %}\n* a\n\n\n|x|\n{% /html %}\n'],
    ['plugins', '$plugin[{\n    "type": "x",\n\n\n    "a": "* b"\n}]$\n'],
    ['indented code', '    a\n\n\n    b\n'],
    ['rules', '* * *\n\n***\n'],
    ['lists that touch', '* a\n\n- b\n'],
    ['names with underscores', 'a snake_case_name, <_a_>, `_b_`, [x](_c_)\n'],
  ])('does not change %s', (_, body) => {
    expect(reprint(body)).toBe(body);
  });

  test('printing twice has the same result as printing once', () => {
    const piece = constantFrom(...PIECES);
    const text = array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));
    assert(
      property(text, (body) => {
        const once = reprint(body);
        expect(reprint(once)).toBe(once);
      }),
      { numRuns: 5_000 },
    );
  });

  test('takes time in proportion to the length: a megabyte of each hostile line', () => {
    const lines = [
      '_a '.repeat(350_000),
      '* '.repeat(500_000),
      '|-'.repeat(500_000),
      ' '.repeat(1e6),
    ];
    for (const line of lines) expect(reprint(line).length).toBeLessThan(2_000_100);
  });
});

describe.skipIf(!hasCorpus)('reprint of real pages (skipped without DOCS_CORPUS)', () => {
  const bodies = LAYOUTS.flatMap(realFiles).flatMap(({ file: path, text }) => {
    const { draft, published } = bodiesOf(parsePageFile(text));
    return [draft, published].flatMap((body) => (body === null ? [] : [{ path, body }]));
  });

  test('means the same in other characters, and changes many pages', () => {
    const words = (body: string) => toText(body, NO_PROJECT).replace(/\s+/g, ' ').trim();
    const changed = bodies.filter(({ body }) => reprint(body) !== `${body}\n`);
    const meaning = bodies.filter(({ body }) => words(reprint(body)) !== words(body));
    expect(meaning.map(({ path }) => path)).toEqual([]);
    expect(changed.length).toBeGreaterThan(bodies.length / 4);
  });

  test('gives the same result the second time', () => {
    const again = bodies.filter(({ body }) => reprint(reprint(body)) !== reprint(body));
    expect(again.map(({ path }) => path)).toEqual([]);
  });
});
