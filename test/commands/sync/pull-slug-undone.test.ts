/** A pull gave a file the page's new slug as its name; then the old file came back. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openWorld, type World } from '../../support/world.ts';

const page = (title: string, body: string): string => `---\ntitle: ${title}\n---\n\n${body}\n`;

const GUIDE = 'docs/v1/guide';
const OLD = `${GUIDE}/setup.md`;
const NEW = `${GUIDE}/installing.md`;
const KEY = 'v1/guide/installing';
const SETUP = page('Setup', 'Unpack it.');

/** In the repository layout a file's name is its page's slug. */
const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1/_settings.yaml': 'name: v1\n',
  [`${GUIDE}/_settings.yaml`]: 'title: Guide\n',
  [`${GUIDE}/intro.md`]: page('Intro', 'Hello.'),
  [OLD]: SETUP,
};

interface Edit {
  readonly slug: string;
  readonly title?: string;
  readonly content?: string;
}

async function edit(world: World, key: string, change: Edit): Promise<void> {
  const found = await world.page(key);
  await world.platform.admin.editor().edit(found?.id ?? 0, { ...change });
}

/** A pull has renamed the file. */
async function pulled(change: Edit): Promise<World> {
  const world = await openWorld(FILES);
  await world.run('push', '--yes');
  await edit(world, 'v1/guide/setup', change);
  expect(await world.run('pull', '--yes')).toMatchObject({ exitCode: 0 });
  expect(await world.exists(OLD)).toBe(false);
  return world;
}

const EDITS: readonly (readonly [string, Edit])[] = [
  ['the slug', { slug: 'installing' }],
  ['slug and text', { slug: 'installing', content: 'Run the installer.' }],
  ['slug and title', { slug: 'installing', title: 'Installing' }],
  ['all', { slug: 'installing', title: 'Installing', content: 'Run the installer.' }],
];

describe.each(EDITS)('the file that a pull renamed is back under its old name: %s', (_, change) => {
  test('beside the new one, it is not made a page of its own', async () => {
    const world = await pulled(change);
    await world.write({ [OLD]: SETUP });

    const pushed = await world.run('push', '--yes');

    expect(pushed).toMatchObject({ exitCode: 7 });
    expect(pushed.stderr).toContain(`It is ${NEW} under its former name: remove one of the two`);
    expect(await world.platform.admin.pages()).toHaveLength(2);
    await world.remove(OLD);
    expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 0 });
  });

  test('instead of the new one, it is a conflict', async () => {
    const world = await pulled(change);
    await world.write({ [OLD]: SETUP });
    await world.remove(NEW);
    const before = await world.page(KEY);

    expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 5 });

    expect(await world.page(KEY)).toEqual(before);
    expect(await world.platform.admin.pages()).toHaveLength(2);
    expect(await world.run('pull', '--yes', '--theirs')).toMatchObject({ exitCode: 0 });
    expect(await world.exists(NEW)).toBe(true);
    expect(await world.exists(OLD)).toBe(false);
  });
});

test('a file that comes back after its page was sent under the new name is not made a page of its own', async () => {
  const world = await pulled({ slug: 'installing' });
  await world.write({ [NEW]: page('Setup', 'Edited here.') });
  expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 0 });
  await world.write({ [OLD]: SETUP });

  expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 7 });

  expect(await world.platform.admin.pages()).toHaveLength(2);
});

test('a new page may take the old name', async () => {
  const world = await pulled({ slug: 'installing' });
  await world.write({ [OLD]: page('Settings', 'Another page.') });

  expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 0 });

  expect((await world.page('v1/guide/setup'))?.draft).toBe('Another page.');
  expect(await world.platform.admin.pages()).toHaveLength(3);
});

test('without a lock, a plan says of two files that they may be the same page', async () => {
  const world = await pulled({ slug: 'installing' });
  for (const name of ['docs-cli.lock', '.docs-cli'])
    await rm(join(world.folder, name), { recursive: true });
  await world.write({ [OLD]: SETUP, [`${GUIDE}/more.md`]: page('More', 'Unpack it.') });

  const { stderr } = await world.run('push', '--dry-run');

  expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
    `${OLD} has the title and the text of ${NEW}: if they are the same page, remove one of them, or it is created twice.`,
  );
  expect(stderr).not.toContain('The same goes');
});
