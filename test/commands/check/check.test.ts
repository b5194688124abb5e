import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { looksTheSame } from '../../support/looks-the-same.ts';
import { RULES } from '../../../src/content/check/rules.ts';
import { checkNames, checkDuplicates } from '../../../src/content/check/structure.ts';
import type { FilePath } from '../../../src/model/ids.ts';
import { mostBytes } from '../../../src/model/input-limits.ts';
import { anyBody } from '../../content/darkdown/slips.ts';
import { unixLines } from '../../../src/ui/github-actions.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import { runDocs } from '../../support/host.ts';
import { SLIPS } from './repository-slips.ts';
import { expectOfSchema } from '../../support/schema.ts';

const CONFIG = { 'docs-cli.config.yml': 'content: [{ path: docs }]\n' };
const INTRO = { 'docs/v1/d/intro.md': '---\ntitle: Intro\n---\n\n## First steps\n' };

type Files = Readonly<Record<string, string | Uint8Array>>;

/** A page of its own, beside `intro`, and what is said about the folder: code, file, line, column. */
async function found(files: Files, ...argv: string[]): Promise<string[]> {
  const folder = await temporaryFolder({ ...CONFIG, ...INTRO, ...files });
  const { stdout } = await runDocs(['check', '--json', ...argv], { cwd: folder });
  const report = JSON.parse(stdout);
  await expectOfSchema('check', report);
  return report.findings.map(
    ({ code, file, line, column }: { code: string; file: string; line: number; column: number }) =>
      `${code} ${file.replace('docs/v1/d/', '')}:${line}:${column}`,
  );
}

const page = (body: string): Record<string, string> => ({
  'docs/v1/d/page.md': `---\ntitle: Page\n---\n\n${body}\n`,
});
const headed = (header: string): Record<string, string> => ({
  'docs/v1/d/page.md': `---\n${header}\n---\n\nText\n`,
});
const manyKeys = Array.from({ length: 16 }, (_, index) => `tags: ${index}`).join('\n');

const definition = (responses: string): Record<string, string> => ({
  'docs-cli.config.yml': `content: [{ path: docs }]\nreferences: [{ file: api.yaml, version: v1 }]\n`,
  'api.yaml': `openapi: 3.0.3\ninfo: { title: A, version: '1' }\npaths:\n  /a:\n    get:\n      responses: ${responses}\n`,
});

