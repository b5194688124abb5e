/** A run whose folder another run takes over in the middle, as after a suspension. `test/faults` has the same with real processes. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { stand, type Between, type Passing } from '../support/hooks.ts';
import { openWorld, type World } from '../support/world.ts';

const RUN = '.docs-cli/docs-cli.lock.run';
const OTHER = JSON.stringify({ pid: 1, host: 'elsewhere', process: 'another', run: 'theirs' });
const CONFIG = 'docs-cli.config.yml';
const SLUGS = Array.from({ length: 50 }, (_, n) => `p${n}`);

const file = (slug: string): string => `docs/v1/guide/${slug}.md`;
const pages = (text: string): Record<string, string> =>
  Object.fromEntries(SLUGS.map((slug) => [file(slug), `---\ntitle: ${slug}\n---\n\n${text}\n`]));

const openPages = (): Promise<World> =>
  openWorld(
    {
      [CONFIG]: 'content:\n  - path: docs\n',
      'docs/v1/_settings.yaml': 'name: v1\n',
      'docs/v1/guide/_settings.yaml': 'title: Guide\n',
      ...pages('One.'),
    },
    { rateLimits: false },
  );

/** Runs `docs`; another run takes the folder over at the first request that `at` accepts. */
async function runUntil(
  world: World,
  argv: readonly string[],
  at: (request: Passing) => boolean,
  takeOver: (path: string) => Promise<void> = (path) => writeFile(path, OTHER),
) {
  const later: string[] = [];
  let isTaken = false;
  let isOver = false;
  const hooks: Between = {
    before: async (request) => {
      if (isOver && request.method !== 'GET') later.push(request.path);
      if (isTaken || !at(request)) return;
      isTaken = true;
      await takeOver(join(world.folder, RUN));
      isOver = true;
    },
    after: () => Promise.resolve(),
  };
  const env = { DOCS_BASE_URL: await stand(world.platform.baseUrl, hooks) };
  const run = await world.runAs({ env }, ...argv);
  return { ...run, isTaken, later };
}

const isUpdate = ({ method }: Passing): boolean => method === 'PUT';

const stateOf = async (world: World): Promise<readonly string[]> =>
  Promise.all(
    ['docs-cli.lock.json', '.docs-cli/docs-cli.lock.journal'].map((path) =>
      readFile(join(world.folder, path), 'utf8'),
    ),
  );

describe('a run that no longer holds its folder', () => {
  test('sends nothing more, leaves lock and journal alone, and the next run finds out what it did', async () => {
    const world = await openPages();
    expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 0 });
    await world.write(pages('Two.'));
    let before: readonly string[] = [];

    const run = await runUntil(
      world,
      ['push', '--yes', '--force', '--json'],
      isUpdate,
      async (path) => {
        before = await stateOf(world);
        await writeFile(path, OTHER);
      },
    );

    expect(run).toMatchObject({ exitCode: 1, isTaken: true });
    expect(run.stderr).toContain('Another run took this folder over while this one was suspended.');
    // Requests that had already left may arrive after the first one: as many as are under way at once.
    expect(run.later.length).toBeLessThan(32);
    expect(await stateOf(world)).toEqual(before);
    expect(await readFile(join(world.folder, RUN), 'utf8')).toBe(OTHER);
    const { applied, skipped } = JSON.parse(run.stdout) as Record<string, readonly object[]>;
    expect(applied?.length).toBeLessThan(SLUGS.length);
    expect(skipped?.length).toBeGreaterThan(0);

    await rm(join(world.folder, RUN));
    expect(await world.run('push', '--yes', '--force')).toMatchObject({ exitCode: 0 });
    for (const slug of SLUGS) expect((await world.page(`v1/guide/${slug}`))?.draft).toBe('Two.');
  });

  test('says so also if the other run has ended', async () => {
    const world = await openPages();
    const { exitCode, stderr } = await runUntil(
      world,
      ['push', '--yes'],
      ({ method }) => method === 'POST',
      (path) => rm(path),
    );
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`or somebody removed "${RUN}".`);
  });

  test('has written nothing if it is taken over before its plan is carried out', async () => {
    const world = await openPages();
    const run = await runUntil(world, ['push', '--yes'], ({ path }) => path.startsWith('/all'));
    expect(run).toMatchObject({ exitCode: 1, later: [] });
    expect(await world.exists('docs-cli.lock.json')).toBe(false);
  });

  test('puts no text into a page file', async () => {
    const world = await openPages();
    expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 0 });
    for (const slug of SLUGS) await world.edit(`v1/guide/${slug}`, 'Theirs.\n');
    const before = await stateOf(world);

    const run = await runUntil(world, ['pull', '--yes'], ({ path }) => path.startsWith('/all'));

    expect(run).toMatchObject({ exitCode: 1, isTaken: true });
    for (const slug of SLUGS) expect(await world.read(file(slug))).toContain('One.');
    expect(await stateOf(world)).toEqual(before);
  });

  test('sends no post either, and the next run sends each post once', async () => {
    const posts = ['a', 'b', 'c'];
    const settings = { 'docs/changelogs/news/_settings.yaml': 'title: News\npublished: true\n' };
    const world = await openWorld({ [CONFIG]: 'content:\n  - path: docs\n', ...settings });
    const [changelog] = await world.platform.admin.changelogs();
    await world.write({
      [CONFIG]: `content:\n  - path: docs\nchangelogs:\n  news: ${changelog?.id}\n`,
      ...Object.fromEntries(
        posts.map((slug) => [
          `docs/changelogs/news/${slug}.md`,
          `---\ntitle: ${slug}\npublished: true\n---\n\nText.\n`,
        ]),
      ),
    });
    const argv = ['changelog', 'push', '--yes', '--json'];

    const run = await runUntil(world, argv, ({ method }) => method === 'POST');

    expect(run).toMatchObject({ exitCode: 1, isTaken: true, later: [] });
    expect(run.stderr).toContain('Another run took this folder over');
    await rm(join(world.folder, RUN));
    const again = await world.run(...argv);
    expect(again.exitCode).toBe(0);
    expect(again.stdout.match(/"posted"/g)).toHaveLength(2);
  });
});
