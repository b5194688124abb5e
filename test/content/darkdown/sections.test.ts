import { expect, test } from 'vitest';
import { readDocument } from '../../../src/content/check/reading.ts';
import { Anchors, anchorOf } from '../../../src/content/darkdown/anchor.ts';
import { parse } from '../../../src/content/darkdown/read/parse.ts';
import { NO_PROJECT } from '../../../src/content/darkdown/write/resolver.ts';
import { sections } from '../../../src/content/darkdown/sections.ts';
import { ParsedPage } from '../../../src/content/darkdown/write/parsed-page.ts';

const BODY = `Lead with %name%.

## First {% badge text="New" /%}

One.

### Detail

{% callout title="Note" %}
Two.
{% /callout %}

{% tabs %}
{% tab title="Android" %}
## First

Three.
{% /tab %}
{% /tabs %}

## Empty
`;

test('a page is divided at headings of level 2, wherever they are', () => {
  const resolver = { ...NO_PROJECT, variable: () => 'value' };
  expect(sections(ParsedPage.of(BODY), resolver)).toEqual([
    { title: '', anchor: '', above: '', text: 'Lead with value.' },
    {
      title: 'First New',
      anchor: 'first-',
      above: '',
      text: 'One.\n\nDetail\n\nNote\n\nTwo.\n\nAndroid',
    },
    { title: 'First', anchor: 'first', above: '', text: 'Three.' },
    { title: 'Empty', anchor: 'empty', above: '', text: '' },
  ]);
});

test('a site divides a page at headings of level 3, too, and knows the heading above each', () => {
  const body =
    '### Before\n\nZero.\n\n## One\n\n### Detail\n\nFirst.\n\n#### Small\n\n## Two\n\nSecond.\n\n### Detail';
  expect(sections(ParsedPage.of(body), NO_PROJECT, true, 3)).toEqual([
    { title: 'Before', anchor: 'before', above: '', text: 'Zero.' },
    { title: 'One', anchor: 'one', above: '', text: '' },
    { title: 'Detail', anchor: 'detail', above: 'One', text: 'First.\n\nSmall' },
    { title: 'Two', anchor: 'two', above: '', text: 'Second.' },
    { title: 'Detail', anchor: 'detail-1', above: 'Two', text: '' },
  ]);
});

test('headings of all levels have anchors', () => {
  const { anchors } = readDocument(parse(BODY), () => undefined);
  expect([...anchors]).toEqual(['first-', 'detail', 'first', 'empty']);
});

test.each([
  ['A / B', 'a--b'],
  ['Setup (v1.2)', 'setup-v12'],
  ['Größe & Co', 'gre--co'],
  ['a\tb', 'a-b'],
  ['漢字', ''],
])('the anchor of %j is %j', (text, anchor) => {
  expect(anchorOf(text)).toBe(anchor);
});

test('the anchors of a page are different, even for headings that look like numbered duplicates', () => {
  const anchors = new Anchors();
  expect(['a', 'a', 'a-1', 'a', 'b', 'a-1'].map((text) => anchors.take(text))).toEqual([
    'a',
    'a-1',
    'a-1-1',
    'a-2',
    'b',
    'a-1-2',
  ]);
});