/** A finding per rule: the folder that has it, and its place. */
const CASES: readonly (readonly [code: string, files: Files, at: string])[] = [
  ['bom', { 'docs/v1/d/page.md': '\u{feff}---\ntitle: A\n---\n\nText\n' }, 'page.md:1:1'],
  ['crlf', { 'docs/v1/d/page.md': '---\ntitle: A\n---\r\n\r\nText\r\n' }, 'page.md:3:4'],
  [
    'conflict-markers',
    {
      'docs/v1/d/page.md': '---\ntitle: A\n---\n\n<<<<<<< file\na\n=======\nb\n>>>>>>> platform\n',
    },
    'page.md:5:1',
  ],
  ['binary-file', { 'docs/v1/d/page.md': '---\ntitle: A\n---\n\na\0b\n' }, 'page.md:5:1'],
  [
    'lfs-pointer',
    {
      'docs/v1/d/page.md':
        'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a2146\nsize 12345\n',
    },
    'page.md:1:1',
  ],
  ['empty-file', { 'docs/v1/d/page.md': '\n\n' }, 'page.md:1:1'],
  ['bad-header', { 'docs/v1/d/page.md': '---\nTitle: A\n---\n\nText\n' }, 'page.md:2:1'],
  ['bad-header', { 'docs/v1/d/page.md': '---\ntitle: A\n\nText\n' }, 'page.md:1:1'],
  [
    'bad-header',
    { 'docs/v1/d/page.md': '----\ntitle: A\ndraft: true\n----\n\nText\n' },
    'page.md:3:1',
  ],
  ['bad-header', { 'docs/v1/d/page.md': '<!--\nhidden: true\n-->\n\nText\n' }, 'page.md:2:1'],
  ['long-header', headed(`title: A\n${manyKeys}`), 'page.md:17:1'],
  ['unknown-key', headed('title: A\ntitel: B'), 'page.md:3:1'],
  ['duplicate-key', headed('title: A\ntitle: B'), 'page.md:3:1'],
  ['continued-value', headed('title: A\ndescription: B\n# a comment'), 'page.md:4:1'],
  ['key-in-title', headed('title: A\n# a comment'), 'page.md:3:1'],
  ['quoted-value', headed('title: "A: b"'), 'page.md:2:8'],
  ['yaml-value', headed('title: A\ntags: [a, b]'), 'page.md:3:7'],
  ['yaml-value', headed('title: A\ntags:\n  - a\n  - b'), 'page.md:3:7'],
  ['yaml-value', headed('title: A\ndescription: >\n  more'), 'page.md:3:14'],
  ['header-blank', headed('title:A'), 'page.md:2:7'],
  ['bad-boolean', headed('title: A\nlisted: yes'), 'page.md:3:9'],
  ['unclear-visibility', headed('title: A\nhidden: until spring'), 'page.md:3:1'],
  ['unclear-visibility', headed('title: A\naudiences: staff'), 'page.md:3:1'],
  ['unclear-visibility', headed('title: A\ndraft:'), 'page.md:3:1'],
  ['unknown-key', headed('title: A\npublished: false'), 'page.md:3:1'],
  ['unknown-type', headed('type: pages\ntitle: A'), 'page.md:2:7'],
  ['missing-title', headed('title: '), 'page.md:2:1'],
  ['missing-title', { 'docs/v1/d/page.md': 'Text\n' }, 'page.md:1:1'],
  ['stray-section', page('Text\n\n---draft\n\nMore'), 'page.md:7:1'],
  ['stray-section', headed('title: A\n---Draft'), 'page.md:3:1'],
  ['bad-plugin', page('$plugin[{"type": ]$'), 'page.md:5:1'],
  ['unknown-plugin', page('$plugin[{"type":"x","data":{}}]$'), 'page.md:5:1'],
  ['bad-tag', page('Text\n\n{% callout type="x %}'), 'page.md:7:1'],
  ['unknown-tag', page('{% calout /%}'), 'page.md:5:1'],
  ['unknown-tag', page('Some {% badg text="a" /%} text'), 'page.md:5:6'],
  ['open-gate', page('{% conditional audience="a" %}Text{% /conditional %}'), 'page.md:5:1'],
  ['open-gate', page('{% conditional %}\nText\n{% /conditional %}'), 'page.md:5:1'],
  ['misplaced-tag', page('- one\n  {% callout %}\n  text\n  {% /callout %}'), 'page.md:6:3'],
  ['misplaced-tag', page('Some {% synced id="a" /%} text'), 'page.md:5:6'],
  ['unclosed-block', page('{% callout %}\nText'), 'page.md:5:1'],
  ['stray-close', page('Text\n\n{% /callout %}'), 'page.md:7:1'],
  ['unclosed-fence', page('```\ncode'), 'page.md:5:1'],
  ['unclosed-raw', page('{% html %}\n<b>'), 'page.md:5:1'],
  ['too-deep', page('{% callout %}\n'.repeat(33) + '{% /callout %}\n'.repeat(33)), 'page.md:37:1'],
  ['empty-link', page('A [](/d/intro) b'), 'page.md:5:3'],
  ['broken-link', page('A [b](/d/intra)'), 'page.md:5:7'],
  ['broken-link', page('A [b](/v1/d/intra#x)'), 'page.md:5:7'],
  ['broken-link', page('A [b](../d/intra.md)'), 'page.md:5:7'],
  ['broken-link', page('{% card title="a" link="intra.md" /%}'), 'page.md:5:1'],
  ['broken-link', page('{% callout %}\nA [auto$](/d/a/intro)\n{% /callout %}'), 'page.md:6:11'],
  ['same-slug', { ...twins('x'), ...page('[a](/d/x)') }, 'page.md:5:5'],
  ['app-link', page('[a](https://app.developerhub.io/p/v1.0/d/new)'), 'page.md:5:5'],
  [
    'linked-page-unlisted',
    { ...page('[a](x.md)'), 'docs/v1/d/x.md': '---\ntitle: X\nlisted: false\n---\n\nx\n' },
    'page.md:5:5',
  ],
  [
    'linked-page-held-back',
    { ...page('[a](x.md)'), 'docs/v1/d/x.md': '---\ntitle: X\nhidden: true\n---\n\nx\n' },
    'page.md:5:5',
  ],
  [
    'linked-page-in-unpublished-documentation',
    {
      ...page('[a](/e/x)'),
      'docs/v1/e/_settings.yaml': 'title: E\npublished: false\n',
      'docs/v1/e/x.md': '---\ntitle: X\n---\n\nx\n',
    },
    'page.md:5:5',
  ],
  [
    'linked-page-in-unpublished-reference',
    {
      ...page('[a](/api/getPets)'),
      'docs/v1/refs/api.yaml': 'openapi: 3.0.0\n',
      'docs/v1/refs/api.settings.yaml': 'published: false\n',
    },
    'page.md:5:5',
  ],
  ['broken-anchor', page('[a](#nowhere)\n\n## Somewhere'), 'page.md:5:5'],
  ['broken-anchor', page('[a](/d/intro#second-steps)'), 'page.md:5:5'],
  ['missing-image', page('![a](img/x.png)'), 'page.md:5:6'],
  ['missing-image', { ...page('![a](/img/x.png)'), 'docs/v1/d/img/x.png': '' }, 'page.md:5:6'],
  [
    'missing-image',
    { ...page('{% image url="/img/x.png" /%}'), 'docs/img/x.png': '' },
    'page.md:5:1',
  ],
  [
    'missing-asset',
    page('{% image url="asset:abc" /%}\n\n<!-- asset:abd=https://example.com/a.png -->'),
    'page.md:5:1',
  ],
  [
    'missing-synced-block',
    {
      ...page('{% synced id="b" /%}'),
      'docs/_synced-blocks/a.md': 'x',
      'docs/v1/_settings.yaml': '',
    },
    'page.md:5:1',
  ],
  ['bad-address', page('[a](github.com/x)'), 'page.md:5:5'],
  ['missing-file', page('[a](none.pdf)'), 'page.md:5:5'],
  ['missing-file', page('{% video provider="raw" videoId="none.mp4" /%}'), 'page.md:5:1'],
  ['bad-value', page('{% callout type="warn" %}\nx\n{% /callout %}'), 'page.md:5:1'],
  ['surplus-cells', page('| a | b |\n| - | - |\n| c | d |\n| `e|f` | g |'), 'page.md:8:1'],
  ['surplus-cells', page('> - | a |\n>   | - |\n>   | b | c |'), 'page.md:7:5'],
  ['surplus-text', page('{% synced id="a" %}\n\nText\n{% /synced %}'), 'page.md:7:1'],
  [
    'same-line-tag',
    page('Text\n\n{% tabs %}\n{% tab title="A" %}b{% /tab %}\n{% /tabs %}'),
    'page.md:8:1',
  ],
  [
    'tab-in-code',
    page('{% code %}\n{% tab language="sh" %}\nls\n{% /tab %}\n{% /code %}'),
    'page.md:5:1',
  ],
  ['same-line-tag', page('{% html %}\n<b>A</b>{% /html %}'), 'page.md:5:1'],
  ['same-line-tag', page('{% image url="https://a.b/c.png" /%} and text'), 'page.md:5:1'],
  ['bad-value', page('{% accordion title="A" open="false" %}\nx\n{% /accordion %}'), 'page.md:5:1'],
  ['foreign-markup', page(':::tip\nx\n:::'), 'page.md:5:1'],
  ['header-in-text', page('---\ntags: x\n---'), 'page.md:5:1'],
  ['unread-file', { 'docs/v1/d/page.mdx': 'x' }, 'page.mdx:1:1'],
  [
    'gated-definition',
    page(
      '{% conditional audience="staff" %}\n\n  [plan]: https://example.com\n\n{% /conditional %}\n\n[Plan]',
    ),
    'page.md:7:3',
  ],
  ['unused-ignore', page('[//]: # (docs-check-ignore bom)'), 'page.md:5:1'],
  ['bad-ignore', page('[//]: # (docs-check-ignore)'), 'page.md:5:1'],
  [
    'bad-slug',
    { 'docs/v1/d/Neue Seite.md': '---\ntitle: Neue Seite\n---\n\nx\n' },
    'Neue Seite.md:1:1',
  ],
  [
    'bad-slug',
    {
      ...headed('title: A\nslug: a b'),
      'docs-cli.config.yml': 'content: [{ path: docs/v1/d, version: v1, documentation: d }]\n',
    },
    'page.md:3:7',
  ],
  [
    'bad-slug',
    { 'docs/v1/My Guide/page.md': '---\ntitle: A\n---\n\nx\n' },
    'docs/v1/My Guide/page.md:1:1',
  ],
  ['bad-slug', { 'docs/v 1/d/page.md': '---\ntitle: A\n---\n\nx\n' }, 'docs/v 1/d/page.md:1:1'],
  ['bad-slug', { 'docs/v1/d/ä.md': '---\ntitle: A\n---\n\nx\n' }, 'ä.md:1:1'],
  ['unread-slug', headed('title: A\nslug: /'), 'page.md:3:1'],
  ['unread-slug', headed('slug: start\ntitle: A'), 'page.md:2:1'],
  ['duplicate-slug', twins('x'), 'x.md:1:1'],
  ['misplaced-file', { 'docs/page.md': 'x' }, 'docs/page.md:1:1'],
  [
    'bad-redirect',
    { ...page('x'), 'docs-cli.redirects.txt': '# Rules\n^/v1/d/old$ >> /v1/d/nowhere\n' },
    'docs-cli.redirects.txt:2:1',
  ],
  ['bad-settings', { 'docs/v1/d/_settings.yaml': 'a: 1\nb: [' }, '_settings.yaml:2:1'],
  ['wrong-setting', { 'docs/v1/d/_settings.yaml': 'locale: deutsch\n' }, '_settings.yaml:1:9'],
  ['bad-settings', { 'docs/v1/d/_nav.yaml': 'items: x\n' }, '_nav.yaml:1:1'],
  ['not-in-nav', { ...page('x'), 'docs/v1/d/_nav.yaml': 'items:\n  - intro\n' }, 'page.md:1:1'],
  [
    'nav-without-page',
    { 'docs/v1/d/_nav.yaml': 'items:\n  - intro\n  - page: intra\n' },
    '_nav.yaml:3:11',
  ],
  ['nav-duplicate', { 'docs/v1/d/_nav.yaml': 'items:\n  - intro\n  - intro\n' }, '_nav.yaml:3:5'],
  ['unreadable-file', { 'docs/v1/d/bytes.md': Buffer.from([0x61, 0xff]) }, 'bytes.md:1:1'],
  ['oversized-file', { 'docs/v1/d/large.md': Buffer.alloc(mostBytes('page') + 1) }, 'large.md:1:1'],
  ['bad-definition', definition("{ '200': {} }"), 'api.yaml:6:20'],
  [
    'definition-warning',
    definition("{ '200': { description: d, content: { a/b: { schema: { nullable: true } } } } }"),
    'api.yaml:6:73',
  ],
];

