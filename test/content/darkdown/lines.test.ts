import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codeIn } from '../../../src/content/darkdown/read/lines.ts';
import { markdownIt } from '../../../src/content/darkdown/markdown/markdown-it.ts';

const whole = (text: string): number[] =>
  codeIn(text, { start: 0, end: text.length }).flatMap(({ start, end }) =>
    linesOf(text, start, end),
  );

/** Numbers of the lines from `start` to `end`, from 0. */
function linesOf(text: string, start: number, end: number): number[] {
  const first = text.slice(0, start).split('\n').length - 1;
  const count = text.slice(start, end).replace(/\n$/, '').split('\n').length;
  return Array.from({ length: count }, (_, index) => first + index);
}

/** The lines that hold something and that markdown-it takes for code. */
function codeOfMarkdownIt(text: string): number[] {
  const lines = new Set<number>();
  for (const { type, map } of markdownIt.parse(text, { cellBreaks: false })) {
    if ((type !== 'fence' && type !== 'code_block') || map === null) continue;
    for (let line = map[0]; line < map[1]; line += 1) lines.add(line);
  }
  return [...lines].toSorted((a, b) => a - b);
}

const filled = (text: string, lines: readonly number[]): number[] => {
  const all = text.split('\n');
  return lines.filter((line) => !/^[\s>]*$/.test(all[line] ?? ''));
};

const indent = fc.constantFrom('', '', '', ' ', '  ', '   ', '    ', '      ', '\t', ' \t');
const marker = fc.constantFrom('', '', '', '- ', '* ', '1. ', '2) ', '> ', '>', '-   ', '10. ');
const content = fc.constantFrom(
  'word',
  '',
  '```',
  '```js',
  '~~~~',
  '``` a`b',
  '# head',
  '---',
  '===',
  '***',
  '-',
  '[a](b.md)',
  '| a | b |',
  '|---|---|',
  '---published',
  '1.',
);
/** Deep indentation before what ends an outer item's paragraph: markdown-it has quirks there. */
const isQuirk = (line: string): boolean => /^(?: {4}| {0,3}\t)[ \t]*(?:[->*#_]|\d+[.)])/.test(line);
const line = fc
  .tuple(indent, marker, indent, marker, content)
  .map((parts) => parts.join(''))
  .filter((each) => !isQuirk(each));
const text = fc.array(line, { minLength: 1, maxLength: 10 }).map((lines) => lines.join('\n'));

describe('the parser of lines', () => {
  test('finds code in the same places as markdown-it', () => {
    fc.assert(
      fc.property(text, (source) => {
        expect(filled(source, whole(source))).toEqual(filled(source, codeOfMarkdownIt(source)));
      }),
      { numRuns: Number(process.env['N'] ?? 3000) },
    );
  });
});
