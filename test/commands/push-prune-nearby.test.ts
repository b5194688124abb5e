/** `docs push --prune` where the file of a page lies nearby and is no page any more: under another extension, hidden, or out of the content folder. */
import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { git } from '../support/git.ts';
import { openWorld, type World } from '../support/world.ts';

const GUIDE = 'docs/v1.0/guide';
const OLD = `${GUIDE}/old.md`;
const LOCK = 'docs-cli.lock.json';
const CONFIG = 'content:\n  - path: docs\n';

const page = (title: string): string => `---\ntitle: ${title}\n---\n\nAbout ${title}.\n`;

const FILES = {
  'docs-cli.config.yml': CONFIG,
  [`${GUIDE}/intro.md`]: page('Intro'),
  [OLD]: page('Old'),
  [`${GUIDE}/setup.md`]: page('Setup'),
  [`${GUIDE}/usage.md`]: page('Usage'),
};

async function openPushed(files: Readonly<Record<string, string>> = FILES): Promise<World> {
  const world = await openWorld(files, { api: '2026' });
  expect(await world.run('push', '--publish', '--yes')).toMatchObject({ exitCode: 0 });
  return world;
}

async function openCommitted(): Promise<World> {
  const world = await openPushed({ ...FILES, '.gitignore': `${LOCK}\n.docs-cli/\n` });
  git(world.folder, 'init', '--quiet', '--initial-branch=main');
  commit(world, 'First');
  return world;
}

function commit({ folder }: World, message: string): void {
  git(folder, 'add', '-A');
  git(folder, 'commit', '--quiet', '-m', message);
}

async function move(world: World, from: string, to: string): Promise<void> {
  await mkdir(dirname(join(world.folder, to)), { recursive: true });
  await rename(join(world.folder, from), join(world.folder, to));
}

const keptFor = (file: string) => [{ kind: 'orphan', kept: `${file} may be its file` }];

/** What a run with `--prune` plans for pages without a file. */
async function prune(world: World) {
  const { stdout } = await world.run('push', '--prune', '--yes', '--json');
  const { plan } = JSON.parse(stdout) as { readonly plan: readonly { readonly kind: string }[] };
  expect(await isThere(world)).toBe(plan.every(({ kind }) => kind !== 'delete'));
  return plan;
}

const isThere = async (world: World): Promise<boolean> =>
  (await world.page('v1.0/guide/old')) !== undefined;

const DELETED = [{ kind: 'delete', key: 'v1.0/guide/old' }];

test.each([
  'old.mdx',
  'old.markdown',
  'old.MD',
  'old.md.orig',
  'old.orig',
  'old.bak',
  'old.md.disabled',
  'old.md~',
  'old.txt',
  'old.html',
  'old.docx',
  'old',
  '.old.md.swp',
  '.old.md',
  '#old.md#',
  '.drafts/old.md',
  '.drafts/v1/old.mdx',
])('keeps the page of a file that is called %s now', async (name) => {
  const world = await openPushed();
  await move(world, OLD, `${GUIDE}/${name}`);

  expect(await prune(world)).toMatchObject(keptFor(`${GUIDE}/${name}`));
});

test('keeps the page of a file that has become a folder of its name', async () => {
  const world = await openPushed();
  await world.remove(OLD);
  await mkdir(join(world.folder, OLD));

  expect(await prune(world)).toMatchObject(keptFor(OLD));
});

test('keeps the page of a file that was in a folder which is hidden now', async () => {
  const world = await openPushed({ ...FILES, [`${GUIDE}/intro/more.md`]: page('More') });
  await move(world, `${GUIDE}/intro`, `${GUIDE}/.intro`);

  expect(await prune(world)).toMatchObject([
    { key: 'v1.0/guide/more', kept: `${GUIDE}/.intro/more.md may be its file` },
  ]);
  expect(await world.page('v1.0/guide/more')).toBeDefined();
});

test('keeps the page of a file in a folder of its own that has another extension now', async () => {
  const more = `${GUIDE}/intro/more`;
  const world = await openPushed({ ...FILES, [`${more}.md`]: page('More') });
  await move(world, `${more}.md`, `${more}.mdx`);

  expect(await prune(world)).toMatchObject([
    { key: 'v1.0/guide/more', kept: `${more}.mdx may be its file` },
  ]);
});