/** Two files of one slug. */
function twins(slug: string): Record<string, string> {
  return {
    [`docs/v1/d/${slug}.md`]: `---\ntitle: X\n---\n\nx\n`,
    [`docs/v1/d/sub/${slug}.md`]: `---\ntitle: X\n---\n\nx\n`,
  };
}

test.each(CASES)('%s', async (code, files, at) => {
  expect(await found(files)).toContain(`${code} ${at}`);
});

// Where case does not count two such files cannot be: the rule itself is asked.
test('path-collision', () => {
  const names = [
    'docs/v1/d/Page.md',
    'docs/v1/d/page.md',
    'docs/v1/d/\u00fc.md',
    'docs/v1/d/u\u0308.md',
  ];
  const pages = names.map((file) => ({ file, key: file, page: { header: null } }) as never);
  expect(checkDuplicates(pages).map(({ rule, message }) => [rule, message])).toEqual(
    [1, 0, 3, 2].map((other) => [
      'path-collision',
      `This file and ${names[other]} differ only in case or Unicode form.`,
    ]),
  );
});

// Windows cannot hold such files: the rule itself is asked.
test('unportable-name', () => {
  const told = (...names: readonly string[]) =>
    checkNames(names as FilePath[]).map(({ place, message }) => [place.file, message]);
  for (const name of [
    'con',
    'Aux.more.md',
    'a:b.md',
    'why?.md',
    'line\nbreak.md',
    'end.',
    'end ',
  ]) {
    expect(told(`docs/${name}`)).toEqual([
      [`docs/${name}`, `"${name}" is not a valid file name on Windows.`],
    ]);
  }
  expect(told('docs/common.md', 'con-sole/a.b.md', 'Ü (2).md', `${'ü'.repeat(120)}.md`)).toEqual(
    [],
  );
  // That of a folder is told of once.
  expect(
    told('a/com1/b.md', 'a/com1/c.md', 'a/com1/d?.md', 'b/com1/e.md').map(([file]) => file),
  ).toEqual(['a/com1/b.md', 'a/com1/d?.md', 'b/com1/e.md']);
});

