import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { check } from '../../../src/content/darkdown/read/syntax.ts';
import type { Block, Node } from '../../../src/content/darkdown/read/model.ts';
import { parse } from '../../../src/content/darkdown/read/parse.ts';
import { anyBody } from './slips.ts';
import { workOf } from './work.ts';

const only = (body: string): Node => {
  const [node, ...others] = parse(body).nodes;
  if (node === undefined || others.length > 0) throw new Error(`not one node: ${body}`);
  return node;
};

const block = (body: string): Block => {
  const node = only(body);
  if (node.kind !== 'block') throw new Error(`not a block but ${node.kind}: ${body}`);
  return node;
};

const codes = (body: string): string[] =>
  check(parse(body)).map(({ rule, line, column }) => `${rule} ${line}:${column}`);

const childrenOf = ({ body: { source, nodes } }: Block): string[] =>
  nodes.map(({ start, end }) => source.slice(start, end));

describe('tags', () => {
  test('attributes have types', () => {
    const { attributes } = block(
      '{% cell header=true colwidth=[173, 20] n=-1.5 x=null s="a \\"b\\" \\\\ \\n" %}\n{% /cell %}\n',
    );
    expect([...attributes]).toEqual([
      ['header', true],
      ['colwidth', [173, 20]],
      ['n', -1.5],
      ['x', null],
      ['s', 'a "b" \\ \n'],
    ]);
  });

  test('a closing mark in quotes is text, and a string may span lines', () => {
    expect(
      block('{% callout title="a %} b\nc" %}\nx\n{% /callout %}').attributes.get('title'),
    ).toBe('a %} b\nc');
  });

  test('unescaped quotes end where the tag can continue', () => {
    const { attributes } = block(
      '{% step title="Say "hi" now" description="One "two"\nthree" codeId="c" %}\n{% /step %}\n',
    );
    expect([...attributes]).toEqual([
      ['title', 'Say "hi" now'],
      ['description', 'One "two"\nthree'],
      ['codeId', 'c'],
    ]);
  });

  test('URLs that old tables escape twice are repaired', () => {
    const node = block('{% image url="https:\\\\/\\\\/a.b\\\\/c" %}\n{% /image %}');
    expect(node.attributes.get('url')).toBe('https://a.b/c');
  });

  test('a block written on one line is a block', () => {
    const node = block('{% callout %}text{% /callout %}\n');
    expect(childrenOf(node)).toEqual(['text']);
  });

  test.each([
    ['an inline tag at the beginning of a line', '{% key key="a" /%} + b\n'],
    ['an indented tag', 'a\n\n  {% callout %}\n', 'misplaced-tag 3:3'],
    ["another tool's shortcode", '{{% x %}}\n'],
    ['a tag in a fence', '```\n{% callout %}\n```\n'],
    ['a tag in a longer fence', '````\n```\n{% callout %}\n```\n````\n'],
    ['a tag in indented code of a list', '- a\n\n      {% callout %}\n'],
    ['a sentence that begins with an unknown tag', '{% what %} is this\n'],
  ])('%s opens no block', (_, body, ...found) => {
    expect(parse(body).nodes.map(({ kind }) => kind)).not.toContain('block');
    expect(codes(body)).toEqual(found);
  });
});

describe('raw regions', () => {
  test('a tab in code is raw, and nested tabs are counted', () => {
    const body =
      '{% code %}\n{% tab language="c" title="T" %}\n{% tab language="x" %}\n# a\n{% /tab %}\n{% /tab %}\n{% /code %}\n';
    const [code, ...others] = block(body).body.nodes;
    expect(others).toEqual([]);
    expect(code).toMatchObject({
      kind: 'code',
      language: 'c',
      code: '{% tab language="x" %}\n# a\n{% /tab %}',
    });
  });

  test('a tab in code that only shows an opening tag still ends', () => {
    const body = '{% code %}\n{% tab language="c" %}\n{% tab a="b" %}\n{% /tab %}\n{% /code %}\n';
    expect(block(body).body.nodes).toMatchObject([{ kind: 'code', code: '{% tab a="b" %}' }]);
  });

  test('a tab in tabs is Markdown', () => {
    const [tab] = block('{% tabs %}\n{% tab title="a" %}\n*b*\n{% /tab %}\n{% /tabs %}\n').body
      .nodes;
    expect(tab).toMatchObject({ kind: 'block', name: 'tab' });
    expect(childrenOf(tab as Block)).toEqual(['*b*\n']);
  });

  test('code in code-steps is raw', () => {
    const body =
      '{% code-steps %}\n{% code id="a" language="js" title="t" %}\n{% callout %}\n{% /code %}\n{% /code-steps %}\n';
    expect(block(body).body.nodes).toMatchObject([
      { kind: 'code', language: 'js', code: '{% callout %}' },
    ]);
  });

  test('HTML keeps blank lines, indentation and what looks like a tag', () => {
    expect(only('{% html %}\n<a>\n\n    {% callout %}\n{% /html %}\n')).toMatchObject({
      kind: 'html',
      html: '<a>\n\n    {% callout %}',
    });
  });

  test('a fence has its language and annotation, and continues to the end if it is not closed', () => {
    expect(only('~~~php {% title="a" highlightLines="1,3-5" %}\n```\nx')).toMatchObject({
      kind: 'code',
      language: 'php',
      code: '```\nx',
      attributes: new Map([
        ['title', 'a'],
        ['highlightLines', '1,3-5'],
      ]),
    });
    expect(codes('a\n\n```\nx')).toEqual(['unclosed-fence 3:1']);
  });
});

