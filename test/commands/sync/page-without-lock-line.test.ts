/** A page is found by its text if its lock line is unusable and its file says another slug. */
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commitAll, git } from '../../support/git.ts';
import { openWorld, type World } from '../../support/world.ts';

const GUIDE = 'docs/v1.0/guide';
const LOCK = 'docs-cli.lock';

const page = (title: string, text: string): string => `---\ntitle: ${title}\n---\n\n${text}\n`;

const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  [`${GUIDE}/alpha.md`]: page('Alpha', 'About alpha.'),
  [`${GUIDE}/gamma.md`]: page('Gamma', 'About gamma.'),
};
const BETA = {
  [`${GUIDE}/beta.md`]: page('Beta', 'About *beta*, see [alpha](alpha.md).\n\n* one\n* two'),
};

interface Planned {
  readonly exitCode: number;
  readonly changes: readonly string[];
}

async function run(world: World, ...argv: string[]): Promise<Planned> {
  const flags = argv.includes('status') ? ['--json'] : ['--yes', '--json'];
  const { exitCode, stdout } = await world.run(...argv, ...flags);
  const { plan = [] } = JSON.parse(stdout || '{}') as {
    plan?: { kind: string; key: string; fields?: string[] }[];
  };
  const changes = plan.map(({ kind, key, fields }) =>
    [kind, key, fields?.join('+')].join(' ').trim(),
  );
  return { exitCode, changes };
}

const push = (world: World, ...flags: string[]): Promise<Planned> =>
  run(world, 'push', '--publish', ...flags);

/** By slug. */
async function idsOf(world: World): Promise<Record<string, number>> {
  const pages = await world.platform.admin.pages();
  return Object.fromEntries(pages.map(({ slug, id }) => [slug, id]));
}

async function forget(world: World): Promise<void> {
  await rm(join(world.folder, LOCK), { force: true });
  await rm(join(world.folder, '.docs-cli'), { recursive: true, force: true });
}

const moveFile = (world: World): Promise<void> =>
  rename(join(world.folder, GUIDE, 'beta.md'), join(world.folder, GUIDE, 'second.md'));

/** What gives the file another slug than the page has. */
const APART: readonly (readonly [string, (world: World) => Promise<void>])[] = [
  [
    'an editor gave the page another slug',
    async (world) => {
      const found = await world.page('v1.0/guide/beta');
      await world.platform.admin.editor().edit(found?.id ?? 0, { slug: 'second' });
    },
  ],
  ['the file was moved', moveFile],
  [
    'the file was moved, and git was told',
    async (world) => {
      git(world.folder, 'mv', `${GUIDE}/beta.md`, `${GUIDE}/second.md`);
    },
  ],
];

const other = (line: string): string => line.replace(/"id":\d+/, '"id":1');

/** What becomes of the lock. `old`: the one that was committed before the page existed. */
const LOST: readonly (readonly [string, (world: World, old: string) => Promise<void>])[] = [
  ['is gone', forget],
  [
    'has it in a conflict about which page it is',
    async (world) => {
      const lock = await world.read(LOCK);
      const lines = lock.split('\n').map((line) => {
        return line.includes('"v1.0/guide/beta"')
          ? ['<<<<<<< HEAD', line, '=======', other(line), '>>>>>>> other'].join('\n')
          : line;
      });
      await forget(world);
      await world.write({ [LOCK]: lines.join('\n') });
    },
  ],
  [
    'is an old one',
    async (world, old) => {
      await forget(world);
      await world.write({ [LOCK]: old });
    },
  ],
];

/** A project that was pushed twice, beta later than the others, and committed. */
async function openPushed(): Promise<{ readonly world: World; readonly old: string }> {
  const world = await openWorld({ ...FILES, [`${GUIDE}/_settings.yaml`]: 'title: Guide\n' });
  expect((await push(world)).exitCode).toBe(0);
  commitAll(world.folder, 'First');
  const old = await world.read(LOCK);
  await world.write(BETA);
  expect((await push(world)).exitCode).toBe(0);
  commitAll(world.folder, 'Beta');
  return { world, old };
}

/** There is no second page or file until a person sets the slug. Resolves to a push's plan. */
async function foundAgain(world: World): Promise<readonly string[]> {
  const before = await idsOf(world);
  const isFileThere = async (slug: string) => world.exists(`${GUIDE}/${slug}.md`);

  const pushed = await push(world);
  expect(pushed.changes.filter((change) => change.startsWith('create'))).toEqual([]);
  expect(await idsOf(world)).toEqual(before);
  const pulled = await run(world, 'pull');
  expect(await isFileThere('beta')).toBe(!(await isFileThere('second')));
  expect([pushed.exitCode, pulled.exitCode]).toEqual([5, 5]);

  const isMoved = await isFileThere('second');
  expect((await push(world, '--ours')).exitCode).toBe(0);
  const after = await idsOf(world);
  const { beta, second, ...others } = before;
  expect(after).toEqual({ ...others, [isMoved ? 'second' : 'beta']: beta ?? second });
  return (await push(world)).changes;
}

