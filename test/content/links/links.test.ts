import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  fileOfTarget,
  fileTargetsOf,
  withAbsoluteLinks,
  withRelativeLinks,
} from '../../../src/content/links/link-targets.ts';
import { toHtml } from '../../../src/content/darkdown/convert.ts';
import { NO_PROJECT } from '../../../src/content/darkdown/write/resolver.ts';
import { findLinks } from '../../../src/content/links/find-links.ts';
import type { FilePath, PageKey, Slug } from '../../../src/model/ids.ts';

const files: Record<string, string> = {
  'docs/v1/guide/intro.md': 'v1/guide/intro',
  'docs/v1/guide/intro/first.md': 'v1/guide/first',
  'docs/v1/guide/my page (1).md': 'v1/guide/my-page',
  'docs/v1/api/auth.md': 'v1/api/auth',
  'docs/v2/guide/intro.md': 'v2/guide/intro',
};
const pages = {
  keyOf: (file: FilePath): PageKey | undefined => files[file] as PageKey | undefined,
  fileOf: (key: PageKey): FilePath | undefined =>
    Object.keys(files).find((file) => files[file] === key) as FilePath | undefined,
};
const origin = { file: 'docs/v1/guide/intro.md' as FilePath, version: 'v1' as Slug };
const up = (body: string): string => withAbsoluteLinks(body, origin, pages);
const down = (body: string, before?: string): string =>
  withRelativeLinks(body, origin, pages, before);

const target = fc.constantFrom(
  'intro/first.md',
  './intro/first.md#a-b',
  '../api/auth.md',
  '../../v2/guide/intro.md#x',
  'my%20page%20%281%29.md',
  'intro.md',
  'unknown.md',
  '../../../../etc/passwd.md',
  'https://x.y/z.md',
  '/guide/first',
  '/v1/guide/first',
  '/v2/guide/intro#x',
  '/api/ref',
  '#here',
);
const piece = fc.oneof(
  target.map((to) => `[text](${to})`),
  target.map((to) => `[a [b] \`c\`](<${to}> "title")`),
  target.map((to) => `![alt](${to} 'title')`),
  target.map((to) => `\n\n[ref]: ${to} "t"\n`),
  target.map((to) => `\n{% card title="x" link="${to}" /%}\n`),
  target.map((to) => `\`[code](${to})\``),
  target.map((to) => `\n\`\`\`md\n[code](${to})\n\`\`\`\n`),
  target.map((to) => `\n{% html %}\n<a href="${to}">[x](${to})</a>\n{% /html %}\n`),
  target.map((to) => `\n$plugin[{"type":"x","data":{"text":"[x](${to}) ]$"}}]$\n`),
  target.map((to) => `\\[not](${to})`),
  target.map((to) => `\n> \`\`\`\n> [code](${to})\n`),
  target.map((to) => `\n\n    [code](${to})\n`),
  target.map((to) => `\n- [item](${to})\n`),
  target.map((to) => `\n| [cell](${to}) |\n| --- |\n`),
  fc.constantFrom(
    '`',
    '``',
    '[',
    ']',
    '](',
    '{%',
    '%}',
    '"',
    '\n',
    '\n\n',
    '\\',
    '```',
    '\n    ```\n',
    '\n\t~~~\n',
    '\n- ~~~\n',
    '\n{% html %}\n',
    '\n{% tab %}\n',
    '{% code %}',
    '$plugin[',
  ),
  fc.string({ maxLength: 6 }),
);
const body = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(' '));

const CODE_TAG_SHOWN =
  '{% code %}\n{% tab language="md" %}\n{% code %}\n{% /code %}\n[a](intro/first.md)\n{% /tab %}\n{% /code %}';

