// Slow: each row makes a git history of its own.
/** `docs push --prune` deletes a page only if a commit removed its file, or if it is named. */
import { execFileSync } from 'node:child_process';
import { appendFile, mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commitAll, git } from '../../support/git.ts';
import { openWorld, type World } from '../../support/world.ts';

const GUIDE = 'docs/v1.0/guide';
const KEY = 'v1.0/guide/old';
const OLD = `${GUIDE}/old.md`;
const LOCK = 'docs-cli.lock';
const CONFIG = 'content:\n  - path: docs\n';

const page = (title: string): string => `---\ntitle: ${title}\n---\n\nAbout ${title}.\n`;

const PARAGRAPHS = Array.from({ length: 12 }, (_, n) => `Paragraph ${n} of the page on devices.`);
const long = (word: string): string =>
  `---\ntitle: Interfaces\n---\n\n${[word, ...PARAGRAPHS].join('\n\n')}\n`;

const FILES = {
  'docs-cli.config.yml': CONFIG,
  [`${GUIDE}/intro.md`]: page('Intro'),
  [OLD]: long('Old'),
  [`${GUIDE}/setup.md`]: page('Setup'),
  // Another page of this title, as in real projects.
  [`${GUIDE}/usage.md`]: page('Interfaces'),
};

/** Pages that were pushed, and committed with the lock. */
async function openCommitted(): Promise<World> {
  const world = await openWorld(FILES, { api: '2026' });
  expect(await world.run('push', '--publish', '--yes')).toMatchObject({ exitCode: 0 });
  commitAll(world.folder, 'First');
  return world;
}

async function prune(world: World, ...names: readonly string[]) {
  const run = await world.run('push', '--prune', '--yes', '--json', ...names);
  return { ...run, plan: run.stdout === '' ? [] : JSON.parse(run.stdout).plan };
}

const isThere = async (world: World, slug = 'old'): Promise<boolean> =>
  (await world.page(`v1.0/guide/${slug}`)) !== undefined;

async function removeCommitted(world: World): Promise<void> {
  await world.remove(OLD);
  commitAll(world.folder, 'Remove');
}

async function move(world: World, from: string, to: string): Promise<void> {
  await mkdir(dirname(join(world.folder, to)), { recursive: true });
  await rename(join(world.folder, from), join(world.folder, to));
}

const NOT_REMOVED = 'no commit removed its file';

describe('the page of a file that a commit removed', () => {
  test.each([
    ['last', async () => undefined],
    [
      'some commits ago, in a lock that was written since',
      async (world: World) => {
        await world.write({ [`${GUIDE}/intro.md`]: page('Introduction') });
        expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 0 });
        commitAll(world.folder, 'Edit');
      },
    ],
    [
      'on a branch that was merged',
      async (world: World) => {
        git(world.folder, 'checkout', '--quiet', '-b', 'other', 'HEAD~1');
        await world.write({ 'notes.txt': 'Notes' });
        commitAll(world.folder, 'Edit');
        git(world.folder, 'merge', '--quiet', '-m', 'Merge', 'main');
      },
    ],
  ])('is deleted: %s', async (_, later) => {
    const world = await openCommitted();
    await removeCommitted(world);
    await later(world);

    const status = await world.run('status');
    expect(status.stdout).toContain('docs push --prune deletes them');
    expect(await prune(world)).toMatchObject({ exitCode: 0, plan: [{ kind: 'delete', key: KEY }] });
    expect(await isThere(world)).toBe(false);
  });

  test('is deleted where the slug is in the header of the file', async () => {
    const mapped = 'content:\n  - path: manual\n    version: v1.0\n    documentation: guide\n';
    const world = await openWorld({
      'docs-cli.config.yml': mapped,
      'manual/01-first.md': '---\ntitle: Old\nslug: old\n---\n\nAbout.\n',
      'manual/old.md': '---\ntitle: Intro\nslug: intro\n---\n\nAbout.\n',
    });
    await world.run('push', '--yes');
    commitAll(world.folder);
    await world.remove('manual/01-first.md');
    commitAll(world.folder, 'Remove');

    expect(await prune(world)).toMatchObject({ exitCode: 0, plan: [{ kind: 'delete', key: KEY }] });
  });
});