test.skipIf(process.platform === 'win32')('names of pages that were asked about', async () => {
  const files = { 'docs/v1/com1/a.md': '---\ntitle: A\n---\n\nx\n', 'docs/v1/d/b?.txt': '' };
  const told = 'unportable-name docs/v1/com1/a.md:1:1';
  expect(await found(files)).toEqual([told]);
  expect(await found(files, 'v1/com1')).toEqual([told]);
  expect(await found(files, 'v1/d')).toEqual([]);
});

test('every rule has a case', () => {
  const slips = SLIPS.map(([code]) => code);
  const cases = CASES.map(([code]) => code);
  const shown = new Set([...cases, ...slips, 'path-collision', 'unportable-name']);
  // Of test/commands/check/external.
  shown.add('external-link');
  // Of test/commands/held-back.
  shown.add('already-public');
  // Of test/commands/check/snippets.
  for (const code of ['stale-snippet', 'missing-snippet']) shown.add(code);
  // Of test/commands/inventory/behind.
  shown.add('missing-followed');
  expect(Object.keys(RULES).filter((code) => !shown.has(code))).toEqual([]);
});

test.each([
  [
    'links in code',
    '`[a](/d/no)`\n\n```\n[a](/d/no)\n```\n\n    [a](/d/no)\n\n{% html %}\n<a href="/d/no">\n{% /html %}',
  ],
  [
    'links to what the folder does not hold',
    '[a](/other) [a](/other/x) [a](/v2/d/x) [a](/latest/d/x) [a](https://x.org/d/no)',
  ],
  ['links to addresses that hold a variable', '[a](/d/%name%)'],
  [
    'links to pages and headings',
    '[a](/d/intro#first-steps) [a](intro.md) [a](/v1/d/intro) [a](/d/intro?x=1#first-steps)',
  ],
  [
    'videos of other sites',
    '{% video videoId="a.b" /%}\n\n{% video provider="raw" videoId="https://x.org/a.mp4" /%}',
  ],
  ['text that looks like a link', '\\[a](/d/no) and [a]\\(/d/no) and [a] (/d/no)'],
  ['an anchor that a variable may make', '[a](#about-us)\n\n## About %company%'],
  [
    'anchors that some readers have',
    '[a](#staff)\n\n{% conditional audience="x" %}\n## Staff\n{% /conditional %}',
  ],
  ['anchors in raw HTML', '[a](#there)\n\n{% html %}\n<b id="there">x</b>\n{% /html %}'],
  [
    'images elsewhere',
    '![a](https://x.org/a.png) ![a](/assets/a.png) ![a](data:image/png;base64,xx)',
  ],
  [
    "pictures in the platform's library",
    '{% image url="asset:zvlx" /%}\n\nSee {% inline-image url="asset:z" /%}',
  ],
  [
    'merged cells',
    '{% table %}\n{% row %}\n{% cell colspan=2 %}\na\n{% /cell %}\n{% /row %}\n{% /table %}',
  ],
  ['emphasis, percents and braces', '100% {x} %C3% {{% x %}}'],
  [
    'tags and links in indented code',
    'Text\n\n    {% callout %}\n    a [](x)\n\n- a\n\n      {% badg /%}',
  ],
  ["other tools' tags", 'Write {% if a %} and {% endfor %}, or `{% callout %}`'],
])('says nothing of %s', async (_what, body) => {
  expect(await found(page(body))).toEqual([]);
});

test('suggests no file whose name is different, however much of the path is the same', async () => {
  const folder = await temporaryFolder({
    ...CONFIG,
    ...INTRO,
    ...page('[a](../e/x.md) [b](intor.md)'),
  });
  const { stdout } = await runDocs(['check', '--json'], { cwd: folder });
  const { findings } = JSON.parse(stdout);
  expect(findings.map(({ hint }: { hint: string | null }) => hint)).toEqual([
    null,
    'Did you mean `docs/v1/d/intro.md`?',
  ]);
});

test('looks only at what was named, and lets links lead to all', async () => {
  const files = { ...page('[a](intro.md) [b](no.md)'), 'docs/v1/d/other.md': 'x' };
  expect(await found(files, 'docs/v1/d/page.md')).toEqual(['broken-link page.md:5:19']);
  expect(await found(files, 'v1/d/other')).toEqual(['missing-title other.md:1:1']);
});

test('names what has a page that belongs to another project', async () => {
  const inner = Object.entries({ ...CONFIG, ...INTRO }).map(([path, text]) => [`in/${path}`, text]);
  const folder = await temporaryFolder({ ...CONFIG, ...INTRO, ...Object.fromEntries(inner) });
  const hint = async (name: string, cwd = folder) => {
    const { stderr } = await runDocs(['check', '--json', name], { cwd });
    return JSON.parse(stderr).error.hint;
  };

  const other = 'It belongs to another project: give --config in/docs-cli.config.yml.';
  expect(await hint('in')).toBe(other);
  expect(await hint('in/docs/v1/d/intro.md')).toBe(other);
  expect(await hint('../docs', join(folder, 'in'))).toBe(
    'It belongs to another project: give --config ../docs-cli.config.yml.',
  );
  const usual = 'Name pages by file, folder or key (version/documentation/slug)';
  expect(await hint('nothing')).toBe(usual);
  expect(await hint('docs/v1/d/intro.md/x')).toBe(usual);
});