describe('plugins', () => {
  const plugin = (json: string): string => `$plugin[${json}]$\n`;

  test('strings may contain the end mark, braces and other plugins', () => {
    const text = 'a ]$ } {\n$plugin[x]$';
    const node = block(
      plugin(JSON.stringify({ type: 'callout', data: { text, type: 'info', title: 'T' } })),
    );
    expect(node).toMatchObject({ name: 'callout', notation: 'plugin' });
    expect(node.body.source).toBe(text);
    expect(node.attributes).toEqual(
      new Map([
        ['type', 'info'],
        ['title', 'T'],
      ]),
    );
  });

  test.each([
    ['an image', { type: 'image', data: { url: 'u', mode: 'full', caption: '*c*' } }, 'image'],
    [
      'code',
      { type: 'code-block', data: { languageBlocks: [{ code: 'x', language: 'c' }] } },
      'code',
    ],
    ['a synced block', { type: 'synced-block', data: { syncedBlockId: 7 } }, 'synced'],
    ['a table', { type: 'table', data: { contents: [['h'], ['c']], widths: [0] } }, 'table'],
  ])('%s becomes a block of the current format', (_, value, name) => {
    expect(block(plugin(JSON.stringify(value, null, 4))).name).toBe(name);
  });

  test('raw HTML is raw', () => {
    const value = { type: 'custom-html', data: { contents: '<b>' } };
    expect(only(plugin(JSON.stringify(value)))).toMatchObject({ kind: 'html', html: '<b>' });
  });

  test('invalid JSON stays text, with a finding', () => {
    expect(codes('a\n\n$plugin[{"type": "x",}]$\n')).toEqual(['bad-plugin 3:1']);
    expect(codes('$plugin[{"type": "image"}\n')).toEqual(['bad-plugin 1:1']);
    expect(codes('$plugin[{"type": "image", "data": "\\x"}]$\n')).toEqual(['bad-plugin 1:1']);
    expect(codes('$plugin[{"type": "image", "data": 01}]$\n')).toEqual(['bad-plugin 1:1']);
    expect(codes('$plugin[{"type": "nope", "data": {}}]$')).toEqual(['unknown-plugin 1:1']);
  });

  test('assets at the end of the page are found by their names', () => {
    const { assets, nodes } = parse('a\n\n<!-- asset:abcdefghijkl=https://e.x/a.png -->\n');
    expect(assets.get('abcdefghijkl')).toBe('https://e.x/a.png');
    expect(nodes.at(-1)?.kind).toBe('asset');
  });
});

describe('findings', () => {
  test.each([
    ['{% callout %}\ntext\n', 'unclosed-block 1:1'],
    ['a\n{% /callout %}\n', 'stray-close 2:1'],
    ['{% callout title="a %}\nb\n', 'bad-tag 1:1'],
    ['{% strange %}\n{% /strange %}\n', 'unknown-tag 1:1'],
    ['{% html %}\n<b>\n', 'unclosed-raw 1:1'],
    ['{% tabs %}\n{% tab title="a" %}\n{% /tabs %}\n', 'unclosed-block 2:1'],
    ['a [](b) c', 'empty-link 1:3'],
  ])('%j: %s', (body, finding) => {
    expect(codes(body)).toEqual([finding]);
  });

  test('a block without an end does not include the text that follows', () => {
    expect(parse('{% callout %}\n# a\n\n{% p /%}\n').nodes.map(({ kind }) => kind)).toEqual([
      'block',
      'markdown',
      'block',
    ]);
  });

  test('blocks are nested up to a limit', () => {
    const deep = `${'{% callout %}\n'.repeat(5000)}x\n${'{% /callout %}\n'.repeat(5000)}`;
    const findings = check(parse(deep));
    expect(new Set(findings.map(({ rule }) => rule))).toEqual(new Set(['too-deep']));
    expect(findings).toHaveLength(5000 - 32);
  });
});

/** Whether nodes follow each other from `start` to `end` without gap or overlap, inside blocks too. */
function tile(nodes: readonly Node[], start: number, end: number): boolean {
  let at = start;
  for (const node of nodes) {
    if (node.start !== at || node.end < node.start) return false;
    at = node.end;
    if (node.kind !== 'block' || node.notation === 'plugin') continue;
    const { open, close, body } = node;
    if (open.start !== node.start || (close?.end ?? open.end) !== node.end) return false;
    if (!tile(body.nodes, open.end, close?.start ?? node.end)) return false;
  }
  return at === end;
}

test('spans cover the text without gaps at every level', () => {
  const holds = fc.property(anyBody, (body) => tile(parse(body).nodes, 0, body.length));
  expect(() => fc.assert(holds, { numRuns: 500 })).not.toThrow();
});

describe('hostile input takes time in proportion to its length', () => {
  test.each([
    '[[[[',
    '%%%%',
    '{% {% {%',
    '\n{% callout title="',
    '\n{% a="x"x',
    '\n{% callout %}',
    '\n{% /callout %}',
    '\n{% code %}\n{% tab a="b" %}',
    '\n{% html %}',
    '\n$plugin[{"a":[',
    '\n$plugin[{"type":"x","a":"',
    '$inline[badge,',
    '`',
    '\n```',
    '\n~~~ {% title="',
    '\n<!-- asset:a=',
    '{{%',
    '\n- {% tab ',
    '[auto$](',
  ])('%j', (piece) => {
    const small = workOf(() => check(parse(piece.repeat(500))));
    const large = workOf(() => check(parse(piece.repeat(4000))));
    expect(large).toBeLessThan(small * 8 * 1.5 + 10_000);
  });

  test('a line of half a megabyte', () => {
    const line = `![](data:image/png;base64,${'iVBORw0KGgo'.repeat(50_000)})`;
    expect(workOf(() => check(parse(line)))).toBeLessThan(line.length * 10);
  });
});
