/** Samples in pages that are parts of files: `docs-snippet`. */
import { execFileSync } from 'node:child_process';
import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import { commitAll } from '../../support/git.ts';
import { runDocs } from '../../support/host.ts';
import { openWorld } from '../../support/world.ts';

const CONFIG = { 'docs-cli.config.yml': 'content: [{ path: docs }]\n' };
const PAGE = 'docs/v1/d/page.md';
const SOURCE = [
  'import { open } from "./station";',
  '',
  'function main() {',
  '  // #region readings',
  '  const station = open();',
  '  if (station) {',
  '    station.read();',
  '  }',
  '  // #endregion readings',
  '}',
  '',
].join('\n');
const READINGS = 'const station = open();\nif (station) {\n  station.read();\n}';

const page = (body: string): string => `---\ntitle: Page\n---\n\n${body}\n`;
const comment = (target: string): string => `[//]: # (docs-snippet ${target})`;
const fence = (code: string): string => `\`\`\`ts\n${code}\n\`\`\``;

interface Told {
  readonly code: string;
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

async function project(body: string, files: Readonly<Record<string, string>> = {}) {
  const folder = await temporaryFolder({
    ...CONFIG,
    'examples/push.ts': SOURCE,
    ...files,
    [PAGE]: page(body),
  });
  const run = (...argv: string[]) => runDocs(argv, { cwd: folder });
  const findings = async (...argv: string[]): Promise<readonly string[]> => {
    const { stdout } = await run('check', '--json', ...argv);
    return JSON.parse(stdout).findings.map(
      ({ code, line, message }: Told) => `${line} ${code}: ${message}`,
    );
  };
  return { folder, run, findings, text: () => readFile(join(folder, PAGE), 'utf8') };
}

test.each<[string, string, string]>([
  ['a region', 'examples/push.ts#readings', READINGS],
  ['lines', 'examples/push.ts#L1-L3', 'import { open } from "./station";\n\nfunction main() {'],
  ['one line', 'examples/push.ts#L5', 'const station = open();'],
  ['a file', 'examples/whole.sh', 'docs push\ndocs status'],
  ['tags as AsciiDoc has them', 'examples/tags.py#start', 'open()\nread()'],
  ['a region of Python', 'examples/tags.py#more', 'x = 1'],
  ['a name with parentheses', 'examples/a%20%28b%29.txt', 'text'],
])('a sample that is %s has no finding', async (_, target, code) => {
  const { findings } = await project(`${comment(target)}\n\n${fence(code)}`, {
    'examples/whole.sh': 'docs push\r\ndocs status\r\n',
    'examples/tags.py':
      '# tag::start[]\n  open()\n# tag::inner[]\n  read()\n# end::inner[]\n# end::start[]\n# region more\nx = 1\n# endregion\n',
    'examples/a (b).txt': 'text\n',
  });

  expect(await findings()).toEqual([]);
});

test('a sample that is not what the file has is stale, and the first line that differs is named', async () => {
  const { run, findings } = await project(
    `${comment('examples/push.ts#readings')}\n${fence(READINGS.replace('read', 'readAll'))}`,
  );

  expect(await findings()).toEqual([
    '5 stale-snippet: The sample is not what "examples/push.ts#readings" has: line 9 is "  station.readAll();", and line 7 there is "  station.read();".',
  ]);
  expect(await run('check')).toMatchObject({ exitCode: 1 });
});

test.each<[string, string, string]>([
  ['lacks lines', 'const station = open();', 'it ends before line 6 there: "if (station) {"'],
  ['has more lines', `${READINGS}\nmore`, 'line 11 is "more", and the file has nothing more'],
])('a sample that %s is stale', async (_, code, message) => {
  const { findings } = await project(`${comment('examples/push.ts#readings')}\n${fence(code)}`);

  expect(await findings()).toEqual([
    `5 stale-snippet: The sample is not what "examples/push.ts#readings" has: ${message}.`,
  ]);
});

test.each<[string, string, string]>([
  ['names no file', `${comment('')}\n${fence('x')}`, 'This line does not name a file.'],
  [
    'names a file that is not there',
    `${comment('examples/pull.ts')}\n${fence('x')}`,
    'The file "examples/pull.ts" does not exist.',
  ],
  [
    'names a region that is not there',
    `${comment('examples/push.ts#reading')}\n${fence('x')}`,
    '"examples/push.ts" has no region "reading".',
  ],
  [
    'names lines that are not there',
    `${comment('examples/push.ts#L9-L20')}\n${fence('x')}`,
    '"examples/push.ts" has no lines 9 to 20: it has 10.',
  ],
  [
    'names a region that does not end',
    `${comment('examples/open.ts#a')}\n${fence('x')}`,
    'The region "a" of "examples/open.ts" does not end.',
  ],
  [
    'names a region that is there twice',
    `${comment('examples/twice.ts#a')}\n${fence('x')}`,
    '"examples/twice.ts" has several regions "a".',
  ],
  [
    'has no fence below it',
    `${comment('examples/push.ts')}\n\nText\n\n${fence('x')}`,
    'No fence that ends follows this line.',
  ],
  [
    'names a file outside of the project',
    `${comment('../secret.txt')}\n${fence('x')}`,
    'The file "../secret.txt" is outside the project.',
  ],
  [
    'names a hidden file',
    `${comment('.env')}\n${fence('x')}`,
    'The file ".env" is hidden, or in a hidden folder.',
  ],
  [
    'names a file that is not text',
    `${comment('examples/zero.bin')}\n${fence('x')}`,
    'The file "examples/zero.bin" is not text.',
  ],
  ['names a folder', `${comment('examples')}\n${fence('x')}`, 'The file "examples" is a folder.'],
  [
    'names a file of a package',
    `${comment('node_modules/x/a.js')}\n${fence('x')}`,
    'The file "node_modules/x/a.js" is in node_modules.',
  ],
  [
    'names a part that is too long',
    `${comment('examples/long.txt')}\n${fence('x')}`,
    '"examples/long.txt" is too long for a sample: it has more than 64 kB.',
  ],
  [
    'names a file that is too large',
    `${comment('examples/large.txt#L1')}\n${fence('x')}`,
    'The file "examples/large.txt" cannot be read: 1.1 MB; a file with samples has at most 1 MB.',
  ],
])('a comment that %s is reported', async (_, body, message) => {
  const { findings } = await project(body, {
    '.env': 'KEY=1\n',
    'examples/open.ts': '// #region a\nx\n',
    'examples/twice.ts': '// #region a\nx\n// #endregion\n// #region a\ny\n// #endregion\n',
    'examples/zero.bin': 'a\0b\n',
    'examples/long.txt': 'text\n'.repeat(15_000),
    'examples/large.txt': 'text\n'.repeat(220_000),
  });

  expect(await findings()).toEqual([`5 missing-snippet: ${message}`]);
});

test('a link out of the project is not followed', async () => {
  const outside = await temporaryFolder({ 'secret.txt': 'secret\n' });
  const { folder, findings } = await project(`${comment('examples/link.txt')}\n${fence('x')}`);
  await symlink(join(outside, 'secret.txt'), join(folder, 'examples/link.txt'));

  expect(await findings()).toEqual([
    '5 missing-snippet: The file "examples/link.txt" is a symbolic link out of the project.',
  ]);
});

test.each([
  ['names it', 'local/keys.txt', 'local/keys.txt'],
  ['names a link to it', 'examples/link.txt', 'local/keys.txt'],
  ['names it with a glob in its path', 'local/[k].txt', 'local/[k].txt'],
])(
  'a file that git ignores is not read for a page that %s, by --fix neither',
  async (_, named, real) => {
    const { folder, run, findings, text } = await project(`${comment(named)}\n${fence('old')}`, {
      '.gitignore': 'local/\n',
    });
    commitAll(folder);
    await writeFiles(folder, { [real]: 'secret\n' });
    if (named !== real) await symlink(`../${real}`, join(folder, named));

    expect(await findings()).toEqual([
      `5 missing-snippet: The file "${named}" is ignored by git: its text could be on this computer alone.`,
    ]);
    const { stdout, stderr } = await run('check', '--fix');
    expect(stdout + stderr).not.toContain('secret');
    expect(stdout + stderr).toContain('Take it out of .gitignore and commit it');
    expect(await text()).toBe(page(`${comment(named)}\n${fence('old')}`));
  },
);

test('a file that a repository within the project ignores is not read', async () => {
  const { folder, findings } = await project(`${comment('lib/sec.txt')}\n${fence('old')}`, {
    'lib/.gitignore': 'sec.txt\n',
    'lib/sec.txt': 'secret\n',
  });
  commitAll(folder);
  execFileSync('git', ['init', '-q'], { cwd: join(folder, 'lib') });
  expect(await findings()).toEqual([expect.stringContaining('is ignored by git')]);
});

test.each<[string, (folder: string) => Promise<unknown>]>([
  ['broken', (folder) => rm(join(folder, '.git/HEAD'))],
  ['known to no git in the PATH', () => Promise.resolve()],
])('no sample is read where the repository is %s', async (repository, breakIt) => {
  const { folder, text } = await project(`${comment('local/a.txt')}\n${fence('old')}`, {
    '.gitignore': 'local/\n',
  });
  commitAll(folder);
  await writeFiles(folder, { 'local/a.txt': 'secret\n' });
  await breakIt(folder);
  const env = repository === 'broken' ? {} : { PATH: folder };
  const run = await runDocs(['check', '--fix'], { cwd: folder, env });
  expect(run.exitCode).toBe(1);
  expect(run.stderr).toContain('Git could not tell which files it ignores.');
  expect(run.stdout + run.stderr).not.toContain('secret');
  expect(await text()).toBe(page(`${comment('local/a.txt')}\n${fence('old')}`));
});

test('a file that git does not know yet, or knows although a rule ignores it, is read', async () => {
  const { folder, findings } = await project(
    `${comment('examples/new.txt')}\n${fence('new')}\n\n${comment('local/kept.txt')}\n${fence('kept')}`,
    { 'local/kept.txt': 'kept\n' },
  );
  commitAll(folder);
  await writeFiles(folder, { '.gitignore': 'local/\n', 'examples/new.txt': 'new\n' });

  expect(await findings()).toEqual([]);
});

test('a comment that continues a paragraph is reported, and --fix adds the empty line', async () => {
  const { run, text } = await project(
    `Text\n${comment('examples/push.ts#L5')}\n${fence('const station = open();')}`,
  );
  const { stdout } = await run('check', '--json');

  expect(JSON.parse(stdout).findings).toMatchObject([{ code: 'missing-snippet', line: 6 }]);
  expect(await run('check', '--fix')).toMatchObject({ exitCode: 0 });
  expect(await text()).toContain('Text\n\n[//]');
});

test.each<[string, string, string]>([
  ['a fence', fence('old'), fence(READINGS)],
  ['an empty fence', '```ts\n```', fence(READINGS)],
  [
    'the attributes of a fence',
    '```ts {% title="Read" %}\nold\n```',
    `\`\`\`ts {% title="Read" %}\n${READINGS}\n\`\`\``,
  ],
  ['a fence of tildes', '~~~~ts\nold\n~~~~', `~~~~ts\n${READINGS}\n~~~~`],
])('--fix fills %s again, and changes nothing else', async (_, before, after) => {
  const body = (sample: string) =>
    `Above\n\n${comment('examples/push.ts#readings')}\n\n${sample}\n\nBelow`;
  const { run, text } = await project(body(before));

  expect(await run('check', '--fix')).toMatchObject({ exitCode: 0 });
  expect(await text()).toBe(page(body(after)));
});

test('--fix fills a sample in a list and in a quote, with their indentation', async () => {
  const item = (code: string) =>
    `1. Read:\n\n   ${comment('examples/push.ts#readings')}\n\n   \`\`\`ts\n${code}\n   \`\`\`\n\n> ${comment('examples/push.ts#L5')}\n> \`\`\`ts\n> ${code.includes('open') ? 'const station = open();' : 'old'}\n> \`\`\``;
  const { run, text } = await project(item('   old'));

  expect(await run('check', '--fix')).toMatchObject({ exitCode: 0 });
  expect(await text()).toBe(page(item(READINGS.replaceAll(/^/gm, '   '))));
});

test('--fix makes a fence longer if the sample has one', async () => {
  const { run, text } = await project(`${comment('examples/page.md')}\n\`\`\`md\nold\n\`\`\``, {
    'examples/page.md': 'A\n\n```sh\nls\n```\n',
  });

  expect(await run('check', '--fix')).toMatchObject({ exitCode: 0 });
  expect(await text()).toBe(
    page(`${comment('examples/page.md')}\n\`\`\`\`md\nA\n\n\`\`\`sh\nls\n\`\`\`\n\`\`\`\``),
  );
});

test('--fix settles a sample of a file in which carriage returns end lines', async () => {
  const { run, text, findings } = await project(
    `> ${comment('examples/old.md')}\n> \`\`\`\n> old\n> \`\`\``,
    { 'examples/old.md': 'one\r```\r# Escaped\r' },
  );

  expect(await run('check', '--fix')).toMatchObject({ exitCode: 0 });
  const once = await text();
  expect(once).toContain('> ````\n> one\n> ```\n> # Escaped\n> ````\n');
  expect(await findings('--fix')).toEqual([]);
  expect(await text()).toBe(once);
});

test('samples that are longer together than a page can be are reported', async () => {
  const { findings } = await project(
    Array.from(
      { length: 40 },
      (_, at) => `${comment(`examples/a.txt#L${at + 1}-L30000`)}\n${fence('old')}\n`,
    ).join('\n'),
    { 'examples/a.txt': 'x\n'.repeat(30_000) },
  );
  const found = await findings();

  expect(found.filter((each) => each.includes('stale-snippet'))).toHaveLength(34);
  expect(found.at(-1)).toContain(
    'missing-snippet: The samples of this page are longer than a page can be.',
  );
});

test.each([
  '[//]: # (Docs-Snippet examples/push.ts)',
  '[//]: # (docs-snippets examples/push.ts)',
  '> [//]: # (docs_snippet examples/push.ts)',
  '[//]: # "docs-snippet examples/push.ts"',
  '[//]: <> (docs-snippet examples/push.ts)',
  '[//]: # (docs-snippet examples/a(b).ts)',
  '[//]: # (docs-snipet examples/push.ts)',
  '[//]: # (docs snippet examples/push.ts#readings)',
  '[//]: # (snippet examples/push.ts)',
  '[comment]: # (docs-snippet examples/push.ts)',
  '> [comment]: <> "docs-snippet examples/push.ts"',
  '{% comment %}docs-snippet examples/push.ts{% /comment %}',
])('a comment that is nearly one for a sample is reported: %s', async (body) => {
  const { findings } = await project(`${body}\n\n\`\`\`md\n${body}\n\`\`\``);

  expect(await findings()).toEqual([
    '5 missing-snippet: This comment is not read as one that names a sample.',
  ]);
});

test.each([
  '[//]: # (docs-check-ignore missing-language)',
  '[//]: # (the snippet is from examples/push.ts)',
  '[//]: # (snippet of the author)',
  '[docs]: https://a.example/docs-snippet/a.ts',
  '{% comment %}docs of examples/push.ts{% /comment %}',
])('a comment of another kind above a fence is not one for a sample: %s', async (body) => {
  const { findings } = await project(`${body}\n\n${fence('x')}`);

  expect((await findings()).filter((each) => each.includes('snippet:'))).toEqual([]);
});

test('--fix keeps the line ends of a page', async () => {
  const { folder, run, text } = await project('');
  const body = page(`${comment('examples/push.ts#readings')}\n\n${fence('old')}`);
  await writeFile(
    join(folder, 'docs-cli.config.yml'),
    'content: [{ path: docs }]\nchecks: { crlf: off }\n',
  );
  await writeFile(join(folder, PAGE), body.replaceAll('\n', '\r\n'));

  expect(await run('check', '--fix')).toMatchObject({ exitCode: 0 });
  expect(await text()).toBe(body.replace('old', READINGS).replaceAll('\n', '\r\n'));
});

test('a sample in a tab, a synced block and a post is checked, one in code is not', async () => {
  const wrong = `${comment('examples/push.ts#L5')}\n${fence('old')}`;
  const { run } = await project(
    `{% tabs %}\n{% tab title="A" %}\n${wrong}\n{% /tab %}\n{% /tabs %}\n\n\`\`\`\`md\n${wrong}\n\`\`\`\`\n\n{% synced id="s" /%}`,
    {
      'docs/developerhub.yaml': 'title: T\n',
      'docs/v1/_settings.yaml': 'name: v1\npublished: true\n',
      'docs/v1/d/_settings.yaml': 'title: D\npublished: true\n',
      'docs/v1/d/_nav.yaml': 'items:\n  - page\n',
      'docs/_synced-blocks/s.md': `---\ntitle: S\n---\n\n${wrong}\n`,
      'docs/changelogs/news/p.md': `---\ntitle: P\ndate: 2026-01-01\n---\n\n${wrong}\n`,
    },
  );
  const { stdout } = await run('check', '--json');

  expect((await run('check', 'docs/_synced-blocks/s.md')).stderr).toContain(
    'error 1 error in 1 other file.',
  );
  expect(
    JSON.parse(stdout).findings.map(({ code, file, line }: Told) => `${code} ${file}:${line}`),
  ).toEqual([
    'stale-snippet docs/_synced-blocks/s.md:5',
    'stale-snippet docs/changelogs/news/p.md:6',
    'stale-snippet docs/v1/d/page.md:7',
  ]);
});

test('check --changed reports a sample whose file changed, in a page that did not', async () => {
  const { folder, findings } = await project(
    `${comment('examples/push.ts#readings')}\n${fence(READINGS)}\n\n${comment('examples/other.ts')}\n${fence('old')}`,
    { 'examples/other.ts': 'other\n' },
  );
  commitAll(folder);
  await writeFiles(folder, { 'examples/push.ts': SOURCE.replace('read()', 'readAll()') });

  expect(await findings('--changed')).toEqual([
    expect.stringMatching(/^5 stale-snippet: .*push\.ts#readings/),
  ]);
});

test('a push, and its plan, warn of samples in pages that they send which are not what their files have', async () => {
  const world = await openWorld({
    ...CONFIG,
    'examples/push.ts': SOURCE,
    'docs/v1/d/old.md': page(
      `${comment('examples/push.ts#L1')}\n${fence('old')}\n\n${comment('examples/gone.ts')}\n${fence('x')}`,
    ),
    'docs/v1/d/one.md': page(`${comment('examples/push.ts#L5')}\n${fence('old')}`),
    'docs/v1/d/right.md': page(`${comment('examples/push.ts#readings')}\n${fence(READINGS)}`),
  });
  const told = [
    'v1/d/old has 2 samples that are not what their files have. docs check lists them.',
    'v1/d/one has a sample that is not what its file has. docs check lists them.',
  ];
  const warnings = ({ stderr }: { readonly stderr: string }) =>
    [...stderr.matchAll(/v1\/d\/.*docs check lists them\./g)].map(([each]) => each);

  expect(warnings(await world.run('push', '--dry-run'))).toEqual(told);
  expect(warnings(await world.run('push', '--yes'))).toEqual(told);
  expect(warnings(await world.run('push', '--yes'))).toEqual([]);
});

test('push, pull, fmt and export keep the comment byte for byte', async () => {
  const body = `Text.\n\n${comment('examples/push.ts#readings')}\n\n${fence(READINGS)}`;
  const world = await openWorld(
    {
      ...CONFIG,
      'examples/push.ts': SOURCE,
      'docs/v1/d/page.md': page(body),
    },
    { reprint: true },
  );

  await world.run('push', '--yes');
  expect((await world.page('v1/d/page'))?.draft ?? '').toContain(body);
  await world.edit('v1/d/page', `${body}\n\nMore.`);
  await world.run('pull', '--yes');
  expect(await world.read('docs/v1/d/page.md')).toBe(page(`${body}\n\nMore.`));
  expect(await world.run('fmt', '--check')).toMatchObject({ exitCode: 0 });
  expect(await world.run('check')).toMatchObject({ exitCode: 0 });
});

test.each([PAGE, `./${PAGE}`, `${PAGE}#L1-L3`])(
  'a sample of the page itself is refused, and never filled: %s',
  async (target) => {
    const { run, findings, text } = await project(`${comment(target)}\n\n${fence('old')}`);
    const before = await text();

    expect(await findings()).toEqual([
      '5 missing-snippet: This line names the file that it is in.',
    ]);
    await run('check', '--fix');
    expect(await text()).toBe(before);
  },
);
