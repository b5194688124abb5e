import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainAnchorsOf } from '../../../src/content/check/plain-headings.ts';
import { readDocument } from '../../../src/content/check/reading.ts';
import { parse } from '../../../src/content/darkdown/read/parse.ts';

const PIECES = [
  '\n',
  '\n\n',
  '# ',
  '## ',
  ' # ',
  '#',
  'One',
  'two Three',
  ' ',
  '  ',
  '-1',
  '\t',
  '\r\n',

  '`',
  '``',
  '```',
  '~~~',
  '    ',
  '- ',
  '> ',
  '1. ',
  '*',
  '**',
  '_',
  '~~',
  '\\',
  '&amp;',
  '& ',

  '[a](b)',
  '[a]: ',
  '<b',
  '%name%',
  '|',
  '| --- |',
  '---',
  '===',
  '$',
  'auto$',
  'É',
  '\u{2028}',

  '{% callout %}\n',
  '\n{% /callout %}\n',
  '{% badge text="x" /%}',
  '{% table %}\n',
  '$plugin[',
  '"',
];

const texts = fc
  .array(fc.constantFrom(...PIECES), { maxLength: 40 })
  .map((pieces) => pieces.join(''));

test('claims no anchor that a whole reading does not find', () => {
  const holds = (text: string): void => {
    const document = parse(text);
    const { anchors: all } = readDocument(document, () => undefined);
    expect([...plainAnchorsOf(document)].filter((anchor) => !all.has(anchor))).toEqual([]);
  };
  fc.assert(fc.property(texts, holds), { numRuns: 2000 });
});

test.each([
  ['## First steps', ['first-steps']],
  ['Text\n# A & `b_c`, **bold**\n## A', ['a--bc-bold', 'a']],
  ['## [a](b)\n## %v%\n## a #\n## ` a `\n## a | b', []],
  ['## a & \u00a0', []],
  ['- ```\n## A', []],
  ['```\n## A\n```\n\n## B', ['b']],
])('anchors of %j', (text, anchors) => {
  expect([...plainAnchorsOf(parse(text))]).toEqual(anchors);
});
