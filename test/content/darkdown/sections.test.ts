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
    { title: '', anchor: '', text: 'Lead with value.' },
    {
      title: 'First New',
      anchor: 'first-',
      text: 'One.\n\nDetail\n\nNote\n\nTwo.\n\nAndroid',
    },
    { title: 'First', anchor: 'first', text: 'Three.' },
    { title: 'Empty', anchor: 'empty', text: '' },
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