/** Commits what is in the folder, and gives its findings since then. */
async function committed(files: Readonly<Record<string, string>>) {
  const folder = await temporaryFolder({ ...CONFIG, ...files });
  const git = (...argv: string[]) =>
    execa('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...argv], { cwd: folder });
  await git('init', '-q', '-b', 'main');
  await git('add', '.');
  await git('commit', '-qm', 'first');
  const changed = async (...argv: string[]) => {
    const run = await runDocs(['check', '--json', '--changed', ...argv], { cwd: folder });
    const { findings, pages } = JSON.parse(run.stdout);
    const places = findings.map(
      ({ code, file, line }: { code: string; file: string; line: number }) =>
        `${code} ${file.replace('docs/v1/d/', '')}:${line}`,
    );
    return { places, pages };
  };
  return { folder, git, changed };
}

test('--format markdown is a comment about what a change broke, and nothing without findings', async () => {
  const { folder } = await committed({
    'docs/v1/g/b.md': '---\ntitle: B\n---\n\nTo [a](a.md), see @team.\n',
  });
  const run = () =>
    runDocs(['check', '--changed=HEAD', '--format', 'markdown'], {
      cwd: folder,
      env: { GITHUB_ACTIONS: 'true' },
    });

  expect(await run()).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
  await writeFiles(folder, { 'docs/v1/g/c.md': '---\ntitle: C\n---\n\n[x](gone-@team.md)\n' });
  const { exitCode, stdout } = await run();

  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/^### docs check: 1 error, 0 warnings in 1 page\n\n\| where /);
  expect(stdout).toMatch(/\n\| docs\/v1\/g\/c\.md:5 \| error \| .*gone/);
  expect(stdout).not.toMatch(/@team|::error/);
});

test('where a pipeline stops at what was there before, it says how to go on', async () => {
  const folder = await temporaryFolder({
    'docs/v1/g/a.md': '---\ntitle: A\n---\n\n[x](gone.md)\n',
  });
  const check = (env: Record<string, string>, ...argv: string[]) =>
    runDocs(['check', ...argv], { cwd: folder, env });
  const hint = 'docs check --write-baseline lets what is there already pass';
  expect((await check({ CI: 'true' })).stderr).toContain(hint);
  expect((await check({})).stderr).not.toContain(hint);
  await check({}, '--write-baseline');
  expect(await check({ CI: 'true' })).toMatchObject({ exitCode: 0 });
  await writeFiles(folder, { 'docs/v1/g/b.md': '---\ntitle: B\n---\n\n[x](gone.md)\n' });
  expect((await check({ CI: 'true' })).stderr).not.toContain(hint);
});

test('--changed looks only at what git says changed', async () => {
  const { folder, changed } = await committed({
    'docs/v1/d/old.md': 'x',
    'docs/v1/d/kept.md': 'x',
  });
  await writeFiles(folder, { 'docs/v1/d/old.md': 'y', 'docs/v1/d/new.md': 'z' });
  expect(await changed()).toEqual({
    places: ['missing-title new.md:1', 'missing-title old.md:1'],
    pages: 2,
  });
  const unknown = await runDocs(['check', '--changed=nothing'], { cwd: folder });
  expect(unknown).toMatchObject({ exitCode: 2, stdout: '' });
});

test('--changed passes over line ends of a checkout, and files that git ignores', async () => {
  const { folder, changed } = await committed({
    '.gitignore': 'made-*.md\n',
    'docs/v1/d/crlf.md': 'x\ny\n',
    'docs/v1/d/kept.md': 'x\n',
  });
  await writeFiles(folder, {
    'docs/v1/d/crlf.md': 'x\r\ny\r\n',
    'docs/v1/d/made-here.md': 'x',
  });
  expect(await changed()).toEqual({ places: [], pages: 0 });
});

test('--changed reads a repository of SHA-256, a worktree of it and a subfolder', async () => {
  const top = await temporaryFolder({ 'a/site/.keep': '' });
  const git = (...argv: string[]) =>
    execa('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...argv], { cwd: top });
  await git('init', '-q', '--object-format=sha256', 'a');
  await writeFiles(top, {
    ...Object.fromEntries(Object.entries(CONFIG).map(([name, text]) => [`a/site/${name}`, text])),
    'a/site/docs/v1/d/kept.md': 'x\n',
    'a/site/docs/v1/d/old.md': 'x\n',
  });
  await git('-C', 'a', 'add', '.');
  await git('-C', 'a', 'commit', '-qm', 'first');
  await git('-C', 'a', 'worktree', 'add', '-q', '../b');
  for (const tree of ['a', 'b']) {
    const cwd = `${top}/${tree}/site`;
    await writeFiles(cwd, { 'docs/v1/d/old.md': 'y\n' });
    const { stdout } = await runDocs(['check', '--json', '--changed'], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ pages: 1 });
  }
});

test('--changed: before the first commit, every file is new', async () => {
  const folder = await temporaryFolder({ ...CONFIG, 'docs/v1/d/a.md': '[b](b.md)\n' });
  await execa('git', ['init', '-q'], { cwd: folder });
  const run = await runDocs(['check', '--json', '--changed'], { cwd: folder });
  expect(JSON.parse(run.stdout)).toMatchObject({ pages: 1, errors: 1 });
  const review = await runDocs(['review', '--against', 'HEAD', '--json'], { cwd: folder });
  expect(review).toMatchObject({ exitCode: 0 });
  const other = await runDocs(['check', '--changed=main'], { cwd: folder });
  expect(other.stderr).toContain('Git does not know a commit "main" here.');
});

test('--changed without git says so', async () => {
  const folder = await temporaryFolder({ ...CONFIG, 'docs/v1/d/a.md': 'x\n' });
  const run = await runDocs(['check', '--changed'], { cwd: folder });
  expect(run).toMatchObject({ exitCode: 2, stdout: '' });
  expect(run.stderr).toContain('There is no git repository here');
});

test.each(['-h', '--all', '--output=pwned', '--upload-pack=true'])(
  '--changed=%s is refused as no commit',
  async (ref) => {
    const { folder } = await committed({ 'docs/v1/d/a.md': 'x' });
    const run = await runDocs(['check', `--changed=${ref}`], { cwd: folder });
    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toContain(`Git does not know a commit "${ref}" here.`);
  },
);

test('--changed tells what the change broke in pages that did not change', async () => {
  const titled = (body: string): string => `---\ntitle: T\n---\n\n${body}\n`;
  const { folder, git, changed } = await committed({
    'docs/_synced-blocks/note.md': 'x',
    'docs/v1/d/_nav.yaml': 'items: [a, b, c, d, e]\n',
    'docs/v1/d/a.md': titled(
      '[b](b.md)\n[b](/d/b)\n[c](c.md#one)\n[d](d.md)\n![x](x.png)\n{% synced id="note" /%}',
    ),
    'docs/v1/d/b.md': titled('b'),
    'docs/v1/d/c.md': titled('## One\n\n[none](/d/none) was broken before'),
    'docs/v1/d/d.md': titled('d'),
    'docs/v1/d/e.md': titled('[none](none.md) was broken before'),
    'docs/v1/d/x.png': '',
  });
  expect(await changed()).toEqual({ places: [], pages: 0 });
  await git('mv', 'docs/v1/d/b.md', 'docs/v1/d/f.md');
  await git('rm', '-q', 'docs/v1/d/x.png');
  await writeFiles(folder, {
    'docs/v1/d/c.md': titled('## Two'),
    'docs/v1/d/d.md': '---\ntitle: T\nlisted: false\n---\n\nd\n',
  });
  const broken = {
    places: [
      'nav-without-page _nav.yaml:1',
      'broken-link a.md:5',
      'broken-link a.md:6',
      'broken-anchor a.md:7',
      'linked-page-unlisted a.md:8',
      'missing-image a.md:9',
      'not-in-nav f.md:1',
    ],
    pages: 3,
  };
  expect(await changed()).toEqual(broken);
  await git('add', '.');
  await git('commit', '-qm', 'second');
  expect(await changed()).toEqual({ places: [], pages: 0 });
  expect(await changed('HEAD~1')).toEqual(broken);
  const { places } = await changed('HEAD~1', 'docs/v1/d/f.md');
  expect(places).toEqual(['not-in-nav f.md:1']);
});

test('--fix lists a page in the navigation once, and where the entry leads to it', async () => {
  const folder = await temporaryFolder({
    ...CONFIG,
    ...INTRO,
    'docs/v1/d/_nav.yaml': 'items:\n  - intro\n  - separator\n',
    'docs/v1/d/notes.md.md': '---\ntitle: Notes\n---\n\nText.\n',
    'docs/v1/d/separator.md': '---\ntitle: Separator\n---\n\nText.\n',
    'docs/v1/d/intro/more.md': '---\ntitle: More\n---\n\nText.\n',
  });
  const check = async (...argv: string[]) => {
    const { stdout } = await runDocs(['check', '--json', ...argv], { cwd: folder });
    const { findings, fixed } = JSON.parse(stdout);
    const codes = (list: readonly { code: string; file: string }[] | undefined) =>
      (list ?? []).map(({ code, file }) => `${code} ${file}`);
    return { findings: codes(findings), fixed: codes(fixed) };
  };

  const first = await check('--fix');
  const nav = await readFile(join(folder, 'docs/v1/d/_nav.yaml'), 'utf8');
  const second = await check('--fix');

  expect(first.fixed).toEqual([
    'not-in-nav docs/v1/d/notes.md.md',
    'not-in-nav docs/v1/d/separator.md',
  ]);
  // At the top of the navigation, the entry of a subpage would be skipped.
  expect(first.findings).toEqual(['not-in-nav docs/v1/d/intro/more.md']);
  expect(nav).toBe('items:\n  - intro\n  - separator\n  - notes.md.md\n  - separator.md\n');
  expect(second).toEqual({ findings: first.findings, fixed: [] });
});

test('--fix mends what is safe, and leaves the rest', async () => {
  const folder = await temporaryFolder({
    ...CONFIG,
    ...INTRO,
    'docs/v1/d/_nav.yaml': '# ours\nitems:\n  - intro\n',
    'docs/v1/d/page.md':
      '\u{feff}---\r\ntitle:Page\r\n---\r\n\r\nA [](/d/intro)b [c](no.md)\r\n- [](intro.md)\r\n- [](/g/sdk) [](https://example.com)\r\n',
  });
  const run = await runDocs(['check', '--fix', '--json'], { cwd: folder });
  const { findings, fixed } = JSON.parse(run.stdout);
  const codes = (list: readonly { code: string }[]) => list.map(({ code }) => code).toSorted();
  expect(codes(fixed)).toEqual([
    'bom',
    'crlf',
    'empty-link',
    'empty-link',
    'header-blank',
    'not-in-nav',
  ]);
  // Where they lead cannot be told: what a person may want is never taken away.
  expect(codes(findings)).toEqual(['broken-link', 'empty-link', 'empty-link']);
  expect(run.exitCode).toBe(1);
  const read = (path: string) => readFile(join(folder, path), 'utf8');
  expect(await read('docs/v1/d/page.md')).toBe(
    '---\ntitle: Page\n---\n\nA [auto$](/d/intro)b [c](no.md)\n- [auto$](intro.md)\n- [](/g/sdk) [](https://example.com)\n',
  );
  expect(await read('docs/v1/d/_nav.yaml')).toBe('# ours\nitems:\n  - intro\n  - page\n');
});

test.each([
  ['indented code', 'Text\n\n    a [](x)\n\n- b\n\n      c [](x)'],
  ['a line that would become a heading', '[](https://x.org)# a'],
  ['a paragraph that would become two', 'a\n[](https://x.org)\nb'],
  ['a link that only its empty one keeps from being one', '[a [](https://x.org) b](https://y.org)'],
  ['signs that would meet', 'a *[](https://x.org)* b'],
])('--fix takes no empty link out of %s', async (_what, body) => {
  const folder = await temporaryFolder({ ...CONFIG, ...INTRO, ...page(body) });
  await runDocs(['check', '--fix'], { cwd: folder });
  const text = await readFile(join(folder, 'docs/v1/d/page.md'), 'utf8');
  expect(text).toBe(page(body)['docs/v1/d/page.md']);
});

test('--fix changes nothing that readers see, and leaves nothing to fix', async () => {
  const header = fc.constantFrom(
    '',
    '---\ntitle: a\n---\n\n',
    '\u{feff}---\r\ntitle:a\r\n---\r\n\r\n',
    '---\ntags:x\n---draft\n\n',
  );
  const text = fc
    .tuple(header, anyBody, anyBody)
    .map(([head, a, b]) => Buffer.from(`${head}${a}\nx [](y) z\n${b}\n`).toString());
  const texts = fc.sample(text, 100);
  const files = Object.fromEntries(texts.map((each, index) => [`docs/v1/d/p${index}.md`, each]));
  const folder = await temporaryFolder({ ...CONFIG, ...files });
  const fix = async () =>
    JSON.parse((await runDocs(['check', '--fix', '--json'], { cwd: folder })).stdout);

  expect((await fix()).fixed.length).toBeGreaterThan(50);

  const seen: [before: string, after: string][] = [];
  for (const [file, before] of Object.entries(files)) {
    const after = await readFile(join(folder, file), 'utf8');
    if (!(await looksTheSame(before, after))) seen.push([before, after]);
  }
  expect(seen).toEqual([]);
  expect((await fix()).fixed).toEqual([]);
});

test('--max-warnings fails where there are more', async () => {
  const folder = await temporaryFolder({ ...CONFIG, 'docs/v1/d/a.md': 'x' });
  const run = (...argv: string[]) => runDocs(['check', ...argv], { cwd: folder });
  expect((await run()).exitCode).toBe(0);
  expect((await run('--max-warnings', '1')).exitCode).toBe(0);
  expect((await run('--max-warnings', '0')).exitCode).toBe(1);
});

test('text, SARIF, workflow commands and lines for problem matchers', async () => {
  const folder = await temporaryFolder({
    ...CONFIG,
    ...INTRO,
    ...page('A [b](/d/intra) and [](x)\n\n{% callout %}'),
  });
  const outputs: string[] = [];
  for (const format of ['text', 'github', 'sarif', 'unix']) {
    const { stdout, stderr } = await runDocs(['check', '--format', format], { cwd: folder });
    outputs.push(`$ docs check --format ${format}\n${stdout}--- stderr\n${stderr}`);
  }
  await expect(outputs.join('\n')).toMatchFileSnapshot('../../golden/check/formats.txt');
});

test('SARIF and workflow commands name files from the working folder', async () => {
  const files = { ...CONFIG, ...INTRO, ...page('A [b](/d/intra)') };
  const folder = await temporaryFolder(
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`handbook/${path}`, text])),
  );
  await writeFiles(folder, { 'other/readme.txt': '' });
  const run = (format: string, cwd = folder) =>
    runDocs(
      ['check', '--config', join(folder, 'handbook/docs-cli.config.yml'), '--format', format],
      { cwd },
    );
  const { stdout } = await run('sarif');
  const [result] = JSON.parse(stdout).runs[0].results;
  expect(result.locations[0].physicalLocation.artifactLocation.uri).toBe(
    'handbook/docs/v1/d/page.md',
  );
  expect((await run('github')).stdout).toContain('file=handbook/docs/v1/d/page.md,');
  expect((await run('github', join(folder, 'other'))).stdout).toContain('file=docs/v1/d/page.md,');
});

