// Slow: each row makes a git history of its own.
/** A folder copied for a cloned version: its files are the platform's copies, not new pages. */
import { cp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ApiRevision } from '../../../src/model/operations.ts';
import { Author } from '../../support/author.ts';
import { commitAll, git } from '../../support/git.ts';
import { lockIn } from '../../support/lock.ts';
import { REVISIONS } from '../../support/revisions.ts';
import { openWorld, type World } from '../../support/world.ts';

const V1 = 'docs/v1.0';
const V2 = 'docs/v2-0';

const page = (title: string, text: string): string => `---\ntitle: ${title}\n---\n\n${text}\n`;

const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  [`${V1}/guide/intro.md`]: page(
    'Intro',
    'Welcome. See [setup](setup.md) and [errors](../api/errors.md).',
  ),
  [`${V1}/guide/setup.md`]: page('Setup', '* one\n* _two_\n\nBack to [intro](./intro.md#top).'),
  [`${V1}/guide/usage.md`]: page('Usage', 'First.\n\nSecond.\n\nThird.'),
  [`${V1}/api/errors.md`]: page('Errors', 'All of them.'),
};
const KEYS = ['api/errors', 'guide/intro', 'guide/setup', 'guide/usage'];

interface Document {
  readonly plan: readonly { readonly kind: string; readonly key: string }[];
  readonly summary: Readonly<Record<string, number>>;
}

/** A project whose only version was pushed, and copied on the platform. */
async function openCloned(api: ApiRevision, reprint: boolean): Promise<World> {
  const world = await openWorld(FILES, { api, reprint });
  git(world.folder, 'init', '--quiet');
  expect(await world.run('push', '--publish', '--yes')).toMatchObject({ exitCode: 0 });
  git(world.folder, 'add', '--all');
  git(world.folder, 'commit', '--quiet', '--message', 'First');
  const clone = ['version', 'clone', 'v1.0', '--name', 'v2.0', '--yes'];
  expect(await world.run(...clone)).toMatchObject({ exitCode: 0 });
  return world;
}

const copyFolder = (world: World): Promise<void> =>
  cp(join(world.folder, V1), join(world.folder, V2), { recursive: true });

async function push(world: World, ...argv: string[]) {
  const run = await world.run('push', '--publish', '--yes', '--json', ...argv);
  return { ...run, document: JSON.parse(run.stdout || '{}') as Document };
}

/** Ids by key, of pages or of lines of the lock. */
async function idsOf(world: World): Promise<ReadonlyMap<string, number>> {
  const pages = await world.platform.admin.pages();
  return new Map(pages.map((one) => [`${one.version}/${one.documentation}/${one.slug}`, one.id]));
}

async function lockedIds(world: World): Promise<ReadonlyMap<string, number>> {
  const { pages } = await lockIn(world.folder);
  return new Map([...pages].map(([key, { id }]) => [key, id]));
}

const both = KEYS.flatMap((key) => [`v1.0/${key}`, `v2-0/${key}`]).toSorted();

