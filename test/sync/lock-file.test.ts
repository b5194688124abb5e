import { lstat, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { FilePath } from '../../src/model/ids.ts';
import { lockFileOf } from '../../src/model/project.ts';
import { apply } from '../../src/sync/run/apply.ts';
import { DEFAULT_OPTIONS } from '../../src/sync/run-options.ts';
import { prepare } from '../../src/sync/run/prepare.ts';
import { stand, type Between } from '../support/acting-proxy.ts';
import { openWorkbench, pageFile } from './workbench.ts';

const LOCK = 'docs-cli.lock';
const FILE = 'docs/v1/guide/a.md';

test('the lock is one per profile, at the root of the project', () => {
  expect([lockFileOf(null), lockFileOf('staging')]).toEqual([LOCK, 'docs-cli.staging.lock']);
});

test.each([
  ['as it is written', (later: string) => later],
  [
    'on one side of a merge conflict',
    (later: string, ours: string) => `<<<<<<< ours\n${ours}=======\n${later}>>>>>>> theirs\n`,
  ],
])('a lock of a later release, %s, is refused and left as it is', async (_, of) => {
  const bench = await openWorkbench({ [FILE]: pageFile('a', 'Of a.\n') });
  await bench.push();
  const ours = await readFile(join(bench.folder, LOCK), 'utf8');
  const later = of(ours.replace('"docs-cli-lock":1', '"docs-cli-lock":2'), ours);
  await bench.write({ [LOCK]: later, [FILE]: pageFile('a', 'Edited.\n') });

  await expect(bench.push()).rejects.toMatchObject({
    code: 'config',
    message: `${LOCK} was written by a later docs.`,
    hint: 'Update docs',
  });
  expect(await readFile(join(bench.folder, LOCK), 'utf8')).toBe(later);
});

test.each([
  [LOCK, 'docs-cli.lock.json'],
  ['docs-cli.staging.lock', 'docs-cli.lock.staging.json'],
])(
  '%s: a warning names the lock of an earlier version until there is a lock',
  async (lockFile, former) => {
    const bench = await openWorkbench({
      [FILE]: pageFile('a', 'Of a.\n'),
      [former]: '{\n"docs-cli-lock": 2,\n"pages": {\n"": null}\n}\n',
    });
    const deps = {
      ...bench.deps,
      project: { ...bench.deps.project, lockFile: lockFile as FilePath },
    };
    const prepared = () => prepare(deps, { ...DEFAULT_OPTIONS, workingFolder: bench.folder });

    expect((await prepared()).warnings).toEqual([
      `${former} is no longer read: the pages are looked for on the platform once. Delete it`,
    ]);
    await apply(await prepared(), deps);
    expect((await prepared()).warnings).toEqual([]);
  },
);

test('a push without changes, or of pages that are all refused, does not touch the lock', async () => {
  const between: Between = {};
  const bench = await openWorkbench(
    { [FILE]: pageFile('a', 'Of a.\n') },
    { baseUrl: ({ baseUrl }) => stand(baseUrl, between) },
  );
  await bench.push();
  const idOfFile = async () => (await lstat(join(bench.folder, LOCK))).ino;
  const first = await idOfFile();
  expect((await bench.push()).requests).toEqual({ listAll: 1 });
  expect(await idOfFile()).toBe(first);

  between.before = async ({ method }) => (method === 'PUT' ? { status: 400 } : undefined);
  await bench.write({ [FILE]: pageFile('a', 'Edited.\n') });
  // The look at the page proves its date.
  await bench.push();
  const proven = await idOfFile();
  expect((await bench.push()).outcome.failed).toHaveLength(1);
  expect(await idOfFile()).toBe(proven);
});

test.each([
  ['a shell’s start-up file', 'alias ll="ls -l"\nexport PATH\n'],
  ['JSON of something else', '{\n  "name": "docs"\n}\n'],
  ['an empty object', '{}'],
  ['the lock that earlier versions wrote', '{\n"docs-cli-lock": 2,\n"pages": {\n"": null}\n}\n'],
])('%s in place of the lock is refused, and left as it is', async (_, text) => {
  const bench = await openWorkbench({ [FILE]: pageFile('a', 'Of a.\n'), [LOCK]: text });
  await expect(bench.push()).rejects.toMatchObject({
    code: 'config',
    message: 'docs-cli.lock is not a lock file: none of its lines is valid.',
  });
  expect(await readFile(join(bench.folder, LOCK), 'utf8')).toBe(text);
  expect((await bench.pages()).size).toBe(0);
});

test('an empty file in place of the lock counts as no lock', async () => {
  const bench = await openWorkbench({ [FILE]: pageFile('a', 'Of a.\n'), [LOCK]: '\n' });
  expect((await bench.push()).outcome.applied).toHaveLength(1);
  expect((await bench.lock()).pages.size).toBe(1);
});

test('a lock in which each line is in conflict with itself is still a lock, and a push that has something to record writes it whole', async () => {
  const bench = await openWorkbench({ [FILE]: pageFile('a', 'Of a.\n') });
  await bench.push();
  const ours = await readFile(join(bench.folder, LOCK), 'utf8');
  await bench.write({ [LOCK]: `<<<<<<< ours\n${ours}=======\n${ours}>>>>>>> theirs\n` });
  expect((await bench.prepare()).plan.changes).toEqual([]);
  await bench.write({ [FILE]: pageFile('a', 'Of a, edited.\n') });
  await bench.push();
  expect(await readFile(join(bench.folder, LOCK), 'utf8')).not.toContain('<<<');
});

test.each([
  [
    'the marks of a conflict',
    (ours: string, theirs: string) => `<<<<<<< ours\n${ours}\n=======\n${theirs}\n>>>>>>> theirs`,
  ],
  ['both lines', (ours: string, theirs: string) => `${ours}\n${theirs}`],
  ['both lines, the newer one first', (ours: string, theirs: string) => `${theirs}\n${ours}`],
])(
  'a page of which a merge left %s in the lock is not made again, whatever became of it',
  async (_, merged) => {
    const bench = await openWorkbench({ [FILE]: pageFile('a', 'Of a.\n') });
    await bench.push();
    const ours = await readFile(join(bench.folder, LOCK), 'utf8');
    await bench.write({ [FILE]: pageFile('a', 'Of a, edited.\n') });
    await bench.push();
    const theirs = await readFile(join(bench.folder, LOCK), 'utf8');
    const [head = '', line = ''] = ours.split('\n');
    await bench.write({ [LOCK]: `${head}\n${merged(line, theirs.split('\n')[1] ?? '')}\n` });
    const [made] = (await bench.pages()).values();
    await bench.platform.admin
      .editor()
      .edit(made?.id ?? 0, { title: 'Other', slug: 'other', content: 'Theirs.' });
    await expect(bench.push()).rejects.toMatchObject({ code: 'conflict' });
    expect([...(await bench.pages()).values()]).toHaveLength(1);
  },
);

test('a lock that is a symbolic link is refused and not replaced, even if it stays in the project', async () => {
  const bench = await openWorkbench({ [FILE]: pageFile('a', 'Of a.\n') });
  await bench.push();
  const path = join(bench.folder, LOCK);
  const ours = await readFile(path, 'utf8');
  await bench.write({ 'lock.json': ours, [FILE]: pageFile('a', 'Edited.\n') });
  await rm(path);
  await symlink('lock.json', path);
  await expect(bench.push()).rejects.toMatchObject({
    code: 'config',
    message: '"docs-cli.lock" is a symbolic link, but docs keeps its state there.',
  });
  expect((await lstat(path)).isSymbolicLink()).toBe(true);
  expect(await readFile(join(bench.folder, 'lock.json'), 'utf8')).toBe(ours);
});