test.each([
  ['check', 'docs/v1/d/page.md:5:7: '],
  ['ref check api.yaml', 'api.yaml:2:1: '],
])(
  'docs %s --format unix names files from the working folder, a line each',
  async (command, start) => {
    const folder = await temporaryFolder({
      ...CONFIG,
      ...INTRO,
      ...page('A [b](/d/intra)'),
      'api.yaml': 'openapi: 3.0.3\ninfo: { title: A }\npaths: {}\n',
    });
    const run = (cwd: string) =>
      runDocs(
        [...command.replace('api.yaml', join(folder, 'api.yaml')).split(' '), '--format', 'unix'],
        { cwd },
      );

    const { exitCode, stdout } = await run(folder);

    expect(exitCode).toBe(1);
    expect(stdout.split('\n').some((line) => line.startsWith(start))).toBe(true);
    for (const line of stdout.trimEnd().split('\n')) {
      expect(line).toMatch(/^[\w./]+:\d+:\d+: \P{Cc}+ \[(?:error|warning)\/[\w-]+\]$/u);
    }
    expect((await run(join(folder, 'docs'))).stdout).toContain(
      start.startsWith('docs/') ? start.slice('docs/'.length) : `../${start}`,
    );
  },
);

test.each([
  ['check', 'unix'],
  ['check', 'github'],
  ['ref check api.yaml', 'unix'],
])('docs %s --format %s is refused with --json', async (command, format) => {
  const cwd = await temporaryFolder({ 'docs-cli.config.yml': 'content: [{ path: docs }]\n' });

  const run = await runDocs([...command.split(' '), '--format', format, '--json'], { cwd });

  expect(run).toMatchObject({ exitCode: 2, stdout: '' });
  expect(run.stderr).toContain('prints lines, and --json a document');
});