/** Git ends with an error where a person has to go on. */
function expectConflict(run: () => unknown): void {
  try {
    run();
  } catch {
    return;
  }
  throw new Error('git finished');
}

/** What happens to the file, and why its page stays. */
const STAYS: readonly (readonly [string, (world: World) => Promise<void>, string])[] = [
  ['the file is gone, and no commit says so', (world) => world.remove(OLD), NOT_REMOVED],
  [
    'the configuration leaves its file out',
    async (world) => {
      await world.write({ 'docs-cli.config.yml': `${CONFIG}    exclude: ['**/old.md']\n` });
      commitAll(world.folder, 'Exclude');
    },
    NOT_REMOVED,
  ],
  [
    'the configuration looks elsewhere',
    async (world) => {
      await world.write({
        'docs-cli.config.yml':
          'content:\n  - path: other\n    version: v1.0\n    documentation: guide\n',
        ...Object.fromEntries(
          ['intro', 'setup', 'usage'].map((slug) => [`other/${slug}.md`, page(slug)]),
        ),
      });
      commitAll(world.folder, 'Move');
    },
    NOT_REMOVED,
  ],
  ...[
    ['../other/old.md', 'its file became v1.0/other/old'],
    ['../../v3.0/guide/old.md', 'its file became v3.0/guide/old'],
    ['setup/intro.md'],
    ['../../../notes/old.md'],
    ['old.mdx'],
    ['_old.md'],
  ].map(
    ([to = '', kept = NOT_REMOVED]) =>
      [
        `its file is ${to} now`,
        async (world: World) => {
          await move(world, OLD, join(GUIDE, to));
          commitAll(world.folder, 'Rename');
        },
        kept,
      ] as const,
  ),
  [
    'its file was moved and rewritten, and the moved one is removed without a commit',
    async (world) => {
      await world.remove(OLD);
      await world.write({ [`${GUIDE}/deep/old.md`]: page('Another text') });
      commitAll(world.folder, 'Move');
      await world.remove(`${GUIDE}/deep/old.md`);
    },
    `${GUIDE}/deep/old.md is its file in the last commit`,
  ],
  [
    'only another branch has its file',
    async (world) => {
      git(world.folder, 'checkout', '--quiet', '-b', 'feature');
      await world.write({ [`${GUIDE}/fresh.md`]: page('Fresh') });
      expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 0 });
      const lock = await world.read(LOCK);
      commitAll(world.folder, 'Fresh');
      git(world.folder, 'checkout', '--quiet', 'main');
      await world.write({ [LOCK]: lock });
    },
    NOT_REMOVED,
  ],
  [
    'its file is stashed',
    async (world) => {
      await world.write({ [`${GUIDE}/fresh.md`]: page('Fresh') });
      git(world.folder, 'add', GUIDE);
      expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 0 });
      git(world.folder, 'stash', '--quiet', '--', GUIDE);
    },
    NOT_REMOVED,
  ],
  [
    'docs page push made it',
    async (world) => {
      const stdin = page('Made');
      const argv = ['page', 'push', '-', '--in', 'v1.0/guide', '--slug', 'made', '--yes'];
      expect(await world.runAs({ stdin }, ...argv)).toMatchObject({ exitCode: 0 });
      commitAll(world.folder, 'Made');
    },
    NOT_REMOVED,
  ],
  [
    'docs page push made it again after its file was removed',
    async (world) => {
      await removeCommitted(world);
      expect(await prune(world)).toMatchObject({ exitCode: 0 });
      commitAll(world.folder, 'Prune');
      const argv = ['page', 'push', '-', '--in', 'v1.0/guide', '--slug', 'old', '--yes'];
      expect(await world.runAs({ stdin: page('Old') }, ...argv)).toMatchObject({ exitCode: 0 });
      commitAll(world.folder, 'Made');
    },
    'the lock in git did not have it when its file was removed',
  ],
  [
    'an untracked file has the name of its file',
    async (world) => {
      await removeCommitted(world);
      await world.write({ 'notes/Old.md': long('Old') });
    },
    'notes/Old.md is not in git, and may be its file',
  ],
  [
    'an ignored file has the name of its file',
    async (world) => {
      await removeCommitted(world);
      await world.write({ '.gitignore': 'notes/\n', 'notes/old.md': page('Old') });
    },
    'notes/old.md is not in git, and may be its file',
  ],
  [
    'a sparse checkout leaves its file out',
    async ({ folder }) => void git(folder, 'sparse-checkout', 'set', '--no-cone', '/*', `!/${OLD}`),
    `${OLD} is left out of this checkout or marked as unchanged, and may be its file`,
  ],
  [
    'a sparse checkout leaves out what has replaced its file',
    async (world) => {
      await removeCommitted(world);
      await world.write({ [`${GUIDE}/intro/old.md`]: page('Back again') });
      commitAll(world.folder, 'Back');
      git(world.folder, 'sparse-checkout', 'set', '--no-cone', '/*', `!/${GUIDE}/intro/`);
    },
    `${GUIDE}/intro/old.md is left out of this checkout or marked as unchanged, and may be its file`,
  ],
  [
    'its file is assumed to be unchanged',
    async (world) => {
      git(world.folder, 'update-index', '--assume-unchanged', OLD);
      await world.remove(OLD);
    },
    `${OLD} is left out of this checkout or marked as unchanged, and may be its file`,
  ],
  [
    'the file of a page below it is there',
    async (world) => {
      await world.write({ [`${GUIDE}/old/more.md`]: page('More') });
      expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 0 });
      commitAll(world.folder, 'More');
      await removeCommitted(world);
    },
    `${GUIDE}/old/more.md is below it`,
  ],
  ...[
    ['merge', ['merge', 'theirs']],
    ['cherry-pick', ['cherry-pick', 'theirs']],
    ['rebase', ['rebase', 'theirs']],
  ].map(
    ([what, argv]) =>
      [
        `a ${what as string} is not finished`,
        async (world: World) => {
          git(world.folder, 'checkout', '--quiet', '-b', 'theirs');
          await appendFile(join(world.folder, OLD), 'Theirs.\n');
          commitAll(world.folder, 'Theirs');
          git(world.folder, 'checkout', '--quiet', 'main');
          await appendFile(join(world.folder, OLD), 'Ours.\n');
          commitAll(world.folder, 'Ours');
          expectConflict(() => git(world.folder, ...(argv as string[])));
          await world.remove(OLD);
        },
        NOT_REMOVED,
      ] as const,
  ),
];