describe.each(
  REVISIONS.flatMap((api) => [
    { api, reprint: false },
    { api, reprint: true },
  ]),
)('a copied version ($api, reprint: $reprint)', ({ api, reprint }) => {
  test('has the pages of the copied folder, and the lock has their ids', async () => {
    const world = await openCloned(api, reprint);
    await copyFolder(world);

    const { exitCode, document } = await push(world);

    expect(exitCode).toBe(0);
    expect(document.summary).toMatchObject({ adopt: 4, unchanged: 4, create: 0, update: 0 });
    const ids = await idsOf(world);
    expect([...ids.keys()].toSorted()).toEqual(both);
    expect(await lockedIds(world)).toEqual(ids);
    expect((await push(world)).document).toMatchObject({ plan: [], requests: { total: 1 } });
  });

  test('gets what was edited in the copy before it was ever pushed once a person says so', async () => {
    const world = await openCloned(api, reprint);
    // Nothing tells what the copied texts were.
    await rm(join(world.folder, '.git'), { recursive: true });
    await copyFolder(world);
    await world.write({
      [`${V2}/guide/usage.md`]: page('Usage', 'First.\n\nSecond, new in 2.0.\n\nThird.'),
      [`${V2}/guide/intro.md`]: page('Introduction', 'Welcome. See [setup](setup.md).'),
      [`${V2}/guide/new.md`]: page('New', 'Only in 2.0.'),
    });
    expect((await push(world)).exitCode).toBe(5);

    const { exitCode, document } = await push(world, '--ours');

    expect(exitCode).toBe(0);
    expect(document.summary).toMatchObject({ update: 2, create: 1, adopt: 2, conflict: 0 });
    expect([...(await idsOf(world)).keys()].toSorted()).toEqual(
      [...both, 'v2-0/guide/new'].toSorted(),
    );
    expect((await world.page('v2-0/guide/usage'))?.published).toContain('new in 2.0');
    expect((await world.page('v1.0/guide/usage'))?.published).not.toContain('new in 2.0');
  });

  test('keeps what somebody wrote into the copy on the platform', async () => {
    const world = await openCloned(api, reprint);
    await copyFolder(world);
    await world.edit('v2-0/guide/usage', 'Written in the browser.\n');
    await world.edit('v2-0/guide/setup', 'Written in the browser.\n');
    await world.write({ [`${V2}/guide/usage.md`]: page('Usage', 'Written here.') });

    const run = await world.run('push', '--yes', '--json');
    expect(run.exitCode).toBe(5);

    const status = await world.run('status', '--json');
    expect((JSON.parse(status.stdout) as Document).plan).toMatchObject([
      { kind: 'adopt', key: 'v2-0/api/errors' },
      { kind: 'adopt', key: 'v2-0/guide/intro' },
      { kind: 'conflict', key: 'v2-0/guide/setup' },
      { kind: 'conflict', key: 'v2-0/guide/usage' },
    ]);
  });

  test.each([
    ['', {}, FILES[`${V1}/guide/usage.md`]],
    [', and the file was edited', {}, page('Usage', 'First, new in 2.0.\n\nSecond.\n\nThird.')],
    [', and its title, too', { title: 'How to use it' }, FILES[`${V1}/guide/usage.md`]],
  ])('makes no page again whose slug was changed in the copy%s', async (_, more, text = '') => {
    const world = await openCloned(api, reprint);
    const usage = await world.page('v2-0/guide/usage');
    await new Author(world.platform).save(usage?.id ?? 0, { slug: 'use', ...more });
    await copyFolder(world);
    await world.write({ [`${V2}/guide/usage.md`]: text });
    const before = await idsOf(world);

    expect((await push(world)).exitCode).toBe(5);
    expect(await idsOf(world)).toEqual(before);
    expect(await world.run('pull', '--yes')).toMatchObject({ exitCode: 5 });
    expect(await world.exists(`${V2}/guide/use.md`)).toBe(false);
    expect(await world.run('pull', '--theirs', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await world.exists(`${V2}/guide/use.md`)).toBe(true);
    expect((await push(world)).document.summary).toMatchObject({ create: 0, conflict: 0 });
    expect(await idsOf(world)).toEqual(before);
  });

  test('gets what the folder has since the version was copied', async () => {
    const world = await openCloned(api, reprint);
    await world.write({ [`${V1}/guide/usage.md`]: page('Usage', 'Corrected everywhere.') });
    expect((await push(world)).document.summary).toMatchObject({ update: 1 });
    git(world.folder, 'add', '--all');
    git(world.folder, 'commit', '--quiet', '--message', 'Corrected');
    await copyFolder(world);

    const { exitCode, document } = await push(world);

    expect(exitCode).toBe(0);
    expect(document.summary).toMatchObject({ update: 1, adopt: 3, conflict: 0, create: 0 });
  });

  test('keeps what an editor took from the original after the folder was copied', async () => {
    const world = await openCloned(api, reprint);
    await copyFolder(world);
    commitAll(world.folder, 'Copied');
    await world.write({ [`${V1}/guide/usage.md`]: page('Usage', 'Corrected.') });
    expect((await push(world, 'v1.0')).document.summary).toMatchObject({ update: 1 });
    commitAll(world.folder, 'Corrected');
    await world.edit('v2-0/guide/usage', 'Corrected.');

    expect((await push(world)).exitCode).toBe(5);
    const status = await world.run('status', '--json');
    const { summary } = JSON.parse(status.stdout) as Document;
    expect(summary).toMatchObject({ conflict: 1, adopt: 3, update: 0 });
  });

  test.each([true, false])('takes the folder that was renamed, committed: %j', async (commits) => {
    const world = await openCloned(api, reprint);
    await rename(join(world.folder, V1), join(world.folder, V2));
    await world.write({
      [`${V2}/guide/usage.md`]: page('Usage', 'First.\n\nSecond, new in 2.0.\n\nThird.'),
    });
    if (commits) {
      git(world.folder, 'add', '--all');
      git(world.folder, 'commit', '--quiet', '--message', 'Second');
    }
    const before = await idsOf(world);

    const { exitCode, document } = await push(world);

    expect(exitCode).toBe(0);
    expect(document.summary).toMatchObject({ update: 1, create: 0, adopt: 3, orphan: 4 });
    expect(await idsOf(world)).toEqual(before);
    expect(await lockedIds(world)).toEqual(before);
  });
});
