/** What a migration brings along: how it is told, and what --fix makes of it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../support/folder.ts';
import { runDocs } from '../../support/host.ts';

const CONFIG = { 'docs-cli.config.yml': 'content: [{ path: docs }]\n' };
const REST = {
  'docs/v1/guides/more.md': '---\ntitle: More\n---\n\nText.\n',
  'docs/v1/guides/more/inner.md': '---\ntitle: Inner\n---\n\nText.\n',
  'docs/v1/guides/Client.md': '---\ntitle: The client\n---\n\n## Client closed\n\n## Two users\n',
  'docs/v1/guides/sub/pool.md': '---\ntitle: Pool\n---\n\nText\n',
  'docs/v1/guides/file.pdf': '',
};

interface Found {
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
  readonly line: number;
}

async function checked(text: string, ...argv: string[]) {
  const folder = await temporaryFolder({ ...CONFIG, ...REST, 'docs/v1/guides/page.md': text });
  const run = async () => {
    const { stdout } = await runDocs(['check', '--json', ...argv], { cwd: folder });
    return JSON.parse(stdout) as { findings: readonly Found[]; fixed: readonly Found[] };
  };
  const read = () => readFile(join(folder, 'docs/v1/guides/page.md'), 'utf8');
  return { ...(await run()), run, read };
}

const page = (body: string): string => `---\ntitle: Page\n---\n\n${body}\n`;

describe('links', () => {
  test.each([
    ['a file from the top', '/docs/v1/guides/Client.md', 'broken-link', 'Client.md'],
    ['a file from another top', '/x/y/guides/Client.md#two', 'broken-link', 'Client.md#two'],
    ['a file from the top that is not there', '/guides/Nothing.md', 'broken-link', null],
    [
      'what another tool makes of a file',
      'Client.html#two-users',
      'broken-link',
      'Client.md#two-users',
    ],
    ['a file without its ending', './sub/pool', 'broken-link', 'sub/pool.md'],
    ['what another tool makes of a file that is not there', 'Nothing.html', 'broken-link', null],
    ['a file that is not there, without its ending', './api/Nothing', 'broken-link', null],
    ['an anchor of nothing', 'filters#filters', 'broken-link', null],
    ['a file in another letter case', 'client.md', 'broken-link', 'Client.md'],
    ['a slug in another letter case', '/guides/client', 'broken-link', '/guides/Client'],
    ['a slug with an ending', '/guides/Client.html', 'broken-link', '/guides/Client'],
    ['an encoded name', '/guides/nothing%20%C3%A9t%C3%A9', 'broken-link', null],
    ['an encoded anchor', '/guides/nothing#a%C2%AE-b', 'broken-link', null],
    ['a host', 'github.com/x#y', 'bad-address', 'https://github.com/x#y'],
    ['a mailbox', 'me@example.com', 'bad-address', 'mailto:me@example.com'],
    ['a scheme with one slash', 'https:/example.com/a', 'bad-address', 'https://example.com/a'],
    ['a file that is not there', '../assets/none.pdf', 'missing-file', null],
    [
      'an anchor in other signs',
      'Client.md#Client_Closed',
      'broken-anchor',
      'Client.md#client-closed',
    ],
    [
      'an anchor with a letter too much',
      'Client.md#two-userss',
      'broken-anchor',
      'Client.md#two-users',
    ],
    ['nothing', '', 'broken-link', null],
    ['nothing in brackets', '<>', 'broken-link', null],
    ['a page and a query', 'Client.md?plain=1#two-users', 'broken-link', 'Client.md#two-users'],
    ['a page that is not there and a query', 'Nothing.md?a=b', 'broken-link', null],
    ['a folder that is not there', 'nothing/', 'broken-link', null],
    ['a folder above that is not there', '../api/nothing/', 'broken-link', null],
    ['a path that is not there, without an ending', 'api/nothing', 'broken-link', null],
    ['a folder', './sub/', 'broken-link', null],
    ['a folder without its slash', 'sub', 'broken-link', null],
    ['a folder with a page of its name', 'more/', 'broken-link', 'more.md'],
    ['an anchor with a slash', 'Client.md#two/users', 'broken-anchor', 'Client.md#two-users'],
    ['an anchor with other signs', 'Client.md#what=is:~this?', 'broken-anchor', null],
    ['the anchor of a title', 'Client.md#the-client', 'broken-anchor', 'Client.md'],
  ])('%s', async (_what, target, code, instead) => {
    const { findings, run, read } = await checked(page(`See [it](${target}) there.`));
    expect(findings.map((each) => each.code)).toEqual([code]);
    expect(await run()).toMatchObject({ findings: [{ code }] });
    const fixed = await checked(page(`See [it](${target}) there.`), '--fix');
    expect(await fixed.read()).toBe(page(`See [it](${instead ?? target}) there.`));
    expect(fixed.fixed.map((each) => each.code)).toEqual(instead === null ? [] : [code]);
    expect((await fixed.run()).fixed).toEqual([]);
    expect(await read()).toBe(page(`See [it](${target}) there.`));
  });

  test.each([
    ['Größe', '#größe', '#gre'],
    ['Größe', '#gr%C3%B6%C3%9Fe', '#gre'],
    ['Länge', '#länge', '#lnge'],
    ['Größe und Höhe', '#größe-und-höhe', '#gre-und-hhe'],
    ['Größe\n\n## Größe', '#größe-1', '#gre-1'],
    ['Größe `kg` **netto**', '#größe-kg-netto', '#gre-kg-netto'],
    ['Größe', '#gro\u0308ße', '#gre'],
  ])('the anchor that GitHub makes of "%s", %s, becomes the platform’s', async (text, link, to) => {
    const body = (target: string) => page(`[a](${target})\n\n## ${text}\n\n## Grau`);
    const { findings } = await checked(body(link));
    expect(findings).toMatchObject([{ code: 'broken-anchor', hint: `Did you mean \`${to}\`?` }]);
    const fixed = await checked(body(link), '--fix');
    expect(await fixed.read()).toBe(body(to));
  });

  test('a documentation with a slip after a version that is there', async () => {
    const { findings } = await checked(page('[a](/v1/guidess/Client) [b](/v1/other/Client)'));
    expect(findings).toMatchObject([
      { code: 'broken-link', hint: 'Did you mean `/v1/guides/Client`?' },
    ]);
  });

  test('nothing is said of what may be right', async () => {
    const targets = [
      'file.pdf',
      '..',
      '../',
      '../guides/',
      'Client.md#:~:text=Two',
      'Client.md#two-users:~:text=Two',
      'Client.md#/route',
      'Client.md#!/route',
      'pool#one',
      'filters',
      'tel:+1',
      'a.b',
      'v1.0',
      '/custom',
      '/guides/%name%',
      '%url%/x.md',
      'Client.md#clientclosed',
    ];
    const { findings } = await checked(page(targets.map((each) => `[a](${each})`).join(' ')));
    expect(findings).toEqual([]);
  });

  test.each(['get-users', 'two-users-3', 'too-users'])(
    'no anchor is guessed: %s',
    async (anchor) => {
      const { read, findings } = await checked(page(`[a](Client.md#${anchor})`), '--fix');
      expect(findings.map(({ code }) => code)).toEqual(['broken-anchor']);
      expect(await read()).toContain(anchor);
    },
  );
});

describe('headers', () => {
  test.each([
    [
      'a heading, without a header',
      '# Hello world\n\nText\n',
      '---\ntitle: Hello world\n---\n\nText\n',
    ],
    [
      'a heading, under a header',
      '---\nlisted: true\n---\n\n# Hello #\n\nText\n',
      '---\ntitle: Hello\nlisted: true\n---\n\nText\n',
    ],
    [
      'a heading, for an empty title',
      '---\nslug: page\ntitle: \n---\n\n# Hello\nText\n',
      '---\nslug: page\ntitle: Hello\n---\n\nText\n',
    ],
    [
      'quotes',
      '---\ntitle: "A: b"\ndescription: \'c\'\n---\n\nText\n',
      '---\ntitle: A: b\ndescription: c\n---\n\nText\n',
    ],
    [
      'a list on one line',
      '---\ntitle: A\ntags: [a, "b c"]\n---\n\nText\n',
      '---\ntitle: A\ntags: a, b c\n---\n\nText\n',
    ],
    [
      'a list on several lines',
      '---\ntitle: A\ntags:\n  - a\n  - b\n---\n\nText\n',
      '---\ntitle: A\ntags: a, b\n---\n\nText\n',
    ],
    [
      'a second header',
      '---\ntitle: A\n---\n---\ntitle: "A"\ndescription: d\ntags: [a, b]\n---\n\nText\n',
      '---\ntitle: A\ndescription: d\ntags: a, b\n---\nText\n',
    ],
    [
      'a header under empty lines',
      '\n\n---\ntitle: A\n---\n\nText\n',
      '---\ntitle: A\n---\n\nText\n',
    ],
  ])('--fix knows %s', async (_what, before, after) => {
    const { read, run, findings } = await checked(before, '--fix');
    expect(await read()).toBe(after);
    expect(findings).toEqual([]);
    expect((await run()).fixed).toEqual([]);
  });

  test.each([
    ['a heading that is more than words', '# The `code`\n\nText\n'],
    ['quotes that mean something', '---\ntitle: "A\\tb"\n---\n\nText\n'],
    ['an entry with a comma', '---\ntitle: A\ntags: ["a, b"]\n---\n\nText\n'],
    ['a second header that says another thing', '---\ntitle: A\n---\n---\ntitle: B\n---\n\nText\n'],
    ['a second header that says more', '---\ntitle: A\n---\n---\nhero: B\n---\n\nText\n'],
    ['two texts', '---\nlisted: true\n---draft\n\n# One\n\n---published\n\n# Two\n'],
  ])('--fix leaves %s', async (_what, text) => {
    const { read, findings } = await checked(text, '--fix');
    expect(await read()).toBe(text);
    expect(findings).not.toEqual([]);
  });

  test('a rule and a heading are not a header', async () => {
    const { findings } = await checked(page('---\n\nNote: this is text.\n\n---\n\nMore'));
    expect(findings).toEqual([]);
  });
});

test('what is nested in a header is told once', async () => {
  const { findings } = await checked(
    '---\ntitle: A\nhero:\n  name: a\n  actions:\n    - x\n---\n\nText\n',
  );
  expect(findings).toMatchObject([
    { code: 'unknown-key', line: 3 },
    {
      code: 'continued-value',
      line: 4,
      message: expect.stringContaining('and so do 2 more lines'),
    },
  ]);
});

describe('markup of other tools', () => {
  test.each([
    [':::tip Title', 'type="success"'],
    ['::: warning', 'type="warning"'],
    ['!!! danger "Title"', 'type="error"'],
    ['??? note', 'type="info"'],
    ['> [!CAUTION]', 'type="warning"'],
    ["import Tabs from '@theme/Tabs';", 'Delete'],
    ['export const a = 1;', 'Delete'],
    ['<Tabs>', 'tabs'],
    ['<Hero title="x" />', 'components'],
    ['{{% notice %}}', 'shortcodes'],
    ['[[toc]]', 'Delete'],
  ])('%s', async (line, hint) => {
    const { findings } = await checked(page(`Text\n\n${line}\n\nText`));
    expect(findings).toMatchObject([
      { code: 'foreign-markup', line: 7, hint: expect.stringContaining(hint) },
    ]);
    const shown = await checked(
      page(
        `\`\`\`\n${line}\n\`\`\`\n\n- a\n\n  \`\`\`\n  ${line}\n  \`\`\`\n\nSay ${line.replaceAll('[', '(')} there.\n\n    ${line}`,
      ),
    );
    expect(shown.findings.filter(({ code }) => code === 'foreign-markup')).toEqual([]);
  });

  test('says nothing of what only looks like it', async () => {
    const lines = [
      '::: ',
      'import the file from “x”',
      'Import x',
      'export it',
      '<NAME>',
      '<Your name>',
      '<T>',
      '!!!',
      '100% {{x}}',
      '[to]',
    ];
    const { findings } = await checked(page(lines.join('\n\n')));
    expect(findings).toEqual([]);
  });
});

test.each([
  ['{% callout type="warn" %}\nx\n{% /callout %}', 'warning'],
  ['{% callout type="danger" %}\nx\n{% /callout %}', 'error'],
  ['Text {% badge type="sucess" text="x" /%}', 'success'],
  ['{% image url="" /%}', null],
  ['{% video provider="youtub" videoId="x" /%}', 'youtube'],
  ['{% video provider="raw" /%}', null],
  ['$plugin[{"type":"callout","data":{"type":"warn","text":"x"}}]$', 'warning'],
])('values that mean nothing: %s', async (body, near) => {
  const { findings } = await checked(page(body));
  const hint = near === null ? null : `Did you mean \`${near}\`?`;
  expect(findings).toMatchObject([{ code: 'bad-value', hint }]);
});

test('files that look like pages are told of, unless they are excluded', async () => {
  const told = async (exclude: string) => {
    const folder = await temporaryFolder({
      'docs-cli.config.yml': `content: [{ path: docs${exclude} }]\n`,
      ...REST,
      'docs/v1/guides/a.mdx': 'x',
      'docs/v1/guides/old/b.MD': 'x',
    });
    const { findings } = JSON.parse((await runDocs(['check', '--json'], { cwd: folder })).stdout);
    return findings.map(({ code, file }: { code: string; file: string }) => `${code} ${file}`);
  };
  expect(await told('')).toEqual([
    'unread-file docs/v1/guides/a.mdx',
    'unread-file docs/v1/guides/old/b.MD',
  ]);
  expect(await told(', exclude: ["**/old/**", "**/a.*"]')).toEqual([]);
});