test.each(STAYS)('a page stays if %s, in each push', async (_, happen, kept) => {
  const world = await openCommitted();
  await happen(world);
  const before = (await world.platform.admin.pages()).map(({ id }) => id);

  const status = JSON.parse((await world.run('status', '--json')).stdout);
  const orphans = status.plan.filter(({ kind }: { readonly kind: string }) => kind === 'orphan');
  expect(orphans).toContainEqual(expect.objectContaining({ kept }));
  await prune(world);
  const { plan } = await prune(world);

  expect(plan).toContainEqual(orphans[0]);
  const after = (await world.platform.admin.pages()).map(({ id }) => id);
  expect(after).toEqual(expect.arrayContaining(before));
});

test.each(['z', 'Old'])('the page of a file that is %s.md now, and edited, stays', async (name) => {
  const world = await openCommitted();
  const id = (await world.page(KEY))?.id;
  await move(world, OLD, `${GUIDE}/${name}.md`);
  await world.write({ [`${GUIDE}/${name}.md`]: long('Newer') });
  commitAll(world.folder, 'Rename and edit');

  for (const message of ['Push', 'Push again']) {
    expect(await world.run('push', '--prune', '--publish', '--yes')).toMatchObject({ exitCode: 0 });
    commitAll(world.folder, message);
  }

  expect((await world.platform.admin.pages()).map((each) => each.id)).toContain(id);
});