describe.each(APART)('a page without a usable lock line, as %s,', (_, apart) => {
  test.each(LOST)('is not created again if the lock %s', async (__, lose) => {
    const { world, old } = await openPushed();
    await apart(world);
    await lose(world, old);

    expect(await foundAgain(world)).toEqual([]);
  });
});

describe('a page whose file was moved, without a usable lock line,', () => {
  test('is not created again without git', async () => {
    const { world } = await openPushed();
    await rm(join(world.folder, '.git'), { recursive: true });
    await moveFile(world);
    await forget(world);

    expect(await foundAgain(world)).toEqual([]);
  });

  test('is not created again in the middle of a merge', async () => {
    const { world, old } = await openPushed();
    git(world.folder, 'checkout', '--quiet', '-b', 'other');
    await moveFile(world);
    commitAll(world.folder, 'Move');
    git(world.folder, 'checkout', '--quiet', 'main');
    git(world.folder, 'merge', '--quiet', '--no-commit', '--no-ff', 'other');
    await forget(world);
    await world.write({ [LOCK]: old });

    expect(await foundAgain(world)).toEqual([]);
  });

  test('follows its file once a commit has the move', async () => {
    const { world } = await openPushed();
    const { beta } = await idsOf(world);
    await moveFile(world);
    await forget(world);
    expect((await push(world)).exitCode).toBe(5);
    commitAll(world.folder, 'Move');

    const pushed = await push(world);

    expect(pushed).toMatchObject({ exitCode: 0 });
    expect(pushed.changes).toContain('update v1.0/guide/second slug');
    expect((await idsOf(world))['second']).toBe(beta);
  });

  test('gives its slug to the file if the platform wins', async () => {
    const { world } = await openPushed();
    await moveFile(world);
    await forget(world);

    expect((await run(world, 'pull', '--theirs')).exitCode).toBe(0);

    expect(await world.read(`${GUIDE}/beta.md`)).toBe(BETA[`${GUIDE}/beta.md`]);
    expect(await world.exists(`${GUIDE}/second.md`)).toBe(false);
    expect((await push(world)).changes).toEqual([]);
  });

  test('gets no second file from a pull that names it', async () => {
    const { world } = await openPushed();
    await moveFile(world);
    await forget(world);

    await world.run('pull', 'v1.0/guide/beta', '--yes');

    expect(await world.exists(`${GUIDE}/beta.md`)).toBe(false);
  });
});

test.each([
  ['one text', '---\n\n'],
  ['a draft of its own', '---draft\n\nA draft.\n\n---published\n\n'],
])(
  'a page that an editor renamed, and gave another draft, is known by what readers see: a file with %s makes no second one',
  async (_, above) => {
    const { world } = await openPushed();
    const { id = 0, published } = (await world.page('v1.0/guide/beta')) ?? {};
    const change = { slug: 'b', title: 'About B', content: 'By the editor.' };
    await world.platform.admin.editor().edit(id, change);
    await world.write({ [`${GUIDE}/beta.md`]: `---\ntitle: Beta\n${above}${published}\n` });
    await forget(world);
    const before = await idsOf(world);

    const pushed = await world.run('push', '--publish', '--skip-conflicts', '--yes');

    expect(await idsOf(world)).toEqual(before);
    expect(pushed.exitCode).toBe(7);
    expect(await world.page('v1.0/guide/b')).toMatchObject({ draft: 'By the editor.', published });
  },
);

test('a new page with the title of one that an editor made is not created, and not sent over it', async () => {
  const { world } = await openPushed();
  const documentation = await world.platform.admin.documentationId('v1.0', 'guide');
  const delta = { title: 'Delta', slug: 'of-the-editor', content: 'By the editor.' };
  await world.platform.admin.editor().create(documentation, delta);
  await world.write({ [`${GUIDE}/delta.md`]: page('Delta', 'By the file.') });
  const before = await idsOf(world);

  const pushed = await world.run('push', '--yes');
  expect(pushed.exitCode).toBe(5);
  expect(pushed.stderr).toMatch(
    /delta\.md is taken for page \d+, v1\.0\/guide\/of-the-editor: only their titles agree\./,
  );
  expect((await run(world, 'status')).changes).toEqual(['conflict v1.0/guide/delta slug+body']);
  expect(await idsOf(world)).toEqual(before);
});

test('an empty text is not evidence that a page is that of a file', async () => {
  const { world } = await openPushed();
  const documentation = await world.platform.admin.documentationId('v1.0', 'guide');
  await world.platform.admin
    .editor()
    .create(documentation, { title: 'Empty', slug: 'empty', content: '' });
  await world.write({ [`${GUIDE}/later.md`]: page('Later', '') });

  expect((await push(world)).changes).toContain('create v1.0/guide/later');
});
