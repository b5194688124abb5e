/** `docs report --behind`: what pages follow, and how far they are behind. */
import { mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import { commitAll, git } from '../../support/git.ts';
import { runDocs } from '../../support/host.ts';
import { expectOfSchema } from '../../support/schema.ts';
import { openWorld } from '../../support/world.ts';

const CONFIG = 'content: [{ path: docs }]\n';
const page = (body: string, header = ''): string => `---\ntitle: Page\n${header}---\n\n${body}\n`;
const API = 'docs/v1/d/api.md';

type Files = Readonly<Record<string, string>>;

/** A repository in which each of these is a commit. */
async function repository(...commits: readonly Files[]) {
  const folder = await temporaryFolder({ 'docs-cli.config.yml': CONFIG });
  const commit = async (files: Files, message = 'Commit') => {
    await writeFiles(folder, files);
    commitAll(folder, message);
  };
  for (const [index, files] of commits.entries()) await commit(files, `Change ${index + 1}`);
  const run = (...argv: string[]) => runDocs(['report', '--behind', ...argv], { cwd: folder });
  const report = async (...argv: string[]) => {
    const { stdout } = await run('--json', '--all', ...argv);
    const document = JSON.parse(stdout);
    await expectOfSchema('report-behind', document);
    return document;
  };
  /** The number of changes by page. */
  const lags = async (...argv: string[]): Promise<Record<string, number>> =>
    Object.fromEntries(
      (await report(...argv)).pages.map(({ key, changes }: { key: string; changes: number }) => [
        key.replace('v1/d/', ''),
        changes,
      ]),
    );
  return { folder, commit, run, report, lags };
}

const START = {
  'src/api.ts': 'one',
  'src/other.ts': 'one',
  [API]: page('Text', 'follows: src/api.ts\n'),
};

test('a page is behind by the changes of what it follows since its own words changed', async () => {
  const { commit, report, run, lags } = await repository(
    START,
    { 'src/api.ts': 'two' },
    { 'src/other.ts': 'two' },
    { 'src/api.ts': 'three' },
  );
  expect(await report()).toMatchObject({
    pages: [
      {
        file: API,
        follows: ['src/api.ts'],
        changes: 2,
        newest: [{ subject: 'Change 4' }, { subject: 'Change 2' }],
        lost: [],
      },
    ],
    total: 1,
    behind: 1,
  });
  expect(await run()).toMatchObject({ exitCode: 0 });
  expect(await run('--fail-on', 'behind')).toMatchObject({ exitCode: 1 });

  await commit({ [API]: page('Other text', 'follows: src/api.ts\n') });
  expect(await lags()).toEqual({ api: 0 });
  expect(await run('--fail-on', 'behind')).toMatchObject({ exitCode: 0 });
});

test('a new page, and a page whose words were edited and not yet committed, are not behind', async () => {
  const { folder, lags } = await repository(START, { 'src/api.ts': 'two' });
  await writeFiles(folder, {
    'docs/v1/d/new.md': page('New', 'follows: src/api.ts\n'),
    [API]: page('Other text', 'follows: src/api.ts\n'),
  });
  expect(await lags()).toEqual({ api: 0, new: 0 });
});

test.each<[string, string, number]>([
  ['a path', 'src/api.ts', 1],
  ['a folder', 'src', 2],
  ['a glob', 'src/*.ts', 2],
  ['a list', 'src/api.ts, src/other.ts', 2],
  ['a path that did not change', 'docs-cli.config.yml', 0],
])('a page may follow %s', async (_, follows, changes) => {
  const { lags } = await repository(
    { ...START, [API]: page('Text', `follows: ${follows}\n`) },
    { 'src/api.ts': 'two' },
    { 'src/other.ts': 'two', 'docs/v1/d/b.md': page('B') },
  );
  expect(await lags()).toEqual({ api: changes });
});

test('a commit that changes no word of a page is not its own: links, spaces, the header, a move', async () => {
  const { commit, folder, lags } = await repository(
    {
      ...START,
      [API]: page('See [b](b.md).', 'follows: src/api.ts\n'),
      'docs/v1/d/b.md': page('B'),
    },
    { 'src/api.ts': 'two' },
    { [API]: page('See [b](c.md).', 'follows: src/api.ts\n') },
    { [API]: page('See   [b](c.md).\n', 'follows: src/api.ts\ntags: a\n') },
  );
  await rm(join(folder, API));
  await commit({ 'docs/v1/d/moved.md': page('See [b](d.md).', 'follows: src/api.ts\n') });

  expect(await lags()).toEqual({ moved: 1 });
});

const picture = '![A](https://a.example/a.png)';

test.each<[string, string, string, number]>([
  ['the order of words', 'Do not press A. Press B.', 'Press A. Do not press B.', 1],
  [
    'indentation in code',
    '```py\nif a:\n    b()\nc()\n```',
    '```py\nif a:\n    b()\n    c()\n```',
    1,
  ],
  ['a picture', '![A](a.png)', '![A](b.png)', 1],
  ['a picture of another site', picture, picture.replace('a.png', 'b.png'), 1],
  ['the address of another site', '[A](https://a.example)', '[A](https://b.example)', 1],
  [
    'the address in a tag',
    '{% button link="https://a.example" label="A" /%}',
    '{% button link="https://b.example" label="A" /%}',
    1,
  ],
  ['the path of a page', '[A](a.md#x)', '[A](../e/b.md#x)', 0],
  ['the address of a page', '[A](/d/a)', '[A](/d/b)', 0],
  ['a definition of a page', '[A]\n\n[A]: a.md', '[A]\n\n[A]: b.md', 0],
  ['the folder of a picture', '![A](a.png)', '![A](../img/a.png)', 0],
  ['the notation', '* A\n* *B*', '- A\n- _B_', 0],
  [
    'comments',
    '[//]: # (docs-snippet a.ts)\n\n```ts\na\n```',
    '[//]: # (docs-snippet b.ts)\n\n```ts\na\n```',
    0,
  ],
])('a followed page in which %s changed', async (_, before, after, changes) => {
  const { lags } = await repository(
    { 'docs/v1/d/o.md': page(before), [API]: page('Text', 'follows: docs/v1/d/o.md\n') },
    { 'docs/v1/d/o.md': page(after, 'tags: a\n') },
  );
  expect(await lags()).toEqual({ api: changes });
});

test('a merge is one change, as new as the merge', async () => {
  const { commit, folder, lags } = await repository(START);
  git(folder, 'checkout', '--quiet', '-b', 'feature');
  await commit({ 'src/api.ts': 'two' });
  await commit({ 'src/api.ts': 'three' });
  git(folder, 'checkout', '--quiet', 'main');
  await commit({ [API]: page('Other text', 'follows: src/api.ts\n') });
  git(folder, 'merge', '--quiet', '--no-ff', '-m', 'Merge', 'feature');

  expect(await lags()).toEqual({ api: 1 });
});

test('words that a merge brought have not seen what arrived on the branch meanwhile', async () => {
  const { commit, folder, lags, run } = await repository(START, { 'src/other.ts': 'two' });
  git(folder, 'checkout', '--quiet', '-b', 'words');
  await commit({ 'src/api.ts': 'one\n', 'src/new.ts': 'a' });
  await commit({ [API]: page('Other text', 'follows: src\n') });
  await commit({ 'src/new.ts': 'b' });
  git(folder, 'checkout', '--quiet', 'main');
  await commit({ 'src/other.ts': 'three' }, 'Meanwhile');
  await commit({ 'docs/v1/d/b.md': page('B') });
  git(folder, 'merge', '--quiet', '--no-ff', '-m', 'Merge', 'words');
  expect(await lags()).toEqual({ api: 1 });
  expect((await run()).stdout).toContain('Meanwhile');

  await run('--seen', API);
  await commit({}, 'Seen');
  expect(await lags()).toEqual({ api: 0 });
});

test('a branch has seen what was merged into it, and what it brought by an earlier merge', async () => {
  const { commit, folder, lags } = await repository(START);
  git(folder, 'checkout', '--quiet', '-b', 'develop');
  await commit({ 'src/api.ts': 'two' });
  git(folder, 'checkout', '--quiet', 'main');
  git(folder, 'merge', '--quiet', '--no-ff', '-m', 'First', 'develop');
  git(folder, 'checkout', '--quiet', 'develop');
  await commit({ [API]: page('Other text', 'follows: src/api.ts\n') });
  git(folder, 'checkout', '--quiet', 'main');
  git(folder, 'merge', '--quiet', '--no-ff', '-m', 'Second', 'develop');
  expect(await lags()).toEqual({ api: 0 });

  await commit({ 'src/api.ts': 'three' });
  git(folder, 'checkout', '--quiet', 'develop');
  git(folder, 'merge', '--quiet', '-m', 'Update', 'main');
  await commit({ [API]: page('New text', 'follows: src/api.ts\n') });
  git(folder, 'checkout', '--quiet', 'main');
  await commit({ 'docs/v1/d/b.md': page('B') });
  git(folder, 'merge', '--quiet', '--no-ff', '-m', 'Third', 'develop');
  expect(await lags()).toEqual({ api: 0 });
});

test('words of both sides of a merge are as new as the merge', async () => {
  const text = (first: string, last: string): string =>
    page(`${first}\n\nA\n\nB\n\nC\n\n${last}`, 'follows: src/api.ts\n');
  const { commit, folder, lags } = await repository({ ...START, [API]: text('One', 'One') });
  git(folder, 'checkout', '--quiet', '-b', 'words');
  await commit({ [API]: text('One', 'Two') });
  git(folder, 'checkout', '--quiet', 'main');
  await commit({ 'src/api.ts': 'two', [API]: text('Two', 'One') });
  git(folder, 'merge', '--quiet', '--no-ff', '-m', 'Merge', 'words');

  expect(await lags()).toEqual({ api: 0 });
});

test.each<[string, (folder: string) => Promise<void> | void]>([
  [
    'deleted and brought back',
    async (folder) => {
      await rm(join(folder, API));
      commitAll(folder, 'Delete');
      git(folder, 'checkout', '--quiet', 'HEAD^', '--', API);
      commitAll(folder, 'Bring back');
    },
  ],
  [
    'deleted and brought back with another header',
    async (folder) => {
      await rm(join(folder, API));
      commitAll(folder, 'Delete');
      await writeFiles(folder, { [API]: page('Text', 'follows: src/api.ts\ntags: a\n') });
      commitAll(folder, 'Bring back');
    },
  ],
  [
    'changed and reverted',
    async (folder) => {
      await writeFiles(folder, { [API]: page('Other text', 'follows: src/api.ts\n') });
      commitAll(folder, 'Change');
      git(folder, 'revert', '--no-edit', 'HEAD');
    },
  ],
])('words that were %s are as old as before', async (_, change) => {
  const { commit, folder, lags } = await repository(START, { 'src/api.ts': 'two' });
  await change(folder);
  expect(await lags()).toEqual({ api: 1 });

  await commit({ [API]: page('New text', 'follows: src/api.ts\n') });
  expect(await lags()).toEqual({ api: 0 });
});

test('words that are reverted together with what they follow are right again', async () => {
  const { folder, lags } = await repository(
    START,
    { 'src/other.ts': 'two' },
    {
      'src/api.ts': 'two',
      [API]: page('Other text', 'follows: src/api.ts\n'),
    },
  );
  git(folder, 'revert', '--no-edit', 'HEAD');

  expect(await lags()).toEqual({ api: 0 });
});

test.each<[string, string]>([
  ['by its name', 'link.ts'],
  ['in a folder', 'links'],
])('a symbolic link that a page follows %s is followed', async (_, follows) => {
  const { commit, folder, lags, report } = await repository({
    'lib/api.ts': 'one',
    [API]: page('Text', `follows: ${follows}\n`),
  });
  await mkdir(join(folder, 'links'));
  await symlink('lib/api.ts', join(folder, 'link.ts'));
  await symlink('../lib/api.ts', join(folder, 'links/api.ts'));
  await commit({ [API]: page('New text', `follows: ${follows}\n`) });
  expect(await lags()).toEqual({ api: 0 });

  await commit({ 'lib/api.ts': 'two' });
  expect(await lags()).toEqual({ api: 1 });
  expect((await report()).pages[0]).toMatchObject({ follows: [follows], lost: [] });
});

test('--seen notes what was seen in the header, and only later changes count', async () => {
  const { commit, folder, lags, run } = await repository(START, { 'src/api.ts': 'two' });
  expect(await run('--seen', API)).toMatchObject({ exitCode: 0 });
  const text = await readFile(join(folder, API), 'utf8');
  expect(text).toMatch(/^follows: src\/api\.ts\nfollowed: [\da-f]{12}$/m);
  expect(await lags()).toEqual({ api: 0 });

  await commit({}, 'Seen');
  await commit({ 'src/api.ts': 'three' });
  expect(await lags()).toEqual({ api: 1 });
  expect(await run('--seen', 'v1/d/none')).toMatchObject({ exitCode: 2 });
});

test('a note behind the seen blob stays, and the blob counts', async () => {
  const { commit, folder, lags, run } = await repository(
    { ...START, [API]: page('Text', 'follows: src/api.ts\nfollowed: abcdef123456 # Ann looked\n') },
    { 'src/api.ts': 'two' },
  );
  expect(await run('--seen', API)).toMatchObject({ exitCode: 0 });
  const noted = await readFile(join(folder, API), 'utf8');
  expect(noted).toMatch(/^followed: (?!abcdef123456)[\da-f]+ # Ann looked$/m);
  await commit({}, 'Seen');
  expect(await lags()).toEqual({ api: 0 });
});

test('the beginning of the id of a blob, as earlier versions noted it, is still read', async () => {
  const { commit, folder, lags } = await repository(START, { 'src/api.ts': 'two' });
  const blob = git(folder, 'rev-parse', 'HEAD:src/api.ts').slice(0, 12);
  await commit({ [API]: page('Text', `follows: src/api.ts\nfollowed: ${blob}\n`) });
  expect(await lags()).toEqual({ api: 0 });
  await commit({ 'src/api.ts': 'three' });
  expect(await lags()).toEqual({ api: 1 });
});

test.each<[string, string, readonly Files[]]>([
  [
    'a change of one file, after another one has its former text again',
    'src/api.ts, src/other.ts',
    [{ 'src/other.ts': '30' }, { 'src/api.ts': '4' }, { 'src/api.ts': '2' }],
  ],
  ['a change to the text of another file', 'src', [{ 'src/other.ts': '2' }]],
  ['a new file that is a copy', 'src/*.ts', [{ 'src/more.ts': '2' }]],
])('what was seen does not cover %s', async (_, follows, later) => {
  const { commit, lags, run } = await repository(
    { 'src/api.ts': '1', 'src/other.ts': '1', [API]: page('Text', `follows: ${follows}\n`) },
    { 'src/api.ts': '2' },
  );
  await run('--seen', API);
  await commit({}, 'Seen');
  for (const files of later) await commit(files);

  expect(await lags()).toEqual({ api: later.length });
});

test('what was seen covers the same files after other states, and after renames of pages', async () => {
  const { commit, folder, lags, run } = await repository({
    'src/api.ts': '1',
    'src/other.ts': '1',
    'docs/v1/d/o.md': page('One of the originals\n\nWith several lines'),
    [API]: page('Text', 'follows: src, docs/v1/d/o.md\n'),
  });
  git(folder, 'checkout', '--quiet', '-b', 'side');
  await commit({ 'src/other.ts': '3' });
  git(folder, 'checkout', '--quiet', 'main');
  await commit({ 'src/api.ts': '2' });
  await run('--seen', API);
  await commit({}, 'Seen');
  git(folder, 'merge', '--quiet', '--no-ff', '-m', 'Merge', 'side');
  expect(await lags()).toEqual({ api: 1 });
  git(folder, 'revert', '--no-edit', '-m', '1', 'HEAD');
  expect(await lags()).toEqual({ api: 0 });

  await runDocs(['move', 'docs/v1/d/o.md', 'docs/v1/d/p.md'], { cwd: folder });
  await commit({}, 'Move');
  expect(await lags()).toEqual({ api: 0 });
});

test('a picture that was renamed is no change of the page that shows it', async () => {
  const { commit, folder, lags } = await repository(
    {
      ...START,
      'docs/v1/d/p.png': 'picture',
      'docs/v1/d/r.png': 'another',
      [API]: page('Text\n\n![A](p.png)', 'follows: src/api.ts\n'),
    },
    { 'src/api.ts': 'two' },
  );
  await runDocs(['move', 'docs/v1/d/p.png', 'docs/v1/d/q.png'], { cwd: folder });
  await commit({}, 'Move');
  expect(await readFile(join(folder, API), 'utf8')).toContain('q.png');
  expect(await lags()).toEqual({ api: 1 });

  await commit({ [API]: page('Text\n\n![A](r.png)', 'follows: src/api.ts\n') }, 'Show another');
  expect(await lags()).toEqual({ api: 0 });
});

test('a commit that only fills samples of a page is not its own', async () => {
  const body = 'Text\n\n[//]: # (docs-snippet src/api.ts)\n\n```ts\none\n```';
  const { commit, folder, lags } = await repository(
    { 'src/api.ts': 'one\n', [API]: page(body, 'follows: src/api.ts\n') },
    { 'src/api.ts': '```\ntwo\n' },
  );
  expect(await lags()).toEqual({ api: 1 });
  await runDocs(['check', '--fix'], { cwd: folder });
  expect(await readFile(join(folder, API), 'utf8')).toContain('two');
  expect(await lags()).toEqual({ api: 1 });
  await commit({});
  expect(await lags()).toEqual({ api: 1 });
});

test('what no committed file is, is named', async () => {
  const { folder, report, run } = await repository({
    ...START,
    [API]: page('Text', 'follows: src/api.ts, src/gone.ts\n'),
  });
  expect(await report()).toMatchObject({ pages: [{ lost: ['src/gone.ts'], changes: 0 }] });
  git(folder, 'rm', '--quiet', 'src/api.ts');
  commitAll(folder, 'Remove');
  expect(await report()).toMatchObject({
    pages: [{ lost: ['src/api.ts', 'src/gone.ts'], changes: 1 }],
  });
  expect((await run()).stdout).toContain('no committed file is "src/gone.ts"');
});

test.each<[string, string]>([
  ['outside the project', '../src/api.ts'],
  ['named from the top of the disk', '/src/api.ts'],
  ['not there', 'src/apy.ts'],
  ['not clear', 'src/+(a).ts'],
])(
  'what a page follows and is %s is named by report and check, and fails a gate',
  async (_, name) => {
    const { folder, report, run } = await repository({
      ...START,
      [API]: page('Text', `follows: ${name}\n`),
      'docs/v1/d/b.md': page('Text', 'follows: src/other.ts\n'),
    });
    expect(await report()).toMatchObject({ pages: [{ lost: [name] }, { lost: [] }], lacks: null });
    expect(await run('--fail-on', 'behind')).toMatchObject({ exitCode: 1 });
    expect((await run('--fail-on', 'behind')).stderr).toContain(
      '1 page follows what no committed file is.',
    );
    const { stdout } = await runDocs(['check', '--json'], { cwd: folder });
    expect(JSON.parse(stdout).findings).toMatchObject([
      { code: 'missing-followed', file: API, line: 3 },
    ]);
  },
);

test('--seen needs a page that follows something', async () => {
  const { run } = await repository({
    ...START,
    'docs/v1/d/b.md': page('Text', 'follows:\n'),
    'docs/v1/d/c.md': page('Text', 'follows: src/gone.ts\n'),
  });
  expect(await run('--seen', 'docs/v1/d/b.md')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('"docs/v1/d/b.md" follows nothing.'),
  });
  expect(await run('--seen', 'docs/v1/d/c.md')).toMatchObject({ exitCode: 1 });
  expect(await run('--seen', 'docs/v1/d/none.md')).toMatchObject({ exitCode: 2 });
});

test('a folder without history is an error', async () => {
  const folder = await temporaryFolder({ 'docs-cli.config.yml': CONFIG, ...START });
  expect(await runDocs(['report', '--behind'], { cwd: folder })).toMatchObject({ exitCode: 1 });
});

test('a project may be a folder of its repository, and what it follows may be renamed', async () => {
  const folder = await temporaryFolder({
    'other/api.ts': 'one',
    'sub/docs-cli.config.yml': CONFIG,
    'sub/src/api.ts': 'a long line\nand another one\n',
    [`sub/${API}`]: page('Text', 'follows: src\n'),
  });
  commitAll(folder);
  await writeFiles(folder, {
    'sub/src/api.ts': 'a long line\nand another two\n',
    'other/api.ts': 'two',
  });
  commitAll(folder, 'Two');
  git(folder, 'mv', 'sub/src/api.ts', 'sub/src/calls.ts');
  commitAll(folder, 'Rename');
  const { stdout } = await runDocs(['report', '--behind', '--json'], { cwd: join(folder, 'sub') });

  expect(JSON.parse(stdout)).toMatchObject({
    pages: [{ changes: 2, newest: [{ subject: 'Rename' }, { subject: 'Two' }], lost: [] }],
  });
});

test('a shallow clone is told, and fails a gate', async () => {
  const { folder } = await repository(START, { 'src/api.ts': 'two' });
  const clone = await temporaryFolder({});
  git(clone, 'clone', '--quiet', '--depth', '1', `file://${folder}`, 'clone');
  const run = (...argv: string[]) =>
    runDocs(['report', '--behind', ...argv], { cwd: join(clone, 'clone') });
  expect((await run()).stderr).toContain('This clone is shallow');
  expect(JSON.parse((await run('--json')).stdout)).toMatchObject({ behind: 0, lacks: 'commits' });
  expect(await run('--fail-on', 'behind')).toMatchObject({ exitCode: 1 });
});

test('Markdown and annotations name the pages', async () => {
  const { run } = await repository(START, { 'src/api.ts': 'two' });
  expect((await run('--format', 'github')).stdout).toContain(`::warning file=${API},line=1`);
  expect((await run('--format', 'markdown')).stdout).toContain('1 of 1 page behind');
});

test('translations are pairs of pages by path: done, behind, missing, alone', async () => {
  const en = 'docs/v1/en';
  const { commit, folder, report, run } = await repository(
    {
      'docs-cli.config.yml': `${CONFIG}translations:\n  - of: ${en}\n    in: [docs/v1/de, ./docs/v1/fr/]\n`,
      [`${en}/a.md`]: page('One [b](b.md)'),
      [`${en}/b.md`]: page('One'),
      'docs/v1/de/a.md': page('Eins'),
      'docs/v1/de/b.md': page('Eins'),
      'docs/v1/fr/a.md': page('Un'),
      'docs/v1/fr/c.md': page('Seul'),
    },
    { [`${en}/a.md`]: page('One [b](c.md)') },
    { [`${en}/b.md`]: page('Two') },
  );
  expect((await report()).translations).toMatchObject([
    { path: 'a.md', in: [{ state: 'done' }, { state: 'done' }] },
    { path: 'b.md', in: [{ state: 'behind', changes: 1 }, { state: 'missing' }] },
    { path: 'c.md', original: null, in: [{ state: 'missing' }, { state: 'alone' }] },
  ]);
  const { stdout } = await run();
  const told = stdout.replaceAll(/\b[\da-f]{7}\b/g, 'abc1234').replace(/since .*/, 'since then');
  await expect(told).toMatchFileSnapshot('../../golden/report-behind.txt');
  expect((await run('--format', 'markdown')).stdout).toContain(
    '\n\n| docs/v1/en | de | fr |\n| --- | --- | --- |\n| b.md | 1 behind | missing |\n| c.md (no original) | missing | alone |\n',
  );
  expect(await run('--seen', 'docs/v1/de/b.md')).toMatchObject({ exitCode: 0 });
  await commit({}, 'Seen');
  expect((await report()).translations[1]).toMatchObject({ in: [{ state: 'done' }, {}] });
  expect(await readFile(join(folder, 'docs/v1/de/b.md'), 'utf8')).toContain('followed: ');
});

test('Markdown has translations that are missing if no page is behind, and is empty if all are done', async () => {
  const en = 'docs/v1/en';
  const { commit, run } = await repository({
    'docs-cli.config.yml': `${CONFIG}translations:\n  - of: ${en}\n    in: [docs/v1/de]\n`,
    [`${en}/a.md`]: page('One'),
    [`${en}/b.md`]: page('One'),
    'docs/v1/de/a.md': page('Eins'),
  });
  expect((await run('--format', 'markdown')).stdout).toBe(
    '### docs report: 0 of 1 page behind\n\n| docs/v1/en | de |\n| --- | --- |\n| b.md | missing |\n',
  );
  await commit({ 'docs/v1/de/b.md': page('Eins') });
  expect((await run('--format', 'markdown')).stdout).toBe('');
});

test('if all translations are missing, the report does not say that no page follows anything', async () => {
  const en = 'docs/v1/en';
  const { run } = await repository({
    'docs-cli.config.yml': `${CONFIG}translations:\n  - of: ${en}\n    in: [docs/v1/de]\n`,
    [`${en}/a.md`]: page('One'),
    'docs/v1/de/readme.txt': 'Nothing yet',
  });
  const { stdout } = await run();
  expect(stdout).toContain('a.md        missing');
  expect(stdout).toContain('Behind what they follow: 0 of 0 pages');
});

test('a translation whose original has moved and is not committed is neither done nor gone', async () => {
  const en = 'docs/v1/en';
  const { folder, report } = await repository(
    {
      'docs-cli.config.yml': `${CONFIG}translations:\n  - of: ${en}\n    in: [docs/v1/de]\n`,
      [`${en}/a.md`]: page('One text'),
      'docs/v1/de/a.md': page('Ein Text'),
    },
    { [`${en}/a.md`]: page('Two text') },
  );
  for (const each of [en, 'docs/v1/de']) {
    await runDocs(['move', `${each}/a.md`, `${each}/b.md`], { cwd: folder });
  }
  expect((await report()).translations).toMatchObject([
    { path: 'b.md', in: [{ state: 'uncommitted' }] },
  ]);
  commitAll(folder, 'Move');
  expect((await report()).translations).toMatchObject([
    { path: 'b.md', in: [{ state: 'behind', changes: 1 }] },
  ]);
});

test('the keys stay in files: nothing is sent of them, and the check knows them', async () => {
  const world = await openWorld({
    'docs-cli.config.yml': CONFIG,
    'src/api.ts': 'one',
    [API]: page('Text', 'follows: src/api.ts\nfollowed: 0123456789ab\n'),
  });
  await world.run('push', '--yes');
  expect((await world.page('v1/d/api'))?.draft).toBe('Text');
  expect(await world.run('check', '--max-warnings', '0')).toMatchObject({ exitCode: 0 });
  expect((await world.run('push', '--yes')).stdout).not.toContain('update');
});

test('options of --behind need it', async () => {
  const { folder } = await repository(START);
  for (const option of [
    ['--seen', API],
    ['--fail-on', 'behind'],
    ['--format', 'github'],
  ]) {
    expect(await runDocs(['report', ...option], { cwd: folder })).toMatchObject({ exitCode: 2 });
  }
});
