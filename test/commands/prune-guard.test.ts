/** `docs push --prune` where so much is gone that it looks like an accident: it takes `--force`. */
import { describe, expect, test } from 'vitest';
import { openWorld, type World } from '../support/world.ts';

const GUIDE = 'docs/v1.0/guide';
const CONFIG = 'docs-cli.config.yml';
const PRUNE = ['push', '--prune', '--yes'];

const page = (title: string): string => `---\ntitle: ${title}\n---\n\nAbout ${title}.\n`;

/** Pages in a folder, by their slugs. */
const pagesIn = (folder: string, ...slugs: readonly string[]): Record<string, string> =>
  Object.fromEntries(slugs.map((slug) => [`${folder}/${slug}.md`, page(`Page ${slug}`)]));

async function openPushed(
  files: Readonly<Record<string, string>>,
  config = 'content:\n  - path: docs\n',
): Promise<World> {
  const world = await openWorld({ [CONFIG]: config, ...files });
  expect(await world.run('push', '--publish', '--yes')).toMatchObject({ exitCode: 0 });
  return world;
}

const slugsOf = async (world: World): Promise<readonly string[]> =>
  (await world.platform.admin.pages()).map(({ slug }) => slug).toSorted();

/** Sees that nothing is deleted without `--force`, and that it is with it; `message`: what is said. */
async function expectGuard(world: World, message: string, deleted: readonly string[]) {
  const before = await slugsOf(world);

  const run = await world.run(...PRUNE);

  expect(run).toMatchObject({ exitCode: 5, stdout: '' });
  expect(run.stderr).toContain(message);
  expect(run.stderr).toContain('--force');
  expect(await slugsOf(world)).toEqual(before);
  expect(await world.run(...PRUNE, '--force')).toMatchObject({ exitCode: 0 });
  expect(await slugsOf(world)).toEqual(before.filter((slug) => !deleted.includes(slug)));
}

describe('more than half of a documentation', () => {
  const EIGHT = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const OTHER = pagesIn('docs/v1.0/other', 'o1', 'o2', 'o3', 'o4', 'o5', 'o6', 'o7', 'o8', 'o9');

  test('is not deleted unasked', async () => {
    const world = await openPushed({ ...pagesIn(GUIDE, ...EIGHT), ...OTHER });
    for (const slug of EIGHT.slice(0, 5)) await world.remove(`${GUIDE}/${slug}.md`);

    const message = '5 of the 8 pages of v1.0/guide in the lock file would be deleted.';
    await expectGuard(world, message, EIGHT.slice(0, 5));
    expect(await slugsOf(world)).toHaveLength(12);
  });

  test('is not deleted unasked where another folder is in its place', async () => {
    const world = await openPushed({ ...pagesIn(GUIDE, ...EIGHT), ...OTHER });
    await world.write({
      [CONFIG]:
        'content:\n  - path: docs/v1.0/other\n    version: v1.0\n    documentation: guide\n',
    });
    for (const slug of EIGHT) await world.remove(`${GUIDE}/${slug}.md`);

    await expect(world.run(...PRUNE)).resolves.toMatchObject({
      exitCode: 5,
      stderr: expect.stringContaining('8 of the 8 pages of v1.0/guide'),
    });
    expect(await slugsOf(world)).toHaveLength(17);
  });

  test.each([
    ['half of it', EIGHT.slice(0, 4), EIGHT],
    ['its only page but one', ['a'], ['a', 'b']],
  ])('%s is', async (_, gone, pages) => {
    const world = await openPushed({ ...pagesIn(GUIDE, ...pages), ...OTHER });
    for (const slug of gone) await world.remove(`${GUIDE}/${slug}.md`);

    expect(await world.run(...PRUNE)).toMatchObject({ exitCode: 0 });
    for (const slug of gone) expect(await slugsOf(world)).not.toContain(slug);
  });
});

test('a content folder without a page is not taken for one whose pages were deleted', async () => {
  const world = await openPushed(
    { ...pagesIn('docs/v1.0/other', 'a', 'b', 'c', 'd'), ...pagesIn('guides', 'g1', 'g2') },
    'content:\n  - path: docs\n  - path: guides\n    version: v1.0\n    documentation: other\n',
  );
  // The folder itself stays.
  for (const slug of ['g1', 'g2']) await world.remove(`guides/${slug}.md`);

  const message =
    'The content folder "guides" has no pages, and 2 pages of its documentation would be deleted.';
  await expectGuard(world, message, ['g1', 'g2']);
  expect(await slugsOf(world)).toEqual(['a', 'b', 'c', 'd']);
});

describe('a folder of a documentation', () => {
  const SIX = ['a', 'b', 'c', 'd', 'e', 'f'];

  test('is not deleted unasked as a whole, and --force says that it is', async () => {
    const world = await openPushed({
      ...pagesIn(GUIDE, ...SIX, 'sub'),
      ...pagesIn(`${GUIDE}/sub`, 's1'),
      ...pagesIn(`${GUIDE}/sub/more`, 's2'),
    });
    for (const file of ['sub/s1', 'sub/more/s2']) await world.remove(`${GUIDE}/${file}.md`);

    const message =
      'No page of the folder v1.0/guide/sub still has a file, and all 2 would be deleted.';
    const forced = await world.run(...PRUNE, '--force', '--dry-run');
    expect(forced.stderr).toContain(message);
    await expectGuard(world, message, ['s1', 's2']);
  });

  test('is if it had one page', async () => {
    const world = await openPushed({
      ...pagesIn(GUIDE, ...SIX, 'par'),
      ...pagesIn(`${GUIDE}/par`, 'kid'),
    });
    for (const file of ['par', 'par/kid']) await world.remove(`${GUIDE}/${file}.md`);

    expect(await world.run(...PRUNE)).toMatchObject({ exitCode: 0 });
    expect(await slugsOf(world)).toEqual(SIX);
  });
});