test('--format unix prints nothing if nothing is found', async () => {
  const folder = await temporaryFolder({ ...CONFIG, ...INTRO });

  expect(await runDocs(['check', '--format', 'unix'], { cwd: folder })).toEqual({
    exitCode: 0,
    stdout: '',
    stderr: '',
  });
});

test('definitions of the configuration are checked too', async () => {
  const folder = await temporaryFolder({
    'docs-cli.config.yml':
      'content: [{ path: docs }]\nreferences: [{ file: api.yaml, version: v1 }, { file: no.yaml, version: v1 }]\n',
    ...INTRO,
    'api.yaml': 'openapi: 3.0.3\ninfo: { title: A }\npaths: {}\n',
  });
  const { stdout } = await runDocs(['check', '--json'], { cwd: folder });
  const { findings } = JSON.parse(stdout);
  const errors = findings.filter(({ code }: { code: string }) => code === 'bad-definition');
  expect(errors.map(({ file }: { file: string }) => file)).toEqual([
    'api.yaml',
    'docs-cli.config.yml',
  ]);
});

test.each([
  [
    'docs-cli.config.yml',
    'content: [{ path: docs }]\nreferences:\n  - { file: no.yaml, version: v1 }\n',
    '3:13',
    [],
  ],
  [
    'docs-cli.config.yml',
    'content: [{ path: docs }]\nprofiles:\n  p:\n    references:\n      - file: no.yaml\n        version: v1\n',
    '5:15',
    ['--profile', 'p'],
  ],
  [
    'package.json',
    '{"docs-cli": {"content": [{"path": "docs"}],\n"references": [{"file": "no.yaml", "version": "v1"}]}}\n',
    '2:25',
    [],
  ],
])('a missing definition is found where %s lists it', async (file, text, place, flags) => {
  const folder = await temporaryFolder({ [file]: text, ...INTRO });
  const { stdout } = await runDocs(['check', '--json', ...flags], { cwd: folder });
  const [line, column] = place.split(':').map(Number);
  expect(JSON.parse(stdout).findings).toContainEqual(
    expect.objectContaining({
      code: 'bad-definition',
      message: 'The configuration lists the definition "no.yaml", which does not exist.',
      file,
      line,
      column,
    }),
  );
});

