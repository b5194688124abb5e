/** A merge of two branches, both of which pushed: the lock has two lines for one page. */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openWorld, type World } from '../../support/world.ts';

const GUIDE = 'docs/v1/guide';
const LOCK = 'docs-cli.lock';
const page = (title: string, text: string): string => `---\ntitle: ${title}\n---\n\n${text}\n`;

const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1/_settings.yaml': 'name: v1\n',
  [`${GUIDE}/_settings.yaml`]: 'title: Guide\n',
  [`${GUIDE}/intro.md`]: page('Intro', 'Hello.'),
  [`${GUIDE}/a.md`]: page('A', 'I am A.'),
};

const move = (world: World, from: string, to: string): Promise<void> =>
  rename(join(world.folder, `${GUIDE}/${from}.md`), join(world.folder, `${GUIDE}/${to}.md`));

/** One branch renamed the file to b, the other one to c, and both pushed. The merge has both files. */
async function merged(theirs: string, lockOf: (ours: string, theirs: string) => string) {
  const world = await openWorld(FILES);
  await world.run('push', '--yes');
  const before = await world.read(LOCK);
  await move(world, 'a', 'b');
  expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 0 });
  const lock = await world.read(LOCK);
  await world.remove('.docs-cli/docs-cli.lock.log');
  await world.write({ [LOCK]: before });
  await move(world, 'b', 'a');
  await move(world, 'a', 'c');
  expect(await world.run('push', '--yes', '--ours')).toMatchObject({ exitCode: 0 });
  await world.write({
    [LOCK]: lockOf(lock, await world.read(LOCK)),
    [`${GUIDE}/b.md`]: page('A', theirs),
  });
  return world;
}

const pagesIn = (lock: string): string[] => lock.split('\n').filter((line) => /"key"/.test(line));
const allLines = (ours: string, theirs: string): string =>
  [ours.split('\n')[0], ...new Set([...pagesIn(ours), ...pagesIn(theirs)]), ''].join('\n');
const inConflict = (ours: string, theirs: string): string =>
  [
    ours.split('\n')[0],
    '<<<<<<< HEAD',
    ...pagesIn(ours),
    '=======',
    ...pagesIn(theirs),
    '>>>>>>> theirs',
    '',
  ].join('\n');

describe.each([
  ['each with a line', allLines],
  ['with their lines in a merge conflict', inConflict],
])('two files of one page, %s', (_, lockOf) => {
  test.each([
    ['the same text', 'I am A.'],
    ['another text', 'I am A, edited.'],
  ])('make no second page: %s', async (__, theirs) => {
    const world = await merged(theirs, lockOf);
    const slugs = async (): Promise<readonly string[]> =>
      (await world.platform.admin.pages()).map(({ slug }) => slug).toSorted();
    expect(await slugs()).toEqual(['c', 'intro']);
    const lock = await world.read(LOCK);

    const pushed = await world.run('push', '--yes');

    expect(pushed.exitCode).toBe(5);
    expect(pushed.stderr).toContain(
      `${GUIDE}/b.md and ${GUIDE}/c.md are one page according to ${LOCK}; nothing was written.`,
    );
    expect(await slugs()).toEqual(['c', 'intro']);
    expect(await world.read(LOCK)).toBe(lock);
    await world.remove(`${GUIDE}/b.md`);
    expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await slugs()).toEqual(['c', 'intro']);
  });
});