const PARTS = [
  '# Title\n',
  '[a](/docs/v1/guides/Client.md#the-client) [b](github.com/x)',
  '[a](client.html) ![x](none.png) [b](Client.md#Two_Users)',
  ':::tip\nx\n:::',
  '---\ntags: [a]\n---\n',
  '[](Client.md)',
  '<!-- docs-check-ignore broken-link -->',
  'Text',
];
const HEADS = [
  '',
  '---\ntitle: "T"\ntags: [a, b]\n---\n\n',
  '---\nlisted:true\n---\n',
  '---\r\ntitle:T\r\n---\r\n\r\n',
  '\u{feff}',
];

test('--fix says what it fixed, is done after one run, and brings up nothing new', async () => {
  const texts = fc.sample(
    fc
      .tuple(fc.constantFrom(...HEADS), fc.array(fc.constantFrom(...PARTS), { maxLength: 6 }))
      .map(([head, parts]) => `${head}${parts.join('\n\n')}\n`),
    { numRuns: 60, seed: 7 },
  );
  const files = Object.fromEntries(
    texts.map((text, index) => [`docs/v1/guides/p${index}.md`, text]),
  );
  const folder = await temporaryFolder({ ...CONFIG, ...REST, ...files });
  const run = async (...argv: string[]) =>
    JSON.parse((await runDocs(['check', '--json', ...argv], { cwd: folder })).stdout) as {
      findings: readonly (Found & { file: string })[];
      fixed: readonly (Found & { file: string })[];
    };
  const key = ({ code, file, message }: { code: string; file: string; message: string }) =>
    `${file} ${code} ${message}`;
  const before = new Set((await run()).findings.map(key));
  const { findings, fixed } = await run('--fix');
  expect(fixed.length).toBeGreaterThan(50);
  const allowed = new Set([
    'empty-file',
    'unused-ignore',
    'missing-title',
    'header-in-text',
    'empty-link',
    'bad-header',
    'header-blank',
    'quoted-value',
    'yaml-value',
  ]);
  expect(
    findings.filter((each) => !before.has(key(each)) && !allowed.has(each.code)).map(key),
  ).toEqual([]);
  expect((await run('--fix')).fixed).toEqual([]);
});