test('a shallow clone that hides the commit deletes nothing, and says what to fetch', async () => {
  const world = await openCommitted();
  await removeCommitted(world);
  await world.write({ [`${GUIDE}/intro.md`]: page('Introduction') });
  commitAll(world.folder, 'Change');
  const clone = join(world.folder, 'clone');
  const from = `file://${world.folder}`;
  execFileSync('git', ['clone', '--quiet', '--depth=1', from, clone], { stdio: 'pipe' });

  const run = await world.runAs({ cwd: clone }, 'push', '--prune', '--yes', '--json');

  expect(JSON.parse(run.stdout).plan).toContainEqual(
    expect.objectContaining({ kind: 'orphan', kept: expect.stringContaining('fetch-depth: 0') }),
  );
  expect(await isThere(world)).toBe(true);
});

describe('without git', () => {
  test('a page without a file stays, and the plan says how to delete it', async () => {
    const world = await openWorld(FILES, { api: '2026' });
    await world.run('push', '--publish', '--yes');
    await world.remove(OLD);

    const run = await world.run('push', '--prune', '--yes');

    expect(run).toMatchObject({ exitCode: 0 });
    expect(run.stderr).toContain('1 page without a file stays\n');
    expect(run.stderr).toContain(`- ${KEY}  ${NOT_REMOVED}\n`);
    expect(run.stderr).toContain(`To delete it: docs push --prune ${KEY}\n`);
    expect(await isThere(world)).toBe(true);
  });

  test('a page that is named is deleted, also with the file of a page below it', async () => {
    const below = `${GUIDE}/old/more.md`;
    const world = await openWorld({ ...FILES, [below]: page('More') }, { api: '2026' });
    await world.run('push', '--publish', '--yes');
    await world.remove(OLD);

    const all = await world.run('push', '--prune', '--yes');
    expect(all.stderr).toContain(`${below} is below it`);
    expect(all.stderr).toContain(`To delete it: docs push --prune ${KEY}\n`);
    expect(await world.run('push', '--prune', '--yes', KEY)).toMatchObject({ exitCode: 0 });
    expect(await isThere(world)).toBe(false);
  });

  test.each(['key', 'id'])('a page that is named by its %s is deleted', async (name) => {
    const world = await openWorld(FILES, { api: '2026' });
    await world.run('push', '--publish', '--yes');
    const id = (await world.page(KEY))?.id;
    await world.remove(OLD);

    const run = await prune(world, name === 'id' ? String(id) : KEY);

    expect(run).toMatchObject({ exitCode: 0, plan: [{ kind: 'delete', key: KEY }] });
    expect(await isThere(world)).toBe(false);
  });

  test('a page that is named by the key from before its file was renamed is in the plan', async () => {
    const world = await openCommitted();
    git(world.folder, 'mv', OLD, `${GUIDE}/new.md`);

    const status = await world.run('status', KEY);
    expect(status.stdout).toContain('v1.0/guide/new  slug');
    expect(await prune(world, KEY)).toMatchObject({
      exitCode: 0,
      plan: [{ kind: 'update', key: 'v1.0/guide/new', fields: ['slug'] }],
    });
  });

  test('a documentation that is named does not name its pages', async () => {
    const world = await openWorld(FILES, { api: '2026' });
    await world.run('push', '--publish', '--yes');
    await world.remove(OLD);

    expect((await prune(world, 'v1.0/guide')).plan).toMatchObject([
      { kind: 'orphan', kept: NOT_REMOVED },
    ]);
    expect(await isThere(world)).toBe(true);
  });
});
