/** `docs push --prune` where a file may only have moved: nothing is deleted until its new page is there. */
import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ApiRevision } from '../../src/model/operations.ts';
import { git } from '../support/git.ts';
import { passOn } from '../support/pass-on.ts';
import { REVISIONS } from '../support/revisions.ts';
import { openWorld, type World } from '../support/world.ts';

const GUIDE = 'docs/v1.0/guide';
const API = 'docs/v1.0/api';
const CONFIG = 'content:\n  - path: docs\n';

const page = (title: string): string => `---\ntitle: ${title}\n---\n\nAbout ${title}.\n`;

const FILES = {
  'docs-cli.config.yml': CONFIG,
  [`${GUIDE}/intro.md`]: page('Intro'),
  [`${GUIDE}/old.md`]: page('Old'),
  [`${GUIDE}/setup.md`]: page('Setup'),
  [`${API}/errors.md`]: page('Errors'),
};

async function openPushed(api: ApiRevision): Promise<World> {
  const world = await openWorld(FILES, { api });
  expect(await world.run('push', '--publish', '--yes')).toMatchObject({ exitCode: 0 });
  return world;
}

async function move(world: World, from: string, to: string): Promise<void> {
  await mkdir(dirname(join(world.folder, to)), { recursive: true });
  await rename(join(world.folder, from), join(world.folder, to));
}

const PRUNE = ['push', '--prune', '--yes', '--json'];

const isThere = async (world: World, slug: string): Promise<boolean> =>
  (await world.page(`v1.0/guide/${slug}`)) !== undefined;

describe.each(REVISIONS)('docs push --prune after a move (%s)', (api) => {
  test.each([
    ['to a documentation that the platform does not have', 'docs/v1.0/fresh/old.md'],
    ['to a version that the platform does not have', 'docs/v3.0/guide/old.md'],
    ['to a name that is taken', `${GUIDE}/setup/intro.md`],
  ])('keeps the page of a file that went %s', async (_, to) => {
    const world = await openPushed(api);
    await move(world, `${GUIDE}/old.md`, to);

    const run = await world.run(...PRUNE);

    expect(run.exitCode).toBe(7);
    expect(JSON.parse(run.stdout).plan).toContainEqual(
      expect.objectContaining({
        kind: 'orphan',
        key: 'v1.0/guide/old',
        kept: expect.stringMatching(/\.md cannot be sent, and may be its file$/),
      }),
    );
    expect(await isThere(world, 'old')).toBe(true);
  });

  test('keeps the page of a file that went to a content folder without a place', async () => {
    const world = await openPushed(api);
    await move(world, `${GUIDE}/old.md`, 'more/old.md');
    const more = '  - path: more\n    version: v1.0\n    documentation: fresh\n';
    await world.write({ 'docs-cli.config.yml': CONFIG + more });

    expect(await world.run(...PRUNE)).toMatchObject({ exitCode: 7 });

    expect(await isThere(world, 'old')).toBe(true);
  });

  test('keeps the page as long as its new one cannot be made', async () => {
    const world = await openPushed(api);
    await move(world, `${GUIDE}/old.md`, `${API}/old.md`);
    const baseUrl = await passOn(world.platform.baseUrl, async (request) =>
      request.startsWith('POST ')
        ? { status: 400, body: '{"message":"No","httpCode":400,"code":400}' }
        : undefined,
    );

    const run = await world.runAs({ env: { DOCS_BASE_URL: baseUrl } }, ...PRUNE);

    expect(run.exitCode).toBe(7);
    expect(JSON.parse(run.stdout).skipped).toMatchObject([
      { kind: 'delete', key: 'v1.0/guide/old', because: expect.stringContaining('v1.0/api/old') },
    ]);
    expect(await isThere(world, 'old')).toBe(true);
    expect(await world.run(...PRUNE)).toMatchObject({ exitCode: 0 });
    expect(await isThere(world, 'old')).toBe(false);
    expect(await world.page('v1.0/api/old')).toBeDefined();
  });

  test('keeps the page while another holds the place of its file', async () => {
    const world = await openPushed(api);
    const lock = await world.read('docs-cli.lock.json');
    await world.write({ [`${API}/old.md`]: page('Theirs') });
    expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 0 });
    await world.write({ 'docs-cli.lock.json': lock });
    await move(world, `${GUIDE}/old.md`, `${API}/old.md`);

    const run = await world.run(...PRUNE, '--skip-conflicts');

    expect(run.exitCode).toBe(7);
    expect(await isThere(world, 'old')).toBe(true);
  });

  test('keeps the page while a new file is left out of the run', async () => {
    const world = await openPushed(api);
    await move(world, `${GUIDE}/old.md`, `${API}/old.md`);

    const run = await world.run(...PRUNE, 'v1.0/guide/old');

    expect(JSON.parse(run.stdout).plan).toMatchObject([
      { kind: 'orphan', kept: `${API}/old.md is left out of this run, and may be its file` },
    ]);
    expect(await isThere(world, 'old')).toBe(true);
  });

  test.each([
    ['title', page('Old').replace('About', 'All about')],
    ['text', page('Another').replace('About Another', 'About Old')],
  ])('keeps the page while a file with its %s is excluded', async (_, text) => {
    const world = await openPushed(api);
    await world.remove(`${GUIDE}/old.md`);
    await world.write({
      [`${GUIDE}/drafts/older.md`]: text,
      'docs-cli.config.yml': `${CONFIG}    exclude: ['**/drafts/**']\n`,
    });

    const run = await world.run(...PRUNE);

    expect(JSON.parse(run.stdout).plan).toMatchObject([
      { kind: 'orphan', kept: expect.stringContaining(`${GUIDE}/drafts/older.md`) },
    ]);
    expect(await isThere(world, 'old')).toBe(true);
  });

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
        if (where !== 'git') return;
        git(world.folder, 'add', '-A');
        git(world.folder, 'commit', '--quiet', '-m', message);
      };
      if (where === 'git') git(world.folder, 'init', '--quiet', '--initial-branch=main');
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
      await world.remove(`${GUIDE}/old.md`);
      await world.write({ [`${GUIDE}/fresh.md`]: told('Fresh', ['Nothing else is like it.']) });

      const run = await world.run('push', '--prune', '--yes');

      expect(run).toMatchObject({ exitCode: 0 });
      expect(run.stderr).toMatch(/^1 page to delete permanently[^]*1 page to create/);
    });
  });
});
