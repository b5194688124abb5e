/** `docs push --prune` where a file was renamed, retitled and edited: it is the same page. */
import { describe, expect, test } from 'vitest';
import type { ApiRevision } from '../../../src/model/operations.ts';
import { commitAll, git } from '../../support/git.ts';
import { openWorld, type World } from '../../support/world.ts';

const GUIDE = 'docs/v1.0/guide';
const CONFIG = 'content:\n  - path: docs\n';

const page = (title: string): string => `---\ntitle: ${title}\n---\n\nAbout ${title}.\n`;

const FILES = {
  'docs-cli.config.yml': CONFIG,
  [`${GUIDE}/intro.md`]: page('Intro'),
  [`${GUIDE}/old.md`]: page('Old'),
  [`${GUIDE}/setup.md`]: page('Setup'),
};

async function openPushed(api: ApiRevision): Promise<World> {
  const world = await openWorld(FILES, { api });
  expect(await world.run('push', '--publish', '--yes')).toMatchObject({ exitCode: 0 });
  return world;
}

const PRUNE = ['push', '--prune', '--yes', '--json'];

export function prunesAfterMove(api: ApiRevision): void {
  const SENTENCES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];
  const told = (title: string, lines: readonly string[]): string =>
    `---\ntitle: ${title}\n---\n\n${lines.join('\n\n')}\n`;
  const LINES = SENTENCES.map((word) => `The ${word} thing that is said of it has some words.`);
  const reworded = LINES.map((line) => line.replace('said of', 'told about'));

  describe('of a file that was renamed, titled differently and edited', () => {
    const some = [...LINES.slice(0, 5), 'One is new.', 'So is two.', 'And three.'];

    test.each([
      ['keeps its page where git calls it renamed', some, 'git', ['update fresh']],
      [
        'is a new page without git, and the old one stays',
        some,
        'no git',
        ['orphan long', 'create fresh'],
      ],
      [
        'is a new page where git calls the old one removed',
        reworded,
        'git',
        ['delete long', 'create fresh'],
      ],
    ])('%s', async (_, lines, where, plan) => {
      const world = await openWorld(
        { ...FILES, [`${GUIDE}/long.md`]: told('Long', LINES) },
        { api },
      );
      expect(await world.run('push', '--publish', '--yes')).toMatchObject({ exitCode: 0 });
      const commit = (message: string): void => {
        if (where === 'git') commitAll(world.folder, message);
      };
      commit('First');
      await world.remove(`${GUIDE}/long.md`);
      await world.write({ [`${GUIDE}/fresh.md`]: told('Fresh', lines) });
      commit('Rename');

      const run = await world.run(...PRUNE);

      expect(run).toMatchObject({ exitCode: 0 });
      const changes = JSON.parse(run.stdout).plan as { kind: string; key: string }[];
      expect(changes.map(({ kind, key }) => `${kind} ${key}`).toSorted()).toEqual(
        plan.map((change) => change.replace(' ', ' v1.0/guide/')).toSorted(),
      );
    });

    test.each(['z', 'A'])('next to others of its title keeps its page: %s.md', async (name) => {
      const world = await openWorld(
        {
          ...FILES,
          [`${GUIDE}/a.md`]: told('Interfaces', LINES),
          [`${GUIDE}/b.md`]: told('Interfaces', ['Others.']),
        },
        { api },
      );
      expect(await world.run('push', '--publish', '--yes')).toMatchObject({ exitCode: 0 });
      const id = (await world.page('v1.0/guide/a'))?.id;
      commitAll(world.folder, 'First');
      git(world.folder, 'mv', `${GUIDE}/a.md`, `${GUIDE}/${name}.md`);
      await world.write({ [`${GUIDE}/${name}.md`]: told('Interfaces', [...LINES, 'More.']) });
      commitAll(world.folder, 'Rename');

      expect(await world.run(...PRUNE)).toMatchObject({ exitCode: 0 });
      expect(await world.run(...PRUNE)).toMatchObject({ exitCode: 0 });

      const pages = await world.platform.admin.pages();
      expect(pages.find((one) => one.id === id)).toMatchObject({ slug: name });
      expect(pages).toHaveLength(5);
    });

    test('a page that shares nothing with it is deleted, and the plan names both', async () => {
      const world = await openPushed(api);
      commitAll(world.folder, 'First');
      await world.remove(`${GUIDE}/old.md`);
      await world.write({ [`${GUIDE}/fresh.md`]: told('Fresh', ['Nothing else is like it.']) });
      commitAll(world.folder, 'Replace');

      const run = await world.run('push', '--prune', '--yes');

      expect(run).toMatchObject({ exitCode: 0 });
      expect(run.stderr).toMatch(/^1 page to delete permanently[^]*1 page to create/);
    });
  });
}
