import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  printNavigation,
  printSettings,
  yamlText,
} from '../../../src/content/settings/printed-yaml.ts';

test.each([
  ['Guide', 'Guide'],
  ['v1.0', 'v1.0'],
  ['2.0.1-beta', '2.0.1-beta'],
  ['2fa', '2fa'],
  ['far/away/page', 'far/away/page'],
  ['Für', 'Für'],
  ['C#', 'C#'],
  ['Set up', "'Set up'"],
  ['a:b', "'a:b'"],
  ['https://example.com', "'https://example.com'"],
  ['1.0', "'1.0'"],
  ['2024', "'2024'"],
  ['1_000', "'1_000'"],
  ['0x1f', "'0x1f'"],
  ['1e3', "'1e3'"],
  ['2026-08-04', "'2026-08-04'"],
  ['True', "'True'"],
  ['no', "'no'"],
  ['y', "'y'"],
  ['~', "'~'"],
  ['null', "'null'"],
  ['', "''"],
  ['-', "'-'"],
  ['%product%', "'%product%'"],
  ["it's", "it's"],
  ["it's here", "'it''s here'"],
  ['one\ntwo', '"one\\ntwo"'],
  ['\u0085', '"\\u0085"'],
  ['\ufeffmark', '"\\ufeffmark"'],
  ['a,b', "'a,b'"],
])('%j is written as %s', (text, written) => {
  expect(yamlText(text)).toBe(written);
});

test('settings are indented by four spaces, and navigations by two', () => {
  expect(printSettings({ name: 'Version 1', published: false, order: ['a', 'b c'] })).toBe(
    "name: 'Version 1'\npublished: false\norder:\n    - a\n    - 'b c'\n",
  );
  expect(
    printNavigation({
      items: ['a', { category: 'Set up', items: [{ page: 'b', icon: 'far:bell' }, 'separator'] }],
    }),
  ).toBe(
    "items:\n  - a\n  - category: 'Set up'\n    items:\n      - page: b\n        icon: 'far:bell'\n      - separator\n",
  );
  expect(printNavigation({ items: [] })).toBe('items: []\n');
});

test('every text is parsed as it was written, by YAML 1.1 and 1.2', () => {
  const words = fc.constantFrom('-', '.', '_', ':', '0', '1', '9', 'e', 'x', 'o', 'n', 'y', '#');
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: words, maxLength: 8 }));
  fc.assert(
    fc.property(text, (value) => {
      for (const version of ['1.1', '1.2'] as const) {
        const printed = printNavigation({ items: [value, { label: value, items: [value] }] });
        expect(parse(printed, { version })).toEqual({
          items: [value, { label: value, items: [value] }],
        });
      }
    }),
    { numRuns: 100 },
  );
});
