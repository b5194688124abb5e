/** `docs push --prune` in a git repository: only a file that the branch had and that was removed is gone. */
import { execFileSync } from 'node:child_process';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { git } from '../support/git.ts';
import { openWorld, type World } from '../support/world.ts';

const GUIDE = 'docs/v1.0/guide';
const OLD = `${GUIDE}/old.md`;
const LOCK = 'docs-cli.lock.json';

const page = (title: string): string => `---\ntitle: ${title}\n---\n\nAbout ${title}.\n`;

const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  '.gitignore': `${LOCK}\n.docs-cli/\n`,
  [`${GUIDE}/intro.md`]: page('Intro'),
  [OLD]: page('Old'),
  [`${GUIDE}/setup.md`]: page('Setup'),
  [`${GUIDE}/usage.md`]: page('Usage'),
};

/** Pages that were committed and pushed; the lock is not in git. */
async function openCommitted(): Promise<World> {
  const world = await openWorld(FILES, { api: '2026' });
  git(world.folder, 'init', '--quiet', '--initial-branch=main');
  commit(world, 'First');
  expect(await world.run('push', '--publish', '--yes')).toMatchObject({ exitCode: 0 });
  return world;
}

function commit({ folder }: World, message: string): void {
  git(folder, 'add', '-A');
  git(folder, 'commit', '--quiet', '-m', message);
}

async function prune(world: World) {
  const run = await world.run('push', '--prune', '--yes', '--json');
  return { ...run, plan: run.stdout === '' ? [] : JSON.parse(run.stdout).plan };
}

const isThere = async (world: World, slug = 'old'): Promise<boolean> =>
  (await world.page(`v1.0/guide/${slug}`)) !== undefined;

test.each(['in the last commit', 'and is not committed', 'some commits ago'])(
  'deletes a page whose file was removed %s',
  async (when) => {
    const world = await openCommitted();
    await world.remove(OLD);
    if (!when.includes('not')) commit(world, 'Remove');
    if (when.includes('some')) {
      await world.remove(`${GUIDE}/setup.md`);
      commit(world, 'Remove more');
    }

    expect(await prune(world)).toMatchObject({ exitCode: 0 });

    expect(await isThere(world)).toBe(false);
  },
);

const left = `its file, ${OLD}, is left out of this checkout`;

test.each([
  ['a sparse checkout leaves out', ['sparse-checkout', 'set', '--no-cone', '/*', `!/${OLD}`]],
  ['is marked to be skipped', ['update-index', '--skip-worktree', OLD]],
  ['is assumed to be unchanged', ['update-index', '--assume-unchanged', OLD]],
])('keeps a page whose file %s', async (_, argv) => {
  const world = await openCommitted();
  git(world.folder, ...argv);
  if (await world.exists(OLD)) await world.remove(OLD);

  const { plan } = await prune(world);

  expect(plan).toMatchObject([{ kind: 'orphan', key: 'v1.0/guide/old', kept: left }]);
  expect(await isThere(world)).toBe(true);
});

test('keeps all pages while a file that the lock does not have is left out', async () => {
  const world = await openCommitted();
  git(world.folder, 'mv', OLD, `${GUIDE}/renamed.md`);
  commit(world, 'Rename');
  git(world.folder, 'sparse-checkout', 'set', '--no-cone', '/*', `!/${GUIDE}/renamed.md`);

  const { plan } = await prune(world);

  expect(plan).toMatchObject([
    { kept: `${GUIDE}/renamed.md is left out of this checkout, and may be its file` },
  ]);
  expect(await isThere(world)).toBe(true);
});

test('keeps a page whose file only another branch has', async () => {
  const world = await openCommitted();
  git(world.folder, 'checkout', '--quiet', '-b', 'feature');
  await world.write({ [`${GUIDE}/fresh.md`]: page('Fresh') });
  commit(world, 'Fresh');
  expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 0 });
  git(world.folder, 'checkout', '--quiet', 'main');

  const { plan } = await prune(world);

  expect(plan).toMatchObject([
    { kind: 'orphan', kept: 'no known commit on this branch had its file' },
  ]);
  expect(await isThere(world, 'fresh')).toBe(true);
});

test('keeps a page whose file is stashed', async () => {
  const world = await openCommitted();
  await world.write({ [`${GUIDE}/fresh.md`]: page('Fresh') });
  expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 0 });
  git(world.folder, 'stash', '--quiet', '--include-untracked');

  expect((await prune(world)).plan).toMatchObject([{ kind: 'orphan' }]);
  expect(await isThere(world, 'fresh')).toBe(true);
});

test('keeps a page in a shallow clone that does not tell, and says so', async () => {
  const world = await openCommitted();
  await world.remove(OLD);
  commit(world, 'Remove');
  await world.write({ [`${GUIDE}/intro.md`]: page('Intro').replace('About', 'All about') });
  commit(world, 'Change');
  const lock = await world.read(LOCK);
  const clone = join(world.folder, 'clone');
  const from = `file://${world.folder}`;
  execFileSync('git', ['clone', '--quiet', '--depth=1', from, clone], { stdio: 'pipe' });
  await world.write({ [`clone/${LOCK}`]: lock });

  const run = await world.runAs({ cwd: clone }, 'push', '--prune', '--yes', '--json');

  const { plan } = JSON.parse(run.stdout);
  expect(plan[1]).toMatchObject({ kind: 'orphan', kept: expect.stringContaining('fetch-depth') });
  expect(await isThere(world)).toBe(true);
});

test.each([
  ['merge', ['merge', 'theirs']],
  ['cherry-pick', ['cherry-pick', 'theirs']],
  ['rebase', ['rebase', 'theirs']],
])('refuses while a %s is not finished', async (what, argv) => {
  const world = await openCommitted();
  git(world.folder, 'checkout', '--quiet', '-b', 'theirs');
  await appendFile(join(world.folder, OLD), 'Theirs.\n');
  commit(world, 'Theirs');
  git(world.folder, 'checkout', '--quiet', 'main');
  await appendFile(join(world.folder, OLD), 'Ours.\n');
  commit(world, 'Ours');
  expect(() => git(world.folder, ...argv)).toThrow('Command failed');
  await world.remove(OLD);

  const run = await world.run('push', '--prune', '--yes');

  expect(run).toMatchObject({ exitCode: 5, stdout: '' });
  expect(run.stderr).toContain(`A git ${what} is not finished`);
  expect(await isThere(world)).toBe(true);
});