/** A link, or the same characters as code, or what makes code of something that follows. */
const context = fc.constantFrom<((link: string) => string)[]>(
  (link) => link,
  (link) => `text ${link} text`,
  (link) => `- ${link}`,
  (link) => `  - ${link}`,
  (link) => `1. ${link}`,
  (link) => `> ${link}`,
  (link) => `    ${link}`,
  (link) => `\t${link}`,
  (link) => `\n    ${link}`,
  (link) => `  ${link}`,
  (link) => `# ${link}`,
  (link) => `| ${link} |\n| --- |`,
  (link) => `\`\`\`\n${link}\n\`\`\``,
  (link) => `> \`\`\`\n> ${link}`,
  (link) => `- ~~~\n  ${link}\n  ~~~`,
  (link) => `{% html %}\n${link}\n{% /html %}`,
  (link) => `{% callout %}\n${link}\n{% /callout %}`,
  (link) => `{% code %}\n{% tab %}\n${link}\n{% /tab %}\n{% /code %}`,
  () => '',
  () => '',
  () => '    ```',
  () => '\t~~~',
  () => '- ```',
  () => '   ```',
  () => '```',
  () => '{% html %}',
  () => '{% code %}',
  () => '{% tab %}',
  () => '{% /tab %}',
);
const numbered = {
  keyOf: (file: FilePath): PageKey | undefined => {
    const number = /^docs\/v1\/guide\/(p\d+)\.md$/.exec(file)?.[1];
    return number === undefined ? undefined : (`v1/guide/${number}` as PageKey);
  },
  fileOf: () => undefined,
};
describe('links in a body', () => {
  test('are found with titles, brackets and fragments and in tags, and no other text changes', () => {
    expect(up('see [a](intro/first.md#x "t") and [b](<../api/auth.md>)')).toBe(
      'see [a](/guide/first#x "t") and [b](</api/auth>)',
    );
    expect(up('[x]: ../../v2/guide/intro.md\n{% card link="intro/first.md" /%}')).toBe(
      '[x]: /v2/guide/intro\n{% card link="/guide/first" /%}',
    );
    expect(up('[p](my%20page%20%281%29.md)')).toBe('[p](/guide/my-page)');
    expect(up('| [a](intro/first.md) | `b` |\n- [c](intro/first.md)')).toBe(
      '| [a](/guide/first) | `b` |\n- [c](/guide/first)',
    );
  });

  test.each([
    ['a fence', '```md\n[a](intro/first.md)\n```'],
    ['a fence in a list', '- x\n    ~~~\n    [a](intro/first.md)\n    ~~~'],
    ['a code span', '`` [a](intro/first.md) ` ``'],
    ['html', '{% html %}\n\n[a](intro/first.md)\n\n{% /html %}'],
    [
      'a code tag',
      '{% code %}\n{% tab language="md" %}\n[a](intro/first.md)\n{% /tab %}\n{% /code %}',
    ],
    [
      'a fence in a code tag',
      '{% code %}\n```\n{% /code %}\n[a](intro/first.md)\n```\n{% /code %}',
    ],
    ['a plugin', '$plugin[{\n"type": "x", "data": {"text": "]$ [a](intro/first.md)"}\n}]$'],
    ['a fence in a quote', '> ```\n> [a](intro/first.md)\n> ```'],
    ['indented code', 'text\n\n    [a](intro/first.md)'],
    ['a code tag that shows one', CODE_TAG_SHOWN],
    ['a fence mark of a raw tag', '{% html %}\n```\n{% /html %}\n\n\t[a](intro/first.md)'],
    ['an escape', '\\[a](intro/first.md)'],
    ['an image', '![a](intro/first.md)'],
    ['another attribute', '{% card title="intro/first.md" /%}'],
    ['text that is not a tag', '{% card title=x link="intro/first.md" /%}'],
  ])('are not translated in %s', (_, text) => {
    expect(up(text)).toBe(text);
  });

  test.each([
    ['HTML without an end', '{% html %}\n\n'],
    ['a code tag without an end', '{% code %}\n\n'],
    ['a fence mark that is indented by four blanks', 'text\n\n    ```\n\n'],
    ['a fence mark that is indented by a tab', 'text\n\n\t~~~\n\n'],
    ['a fence of a list item that has ended', '- ```\n  code\n\n'],
    ['text that only looks like a plugin', '$plugin[{"data": 1}]$\n\n'],
  ])('are translated after %s, because readers see them', (_, before) => {
    expect(up(`${before}[a](intro/first.md)`)).toBe(`${before}[a](/guide/first)`);
  });

  test('are translated only where readers see a link', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(context, { maxLength: 6 }), async (contexts) => {
        const text = contexts.map((make, index) => make(`[a](p${index}.md)`)).join('\n');
        const sent = withAbsoluteLinks(text, origin, numbered);
        const html = await toHtml(text, NO_PROJECT, { highlight: false });
        for (const index of contexts.keys()) {
          const isSeen = html.includes(`href="p${index}.md"`);
          expect([index, sent.includes(`](/guide/p${index})`)]).toEqual([index, isSeen]);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('are unchanged if the target is unknown', () => {
    const text =
      '[a](nope.md) [b](../../../x.md) [c](https://h/intro.md) [d](/guide/intro.md) [e](intro.md?x)';
    expect(up(text)).toBe(text);
    expect(fileTargetsOf(text).pages).toEqual(['nope.md', '../../../x.md']);
  });

  test('become relative again', () => {
    expect(
      down('[a](/guide/first#x) [b](/v2/guide/intro) [c](/api/ref) [d](/v1/guide/first)'),
    ).toBe('[a](intro/first.md#x) [b](../../v2/guide/intro.md) [c](/api/ref) [d](/v1/guide/first)');
    expect(down('[p](/guide/my-page)')).toBe('[p](my%20page%20%281%29.md)');
  });

  test('become relative again in the spelling of the file', () => {
    fc.assert(
      fc.property(body, (text) => {
        expect(down(up(text), text)).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });

  test('have the same meaning after a round trip through any file', () => {
    fc.assert(
      fc.property(body, (text) => {
        const sent = up(text);
        expect(up(down(sent))).toBe(sent);
      }),
      { numRuns: 2000 },
    );
  });

  test('are spans of the body', () => {
    fc.assert(
      fc.property(body, (text) => {
        for (const { start, end, target } of findLinks(text)) {
          expect(text.slice(start, end)).toBe(target);
        }
      }),
    );
  });

  test.each([
    '[](',
    '{% "',
    '{% html %}',
    '$plugin[',
    '`',
    '``` `',
    '[',
    '](<',
    '\n\n',
    '[]:',
    '{% a /%}',
    '{% code %}',
    '](a "',
  ])('are found in linear time in repeated %j', (unit) => {
    // Steps cannot be counted here: quadratic work on so many characters exceeds the time limit.
    const text = unit.repeat(Math.ceil(2_000_000 / unit.length));
    expect(findLinks(`${text}.md`)).toBeInstanceOf(Array);
  });
});

test('a target is relative to the folder of its file', () => {
  expect(fileOfTarget('a/b.md' as FilePath, '../c.md#x')).toBe('c.md');
  expect(fileOfTarget('a/b.md' as FilePath, 'c%2.md')).toBeNull();
  expect(fileOfTarget('a/b.md' as FilePath, 'mailto:c.md')).toBeNull();
});

test('images with a path are local, images with an address are not', () => {
  expect(fileTargetsOf('![a](x.png)').images).toBe(true);
  expect(fileTargetsOf('{% image url="../../assets/1.png" /%}').images).toBe(true);
  expect(fileTargetsOf('![a](https://h/x.png) {% inline-image url="asset:abc" /%}').images).toBe(
    false,
  );
});
