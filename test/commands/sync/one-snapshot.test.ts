import { describe, expect, test } from 'vitest';
import { openWorld, type World } from '../../support/world.ts';
import { NEWER_PETS, PETS } from '../ref/definitions.ts';

const page = (title: string, body: string): string => `---\ntitle: ${title}\n---\n\n${body}\n`;

const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1.0/_settings.yaml': 'name: Version 1.0\npublished: true\n',
  'docs/v1.0/guides/intro.md': page('Introduction', 'First.'),
  'docs/v1.0/guides/setup.md': page('Setup', 'Second.'),
  'docs/v1.0/guides/usage.md': page('Usage', 'Third.'),
  'docs/v1.0/guides/notes.md': page('Notes', 'Fourth.'),
  'pets.yaml': PETS,
};

const KEY = 'v1.0/guides';

/** One edit here, one there, one on both sides, a page more on each side, a definition that changed. */
async function openMovedWorld(): Promise<World> {
  const world = await openWorld(FILES);
  const { admin } = world.platform;
  expect(await world.run('push', '--publish', '--yes')).toMatchObject({ exitCode: 0 });
  await world.run('ref', 'upload', 'pets.yaml', '--in', 'v1.0', '--create', '--yes');
  await world.edit(`${KEY}/setup`, 'Edited in the browser.');
  await world.edit(`${KEY}/usage`, 'Edited on both sides, in the browser.');
  await admin.editor().create(await admin.documentationId('v1.0', 'guides'), {
    title: 'Made in the browser',
    content: 'New there.',
  });
  await world.write({
    'docs/v1.0/guides/intro.md': page('Introduction', 'Edited here.'),
    'docs/v1.0/guides/usage.md': page('Usage', 'Edited on both sides, here.'),
    'docs/v1.0/guides/more.md': page('More', 'New here.'),
    'pets.yaml': NEWER_PETS,
  });
  return world;
}

/** Arguments, and the exit code that shows that the command did its work. */
const COMMANDS: readonly (readonly [number, readonly string[]])[] = [
  [0, ['status']],
  [0, ['diff']],
  [0, ['diff', `${KEY}/usage`]],
  [0, ['review']],
  [0, ['review', '--against', 'published']],
  [5, ['push', '--publish']],
  [3, ['push', '--check', '--publish', `${KEY}/intro`]],
  [7, ['push', '--publish', '--skip-conflicts']],
  [0, ['push', '--ours', '--publish']],
  [7, ['sync', '--pull', '--publish', '--skip-conflicts']],
  [0, ['sync', '--theirs']],
  [0, ['sync', '--theirs', '--publish']],
  [7, ['sync', '--merge', '--publish']],
  [7, ['pull', '--skip-conflicts']],
  [0, ['pull', '--theirs']],
  [0, ['page', 'push', 'docs/v1.0/guides/intro.md', '--publish']],
  [0, ['page', 'push', 'docs/v1.0/guides/intro.md', 'docs/v1.0/guides/more.md']],
  [0, ['page', 'push', 'pets.yaml', '--in', KEY, '--slug', 'pets', '--title', 'Pets']],
  [0, ['ref', 'upload', 'pets.yaml', '--in', 'v1.0']],
];

const snapshotsOf = async (world: World, argv: readonly string[]) => {
  world.platform.requests.reset();
  const { exitCode, stderr } = await world.run(...argv, '--yes');
  return { exitCode, stderr, snapshots: world.platform.requests.count('listAll') };
};

describe('the snapshot, of which there are thirty an hour, is spent at most once in a run', () => {
  test.each(COMMANDS)('exit code %d: docs %j', async (exitCode, argv) => {
    const world = await openMovedWorld();
    expect(await snapshotsOf(world, argv)).toMatchObject({ exitCode, snapshots: 1 });
  });

  test.each(COMMANDS)('without a lock file: exit code of %d, docs %j', async (_, argv) => {
    const world = await openMovedWorld();
    await world.remove('docs-cli.lock');
    const { snapshots } = await snapshotsOf(world, argv);
    expect(snapshots).toBe(1);
  });
});
