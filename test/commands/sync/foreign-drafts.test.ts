/** A draft that somebody wrote on the platform, where this folder has a publish due. */
import { describe, expect, test } from 'vitest';
import { openWorld, type World } from '../../support/world.ts';

const page = (title: string, body: string): string => `---\ntitle: ${title}\n---\n\n${body}\n`;

const THEIRS = 'A colleague is at it.';
const MINE = 'v1/guide/mine';
const THEIR = 'v1/guide/theirs';
const FILE = `docs/${THEIR}.md`;

/** Two pages that were pushed as drafts; then somebody edited one of them in the editor. */
async function pushedThenEdited(): Promise<World> {
  const world = await openWorld({
    'docs/v1/guide/mine.md': page('Mine', 'Mine.'),
    [FILE]: page('Theirs', 'Ours.'),
  });
  await world.run('push', '--yes');
  await world.edit(THEIR, THEIRS);
  return world;
}

const publishedOf = async (world: World, key: string): Promise<string | null> =>
  (await world.page(key))?.published ?? null;

describe('docs push --publish, without a terminal', () => {
  test('does not publish a draft that somebody wrote on the platform, and publishes the rest', async () => {
    const world = await pushedThenEdited();

    const pushed = await world.run('push', '--publish', '--yes');

    expect(pushed.exitCode).toBe(7);
    expect(await publishedOf(world, THEIR)).toBeNull();
    expect(await publishedOf(world, MINE)).toBe('Mine.');
    expect(pushed.stdout).toContain('Its draft was written on the platform');
    expect(pushed.stdout).toContain(`docs pull ${THEIR}`);
    expect(pushed.stdout).toContain(`docs page publish ${THEIR}`);
    expect(pushed.stderr).toContain('1 page held back');
    expect(pushed.stderr).not.toContain('Run the same command again');
  });

  test('says so in the plan before, and in --json', async () => {
    const world = await pushedThenEdited();

    const dry = await world.run('push', '--publish', '--dry-run');
    expect(dry.stdout).toContain(
      '1 page to stay unpublished: its draft was written on the platform',
    );

    const shown = await world.run('status', '--publish', '--json');
    const { plan } = JSON.parse(shown.stdout) as { plan: readonly object[] };
    expect(plan).toContainEqual(
      expect.objectContaining({ kind: 'publish', key: THEIR, foreignDraft: true, held: 'foreign' }),
    );
  });

  test('sends a new title of such a page, and still does not publish its draft', async () => {
    const world = await pushedThenEdited();
    await world.write({ [FILE]: page('A new title', 'Ours.') });

    expect(await world.run('push', '--publish', '--yes')).toMatchObject({ exitCode: 7 });

    expect(await world.page(THEIR)).toMatchObject({ title: 'A new title', draft: THEIRS });
    expect(await publishedOf(world, THEIR)).toBeNull();
  });

  test('does not say of the drafts that are left that their files mark them as drafts', async () => {
    const world = await pushedThenEdited();
    await world.run('push', '--publish', '--yes', MINE);
    await world.write({ 'docs/v1/guide/new.md': '---\ntitle: New\n---draft\n\nNot yet.\n' });

    const pushed = await world.run('push', '--publish', '--yes');

    expect(pushed.exitCode).toBe(7);
    expect(pushed.stderr).not.toContain('Drafts only');
  });

  test.each([
    ['push', THEIR],
    ['push', FILE],
    ['push', 'docs/v1/guide/mine.md', FILE],
    ['sync', FILE],
    ['page', 'push', FILE],
  ])('does not publish it because the page is named: %s %s', async (...argv) => {
    const world = await pushedThenEdited();
    const pushed = await world.run(...argv, '--publish', '--yes');
    expect(pushed).toMatchObject({ exitCode: 7 });
    expect(pushed.stderr).toContain(`docs page publish ${THEIR} publishes it`);
    expect(await publishedOf(world, THEIR)).toBeNull();
  });

  test.each([[THEIR], [FILE]])(
    'says of a named page whose older text readers see that its draft is held back: %s',
    async (name) => {
      const world = await pushedThenEdited();
      await world.run('page', 'publish', THEIR, '--yes');
      await world.edit(THEIR, 'A second draft.');
      await world.run('pull', '--yes');
      await world.run('page', 'publish', THEIR, '--yes');
      await world.edit(THEIR, 'A third draft.');

      const pushed = await world.run('push', '--publish', '--yes', name);

      expect(pushed).toMatchObject({ exitCode: 0 });
      expect(pushed.stderr).toContain('body, a draft that readers do not see yet');
      expect(pushed.stdout).toContain('1 page is newer on the platform, a draft, held back');
      expect(pushed.stdout).toContain(`docs page publish ${THEIR} publishes it`);
      expect(await publishedOf(world, THEIR)).toBe('A second draft.');
    },
  );

  test('does not publish it by a plan that was saved on a terminal', async () => {
    const world = await pushedThenEdited();
    await world.runAs({ terminal: true }, 'push', '--publish', '--out', 'plan.json');
    expect(await world.run('push', '--plan', 'plan.json', '--yes')).toMatchObject({ exitCode: 7 });
    expect(await publishedOf(world, THEIR)).toBeNull();
    expect(await publishedOf(world, MINE)).toBe('Mine.');
  });

  test('does not publish it if it is named, but only the settings say that pushes publish', async () => {
    const world = await pushedThenEdited();
    await world.write({ 'docs-cli.config.yml': 'content:\n  - path: docs\npublish: true\n' });
    expect(await world.run('push', '--yes', FILE)).toMatchObject({ exitCode: 7 });
    expect(await publishedOf(world, THEIR)).toBeNull();
  });

  test('does not publish it if only its folder is named', async () => {
    const world = await pushedThenEdited();
    const pushed = await world.run('push', '--publish', '--yes', 'docs/v1/guide');
    expect(pushed).toMatchObject({ exitCode: 7 });
    expect(await publishedOf(world, THEIR)).toBeNull();
  });
});

describe('docs push --publish, on a terminal', () => {
  test('asks, and says that somebody wrote the draft on the platform', async () => {
    const world = await pushedThenEdited();
    const question = 'Publish 2 pages (1 with a draft that was written on the platform)?';

    const asked = await world.runAs(
      { terminal: true, answers: [[question, 'y\r']] },
      'push',
      '--publish',
    );

    expect(asked).toMatchObject({ exitCode: 0 });
    expect(await publishedOf(world, THEIR)).toBe(THEIRS);
  });

  test('publishes nothing of the kind with --yes, because nobody is asked', async () => {
    const world = await pushedThenEdited();
    const pushed = await world.runAs({ terminal: true }, 'push', '--publish', '--yes');
    expect(pushed).toMatchObject({ exitCode: 7 });
    expect(await publishedOf(world, THEIR)).toBeNull();
  });
});
