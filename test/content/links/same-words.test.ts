import { expect, test } from 'vitest';
import { canonical } from '../../../src/content/darkdown/print/canonical.ts';
import { sameWords } from '../../../src/content/links/same-words.ts';

const TEXT = '# Set up\n\nSee [the roof](../roof.md#top) and ![it](a.png).\n\n* one\n* two';

test.each([
  ['printed in the canonical form', canonical(TEXT)],
  [
    'with links to other places',
    TEXT.replace('../roof.md#top', '/guide/tiles').replace('a.png', 'b.png'),
  ],
  ['with another mark of lists', TEXT.replaceAll('* ', '- ')],
  ['with numbers', TEXT.replace('* one\n* two', '1. one\n2. two')],
  ['in a callout', `{% callout %}\n${TEXT}\n{% /callout %}`],
])('a text %s has the same words', (_, other) => {
  expect(sameWords(TEXT, other)).toBe(true);
});

test.each([
  ['a word more', `${TEXT} three`],
  ['a word less', TEXT.replace('one', '')],
  ['another number', TEXT.replace('one', '1')],
  ['another text of a link', TEXT.replace('the roof', 'the tiles')],
])('a text with %s has other words', (_, other) => {
  expect(sameWords(TEXT, other)).toBe(false);
});