test('a definition that a build generates may be missing, and is checked where it is there', async () => {
  const folder = await temporaryFolder({
    ...INTRO,
    'docs-cli.config.yml':
      'content: [{ path: docs }]\nreferences: [{ file: made.yaml, version: v1, generated: true }]\n',
  });
  const run = (...argv: string[]) => runDocs(argv, { cwd: folder });
  const note = 'made.yaml is generated and not here: it was not checked.';

  for (const argv of [
    ['check', '--max-warnings', '0'],
    ['ref', 'check'],
  ]) {
    expect(await run(...argv)).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining(note),
    });
  }
  expect(await run('ref', 'check', 'made.yaml')).toMatchObject({ exitCode: 2 });
  const upload = await run('ref', 'upload', '--yes');
  expect(upload).toMatchObject({ exitCode: 2 });
  expect(upload.stderr).toContain('There is no file "made.yaml", which a build generates.');

  await writeFiles(folder, { 'made.yaml': 'openapi: 3.0.3\ninfo: { title: A }\npaths: {}\n' });
  const checked = await run('check', '--json');
  expect(checked.exitCode).toBe(1);
  expect(JSON.parse(checked.stdout).findings).toMatchObject([
    { code: 'bad-definition', file: 'made.yaml' },
  ]);
});

test('rules of definitions that cannot be used are the fault of the configuration, as in ref check', async () => {
  const folder = await temporaryFolder({
    ...INTRO,
    ...definition("{ '200': { description: d } }"),
    'redocly.yaml': 'rules: [\n',
  });
  const check = await runDocs(['check'], { cwd: folder });
  expect(check).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('The definition rules cannot be used'),
  });
  expect(check.stderr).toBe((await runDocs(['ref', 'check'], { cwd: folder })).stderr);
});

test('says what to write in place of a slug that no page can have', async () => {
  const cwd = await temporaryFolder({
    'docs-cli.config.yml': 'content: [{ path: docs, version: v1, documentation: d }]\n',
    'docs/intro.md': '---\nslug: /\ntitle: First steps\n---\n\nx\n',
  });
  const run = await runDocs(['check'], { cwd });
  expect(run.exitCode).toBe(1);
  expect(run.stdout).toContain('This file has the slug "/", which contains a slash.');
  expect(run.stdout).toContain('Write `slug: first-steps`');
});

test('a line for problem matchers stays one line, whatever the file has', () => {
  const found = {
    severity: 'error',
    rule: 'x',
    place: { file: 'a\nb.md', line: 1, column: 2 },
  } as const;
  expect(unixLines([{ ...found, message: 'One\u001b[31m\r\n::error::two' }])).toBe(
    'a b.md:1:2: One ::error::two [error/x]\n',
  );
});
