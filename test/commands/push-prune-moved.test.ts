/** `docs push --prune` where a file was renamed, retitled and edited: it is the same page. */
import { describe, expect, test } from 'vitest';
import type { ApiRevision } from '../../src/model/operations.ts';
import { commitAll } from '../support/git.ts';
import { REVISIONS } from '../support/revisions.ts';
import { openWorld, type World } from '../support/world.ts';

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

describe.each(REVISIONS)('docs push --prune after a move (%s)', (api) => {
  const SENTENCES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];
  const told = (title: string, lines: readonly string[]): string =>
    `---\ntitle: ${title}\n---\n\n${lines.join('\n\n')}\n`;
  const LINES = SENTENCES.map((word) => `The ${word} thing that is said of it has some words.`);
  const reworded = LINES.map((line) => line.replace('said of', 'told about'));

  describe('of a file that was renamed, titled differently and edited', () => {
    test.each([
      [
        'in some lines',
        [...LINES.slice(0, 5), 'One is new.', 'So is two.', 'And three.'],
        'no git',
      ],
      ['in some lines', [...LINES.slice(0, 5), 'One is new.', 'So is two.', 'And three.'], 'git'],
      ['in words of each line', reworded, 'no git'],
      ['in words of each line', reworded, 'git'],
    ])('%s, the page keeps its id (%#, %3$s)', async (_, lines, where) => {
      const world = await openWorld(
        { ...FILES, [`${GUIDE}/long.md`]: told('Long', LINES) },
        { api },
      );
      expect(await world.run('push', '--publish', '--yes')).toMatchObject({ exitCode: 0 });
      const id = (await world.page('v1.0/guide/long'))?.id;
      const commit = (message: string): void => {
        if (where === 'git') commitAll(world.folder, message);
      };
      commit('First');
      await world.remove(`${GUIDE}/long.md`);
      await world.write({ [`${GUIDE}/fresh.md`]: told('Fresh', lines) });
      commit('Rename');

      const run = await world.run(...PRUNE);

      expect(run).toMatchObject({ exitCode: 0 });
      expect(JSON.parse(run.stdout).plan).toMatchObject([
        { kind: 'update', key: 'v1.0/guide/fresh', id },
      ]);
      expect((await world.page('v1.0/guide/fresh'))?.id).toBe(id);
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
});
