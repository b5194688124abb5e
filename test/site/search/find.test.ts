import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { find, folded, withOthers } from '../../../src/site/search/find.ts';
import type { SearchEntry } from '../../../src/site/search/find.ts';

const entry = (page: string, section: string, text: string): SearchEntry => ({
  url: `/v1/guide/${page}#${section}`,
  page,
  section,
  text,
});

const ENTRIES = [
  entry('Install', '', 'How to put the station up on a roof.'),
  entry('Install', 'Tools', 'A ladder and a spanner. The installer brings both.'),
  entry('Sensors', '', 'Wind, rain and temperature. Café Zürich measures them, too.'),
  entry('网关', '', '网关常见问题：如何安装网关'),
];

const urls = (query: string): string[] => find(ENTRIES, query, 10).map(({ url }) => url);

test.each([
  ['install', ['/v1/guide/Install#', '/v1/guide/Install#Tools']],
  ['inst', ['/v1/guide/Install#', '/v1/guide/Install#Tools']],
  ['tools', ['/v1/guide/Install#Tools']],
  ['install tools', ['/v1/guide/Install#Tools']],
  ['"wind, rain"', ['/v1/guide/Sensors#']],
  ['cafe zurich', ['/v1/guide/Sensors#']],
  ['install -ladder', ['/v1/guide/Install#Tools']],
  ['station --ro', ['/v1/guide/Install#']],
  ['-"wind, rain"', ['/v1/guide/Sensors#']],
  ['安装', ['/v1/guide/网关#']],
  ['stall', []],
  ['intsall', ['/v1/guide/Install#', '/v1/guide/Install#Tools']],
  ['instaler', ['/v1/guide/Install#Tools']],
  ['temprature -rain', ['/v1/guide/Sensors#']],
  ['temprature', ['/v1/guide/Sensors#']],
  ['zurihc', ['/v1/guide/Sensors#']],
  ['roo', ['/v1/guide/Install#']],
  ['rof', []],
  ['wholly unknown', []],
  ['-ladder', ['/v1/guide/Install#Tools']],
  ['--', []],
  ['', []],
])('%j finds %j, titles first', (query, expected) => {
  expect(urls(query)).toEqual(expected);
});

test('a page with the word in its title comes before its parts, however often they have it', () => {
  const entries = [
    entry('Draft mode', 'Listed, in draft mode', 'draft '.repeat(9)),
    entry('Draft mode', '', 'Text.'),
    entry('Other', '', 'draft '.repeat(9)),
  ];
  expect(find(entries, 'draft', 9).map(({ url }) => url)).toEqual([
    '/v1/guide/Draft mode#',
    '/v1/guide/Draft mode#Listed, in draft mode',
    '/v1/guide/Other#',
  ]);
});

test('the words of the query are marked in the text, and no text is lost', () => {
  const [found] = find(ENTRIES, 'zurich', 1);

  expect(found?.text.filter(([, isFound]) => isFound)).toEqual([['Zürich', true]]);
  expect(found?.text.map(([text]) => text).join('')).toContain('Café Zürich measures them');
});

test('entries of other versions come after those of the current version with the same words, name their version, and are not repeated', () => {
  const post = entry('News', '', 'Rain.');
  const own = [entry('Rain', '', 'Here.'), post];
  const other = [{ ...entry('Rain', '', 'There.'), url: '/v0/guide/Rain' }, post];
  const found = find(withOthers(own, [['v0', other]]), 'rain', 9);
  expect(found.map(({ url, page }) => [url, page.map(([text]) => text).join('')])).toEqual([
    ['/v1/guide/Rain#', 'Rain'],
    ['/v0/guide/Rain', 'Rain · v0'],
    ['/v1/guide/News#', 'News'],
  ]);
});

test('every occurrence of the query is marked, however many there are', () => {
  const [found] = find([entry('', '', 'rain '.repeat(12).trim())], 'rain', 1);

  expect(found?.text.filter(([, isFound]) => isFound)).toHaveLength(12);
});

test('folding keeps every offset, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(folded(text)).toHaveLength(text.length);
    }),
  );
});

test('every result contains the query, and its pieces joined are its titles', () => {
  const word = fc.constantFrom('wind', 'rain', 'roof', 'Zürich', 'a', 'İ', '网');
  const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '));
  const entries = fc.array(fc.tuple(text, text, text), { maxLength: 12 });
  fc.assert(
    fc.property(entries, word, (rows, query) => {
      const all = rows.map((row) => entry(...row));
      for (const { page, section, text: shown } of find(all, query, 50)) {
        const pieces = [...page, ...section, ...shown];
        expect(pieces.some(([, isFound]) => isFound)).toBe(true);
        expect(all.map((each) => each.page)).toContain(page.map(([piece]) => piece).join(''));
      }
    }),
  );
});