test('keeps a page whose slug its file says in its header', async () => {
  const named = 'manual/01-first.md';
  const world = await openPushed({
    'docs-cli.config.yml':
      'content:\n  - path: manual\n    version: v1.0\n    documentation: guide\n',
    [named]: `---\ntitle: Old\nslug: old\n---\n\nAbout Old.\n`,
    'manual/intro.md': page('Intro'),
    'manual/setup.md': page('Setup'),
  });
  await move(world, named, 'manual/01-first.mdx');

  expect(await prune(world)).toMatchObject(keptFor('manual/01-first.mdx'));
});

test('keeps the page of a file with a number in its name', async () => {
  const world = await openPushed({
    'docs-cli.config.yml':
      'content:\n  - path: manual\n    version: v1.0\n    documentation: guide\n',
    'manual/1 Intro.md': page('Intro'),
    'manual/2 Old.md': page('Old'),
    'manual/3 Setup.md': page('Setup'),
  });
  await move(world, 'manual/2 Old.md', 'manual/2 Old.md.bak');

  expect(await prune(world)).toMatchObject(keptFor('manual/2 Old.md.bak'));
});

test.each(['old.md', 'notes/old.md', '.attic/old.md', 'docs/old.txt', 'docs/v1.0/assets/old.md'])(
  'keeps the page of a file that went to %s',
  async (to) => {
    const world = await openPushed();
    await move(world, OLD, to);

    expect(await prune(world)).toMatchObject(keptFor(to));
  },
);

test.each([
  ['went out of the content folder', 'deep/below/notes/old.md'],
  ['went out of the content folder under another name', 'deep/below/notes/older.md'],
  ['is no page any more', `${GUIDE}/attic/older.txt`],
])('keeps the page of a file that %s, as git tells', async (_, to) => {
  const world = await openCommitted();
  await move(world, OLD, to);
  git(world.folder, 'add', '-A');

  expect(await prune(world)).toMatchObject(keptFor(to));
  commit(world, 'Move');
  expect(await prune(world)).toMatchObject(keptFor(to));
});

test.each([
  ['', 'deep/below/notes/old.md'],
  ['', 'deep/below/notes/older.md'],
  ['', 'deep/below/notes/old.txt'],
  ['deep/', 'deep/below/notes/old.md'],
  ['*.mdx', 'deep/below/notes/older.mdx'],
])(
  'keeps the page of a file that git does not keep any more, passing over "%s": it went to %s',
  async (ignored, to) => {
    const world = await openCommitted();
    await world.write({ '.gitignore': `${ignored}\n` });
    await move(world, OLD, to);
    git(world.folder, 'rm', '-q', '--cached', OLD);

    expect(await prune(world)).toMatchObject(keptFor(to));
  },
);

test('deletes the page though packages bring a file of its name', async () => {
  const world = await openCommitted();
  await world.write({
    '.gitignore': 'node_modules/\n',
    'node_modules/some/deep/old.md': page('Old'),
  });
  await world.remove(OLD);

  expect(await prune(world)).toMatchObject(DELETED);
});

test('keeps the page of a file that went out of the content folder and was rewritten, as git tells', async () => {
  const world = await openCommitted();
  await world.remove(OLD);
  await world.write({ 'notes/old.md': page('Something else') });

  expect(await prune(world)).toMatchObject(keptFor('notes/old.md'));
  commit(world, 'Move');
  expect(await prune(world)).toMatchObject(keptFor('notes/old.md'));
});

test('keeps pages whose files lie where the configuration looked before', async () => {
  const world = await openPushed();
  await world.write({
    'other/intro.md': page('Intro'),
    'docs-cli.config.yml':
      'content:\n  - path: other\n    version: v1.0\n    documentation: guide\n',
  });
  await move(world, GUIDE, 'manual');

  expect(await prune(world)).toContainEqual(
    expect.objectContaining({ kept: 'manual/old.md may be its file' }),
  );
});

test('deletes the page whatever lies beside it under other names', async () => {
  const world = await openPushed({
    ...FILES,
    [`${GUIDE}/old.png`]: 'an image',
    [`${GUIDE}/old.yaml`]: 'a: b\n',
    [`${GUIDE}/older.txt`]: 'text\n',
    [`${GUIDE}/.drafts/fresh.md`]: page('Fresh'),
    'old.md': page('A file of the repository'),
  });
  await world.remove(OLD);

  expect(await prune(world)).toMatchObject(DELETED);
});

test('deletes the page though the repository has always had another file of that name', async () => {
  const world = await openCommitted();
  await world.write({ 'notes/old.md': page('Old'), 'other/old.md': page('Old') });
  commit(world, 'Notes');
  await world.remove(OLD);

  expect(await prune(world)).toMatchObject(DELETED);
});
