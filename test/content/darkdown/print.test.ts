import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toText } from '../../../src/content/darkdown/convert.ts';
import { parse } from '../../../src/content/darkdown/read/parse.ts';
import { canonical, normalForm, samePage } from '../../../src/content/darkdown/print/canonical.ts';
import { NO_PROJECT } from '../../../src/content/darkdown/write/resolver.ts';
import { page } from './grammar.ts';
import { anyBody } from './slips.ts';
import { tiled } from './tiled.ts';

test('printing a parsed text returns the same text', () => {
  fc.assert(
    fc.property(fc.oneof(anyBody, fc.string({ unit: 'binary' })), (body) => {
      expect(tiled(parse(body))).toBe(body);
    }),
  );
});

test('the canonical form of a canonical form is the same, and is the same page', () => {
  fc.assert(
    fc.property(page, (body) => {
      const printed = canonical(body);
      expect(canonical(printed)).toBe(printed);
      expect(samePage(body, printed)).toBe(true);
    }),
  );
});

describe('the canonical form', () => {
  test.each([
    ['bullets', '* a\n    + b\n', '- a\n  - b\n'],
    ['emphasis', '_a_ __b__\n', '*a* **b**\n'],
    ['escapes', 'user_id & 5 > 3 [x] ~\n', 'user\\_id \\& 5 \\> 3 \\[x\\] \\~\n'],
    ['headings', 'A\n---\n\n# B #\n', '## A\n\n# B\n'],
    ['blank lines and the end', '\n\na  \n\n\n\nb', 'a\n\nb\n'],
    ['tables', '|a|b\n|-|:-:\n|c|d\n', '| a | b |\n| --- | :---: |\n| c | d |\n'],
    [
      'tables of which a row has more cells than the header',
      '|a|b|\n|-|:-:\n|c|d\n|`e|f`|_g_|\n|h|i| |\n',
      '| a | b |\n| --- | :---: |\n| c | d |\n|`e|f`|_g_|\n| h | i |\n',
    ],
    [
      'defaults and order',
      '{% callout title="T" type="info" %}\na\n{% /callout %}\n',
      '{% callout title="T" %}\na\n{% /callout %}\n',
    ],
    [
      'inline tags',
      '{% badge type="success" text="a" /%}\n',
      '{% badge text="a" type="success" /%}\n',
    ],
    ['empty blocks', '{% synced id="a" %}\n{% /synced %}\n', '{% synced id="a" /%}\n'],
    [
      'early images',
      '{% image url="u" caption="a *b*" width="600" %}\n{% /image %}\n',
      '{% image url="u" width=600 %}\na *b*\n{% /image %}\n',
    ],
    [
      'early images, of which the caption alone becomes the body',
      '{% image url="u" caption="a" description="b" %}\n{% /image %}\n',
      '{% image url="u" description="b" %}\na\n{% /image %}\n',
    ],
    [
      'early code',
      '{% code %}\n{% tab language="c" title="t" %}\nx\n{% /tab %}\n{% /code %}\n',
      '{% code %}\n```c {% title="t" %}\nx\n```\n{% /code %}\n',
    ],
    [
      'tables wrapped twice',
      '{% table %}\n{% table widths="1,2" %}\n| a | b | \n| ---- | ---- | \n{% /table %}\n{% /table %}\n',
      '{% table widths="1,2" %}\n| a | b |\n| --- | --- |\n{% /table %}\n',
    ],
    [
      'plugins',
      '$plugin[{"type":"callout","data":{"text":"a","type":"warning","title":"T"}}]$\n',
      '{% callout type="warning" title="T" %}\na\n{% /callout %}\n',
    ],
    ['inline plugins', '$inline[badge,Yes,success]\n', '{% badge text="Yes" type="success" /%}\n'],
    ['emphasis in strength', '**_a_** ***b***\n', '**_a_** ***b***\n'],
    ['what is beside a definition', '* a\n\n[x]: /b\n\n_c_\n', '- a\n\n[x]: /b\n\n*c*\n'],
    [
      'code that shows a definition, where Markdown alone sees the fence',
      '- ```c\na\n  ```\n[x]: /b\n  ```\n',
      '- ```c\n  ```\n\na\n\n```\n[x]: /b\n```\n',
    ],
    ['code that holds fences', '~~~\n```\n~~~\n', '````\n```\n````\n'],
    [
      'what else stands between rows',
      '{% row %}#\n    a\n{% /row %}',
      '{% row %}\n# \n\n```\na\n```\n{% /row %}\n',
    ],
  ])('%s', (_, body, expected) => {
    expect(canonical(body)).toBe(expected);
    expect(canonical(expected)).toBe(expected);
  });

  test.each([
    ['a plugin that nobody has seen as a tag', '$plugin[{"type":"tab-block","data":{"a":1}}]$\n'],
    ['a slip', '{% callout %}\n\nno end\n'],
    ['what it cannot print without doubt', '[a]: /b "c"\n'],
  ])('does not change %s', (_, body) => {
    expect(canonical(body)).toBe(body);
  });
});

const CLOSE = '\n{% /callout %}\n';

describe('two texts are one page', () => {
  test.each([
    ['bullets, indentation, blank lines', '- a\n    - b\n- c', '* a\n  * b\n* c\n\n\n'],
    ['numbers of a list', '3. a\n3. b\n', '3. a\n4. b\n'],
    ['escapes and entities', 'a_b & c \\> d\n', 'a\\_b \\& c &gt; d'],
    ['table padding', '| a | b | \n| ---- | ---- | \n| c |  | \n', '|a|b|\n|-|-|\n|c||\n'],
    [
      'order, quotes and defaults',
      `{% callout title="a" type="info" %}\nb${CLOSE}`,
      `{% callout title="a" %}\n\nb\n${CLOSE}`,
    ],
    [
      'quoted numbers',
      '{% image url="a" width="5" %}\n{% /image %}',
      '{% image url="a" width=5 /%}',
    ],
    ['setext headings', 'a\n---\n', '## a\n'],
    ['breaks', 'a  \nb', 'a\\\nb'],
    [
      'generations',
      '$plugin[{"type":"callout","data":{"text":"a","type":"info","title":"T"}}]$',
      '{% callout title="T" %}\na\n{% /callout %}\n',
    ],
    ['indented code', '    a\n    b\n', '```\na\nb\n```\n'],
  ])('%s', (_, a, b) => {
    expect(samePage(a, b)).toBe(true);
  });
});

test('normal forms are equal exactly if the pages are the same', () => {
  const pair = fc
    .tuple(anyBody, anyBody, fc.boolean())
    .map(([a, b, again]) => [a, again ? canonical(a) : b] as const);
  const holds = fc.property(pair, ([a, b]) => (normalForm(a) === normalForm(b)) === samePage(a, b));
  expect(() => fc.assert(holds, { numRuns: 200 })).not.toThrow();
});

describe('two texts are two pages', () => {
  test.each([
    ['a letter', 'abc', 'abd'],
    ['case', 'a', 'A'],
    ['a space that does not break', 'a b', 'a&nbsp;b'],
    ['emphasis', 'a *b*', 'a b'],
    ['strength', '*a*', '**a**'],
    ['a link target', '[a](/b)', '[a](/c)'],
    ['the case of a link target', '[a](/b%c3)', '[a](/b%C3)'],
    ['a link title', '[a](/b)', '[a](/b "c")'],
    ['an unused definition', 'a\n\n[x]: /b', 'a\n\n[x]: /c'],
    ['an image', '![a](/b)', '[a](/b)'],
    ['level', '## a', '### a'],
    ['start of a list', '1. a', '2. a'],
    ['kind of list', '1. a', '- a'],
    ['nesting', '- a\n- b', '- a\n  - b'],
    ['paragraphs', 'a\nb', 'a\n\nb'],
    ['blanks in code', '```\na  b\n```', '```\na b\n```'],
    ['blank lines in code', '```\na\n\nb\n```', '```\na\nb\n```'],
    ['the language of code', '```js\na\n```', '```ts\na\n```'],
    ['an annotation', '```js {% title="a" %}\n```', '```js {% title="b" %}\n```'],
    ['words after the language', '```js a\n```', '```js b\n```'],
    ['blanks in a code span', '`a  b`', '`a b`'],
    ['an attribute', `{% callout title="a" %}\nb${CLOSE}`, `{% callout title="c" %}\nb${CLOSE}`],
    ['a type', `{% callout %}\nb${CLOSE}`, `{% callout type="error" %}\nb${CLOSE}`],
    ['an unknown attribute', '{% x a=1 /%}', '{% x a=2 /%}'],
    ['raw HTML', '{% html %}\n<b>\n{% /html %}', '{% html %}\n<i>\n{% /html %}'],
    ['blanks in raw HTML', '{% html %}\na  b\n{% /html %}', '{% html %}\na b\n{% /html %}'],
    ['alignment', '|a|\n|-|', '|a|\n|-:|'],
    ['a literal percent', '%a%', '\\%a%'],
    ['a tag that is shown', '{% p /%}', '`{% p /%}`'],
    ['an asset', '<!-- asset:a=b -->', '<!-- asset:a=c -->'],
    ['a line break in a table', '|a|\n|-|\n|b<br>c|', '|a|\n|-|\n|b c|'],
    ['a cell that readers do not see', '|a|\n|-|\n|b|c|', '|a|\n|-|\n|b|d|'],
    ['a cell beyond the header, or not', '|a|\n|-|\n|b|c|', '|a|\n|-|\n|b|'],
    ['order', 'a\n\nb', 'b\n\na'],
    ['a block around', 'a', `{% callout %}\na${CLOSE}`],
    [
      'data of a plugin',
      '$plugin[{"type":"video","data":{"a":{"b":1}}}]$',
      '$plugin[{"type":"video","data":{"a":{"b":2}}}]$',
    ],
  ])('%s', (_, a, b) => {
    expect(samePage(a, b)).toBe(false);
  });

  test('a change of words makes another page', () => {
    const changed = fc
      .tuple(page, fc.nat(), fc.constantFrom('x', '7', 'é'))
      .map(([body, at, text]) => {
        const pos = body.length === 0 ? 0 : at % body.length;
        return [body, body.slice(0, pos) + text + body.slice(pos)] as const;
      });
    const words = (body: string): string => toText(body, NO_PROJECT).replaceAll(/\s+/g, ' ');
    const holds = fc.property(changed, ([a, b]) => words(a) === words(b) || !samePage(a, b));
    expect(() => fc.assert(holds, { numRuns: 1000 })).not.toThrow();
  });
});
