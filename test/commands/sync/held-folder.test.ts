/** A folder held by a run that nobody here can ask. `test/faults` does it with real processes. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { stand, type Between } from '../../support/acting-proxy.ts';
import { openWorld, type World } from '../../support/world.ts';

const RUN = '.docs-cli/docs-cli.lock.run';
const OTHER = JSON.stringify({
  host: 'build-3',
  boot: 'another',
  namespace: null,
  pid: 4711,
  process: 'another',
  since: 1_000_000_000_000,
  run: 'theirs',
});
const CONFIG = 'docs-cli.config.yml';
const SLUGS = ['a', 'b', 'c'];

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

async function filesOf({ folder }: World): Promise<readonly (readonly [string, string])[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  return Promise.all(paths.map(async (path) => [path, await readFile(path, 'utf8')] as const));
}

async function expectRefusal(world: World, argv: readonly string[]): Promise<void> {
  const before = await filesOf(world);
  world.platform.requests.reset();
  const run = await world.run(...argv, '--max-wait', '0s');
  expect(run).toMatchObject({ exitCode: 1 });
  expect(run.stderr).toMatch(
    /This folder is held by build-3, process 4711, since 2001-09-0[89] \d\d:\d\d\./,
  );
  expect(run.stderr.replaceAll(String.raw`\"`, '"')).toContain(
    `Remove "${RUN}" if that process is dead`,
  );
  expect(world.platform.requests.byOperation()).toEqual({});
  expect(await filesOf(world)).toEqual(before);
}

describe('a folder that a run on another host holds', () => {
  test.each([
    [['push', '--yes']],
    [['pull', '--yes']],
    [['sync', '--yes', '--force']],
    [['push', '--dry-run']],
    [['page', 'delete', 'v1/guide/a', '--yes']],
  ])('is left alone by docs %j, which names the holder and its file', async (argv) => {
    const world = await openPages();
    expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 0 });
    await world.write({ ...pages('Two.'), [RUN]: OTHER });

    await expectRefusal(world, argv);

    await rm(join(world.folder, RUN));
    expect(await world.run('push', '--yes')).toMatchObject({ exitCode: 0 });
    for (const slug of SLUGS) expect((await world.page(`v1/guide/${slug}`))?.draft).toBe('Two.');
  });

  test('gets no post sent either', async () => {
    const settings = { 'docs/changelogs/news/_settings.yaml': 'title: News\npublished: true\n' };
    const world = await openWorld({ [CONFIG]: 'content:\n  - path: docs\n', ...settings });
    const [changelog] = await world.platform.admin.changelogs();
    await world.write({
      [CONFIG]: `content:\n  - path: docs\nchangelogs:\n  news: ${changelog?.id}\n`,
      'docs/changelogs/news/a.md': '---\ntitle: A\npublished: true\n---\n\nText.\n',
      '.docs-cli/.gitignore': '*\n',
      [RUN]: OTHER,
    });
    const argv = ['changelog', 'push', '--yes', '--json'];

    await expectRefusal(world, argv);

    await rm(join(world.folder, RUN));
    expect((await world.run(...argv)).stdout.match(/"state": "done"/g)).toHaveLength(1);
  });
});

test('a run whose file a person removed finishes its job, and leaves the file of another run', async () => {
  const world = await openPages();
  let isRemoved = false;
  const hooks: Between = {
    before: async ({ method }) => {
      if (isRemoved || method !== 'POST') return;
      isRemoved = true;
      await writeFile(join(world.folder, RUN), OTHER);
    },
  };
  const env = { DOCS_BASE_URL: await stand(world.platform.baseUrl, hooks) };
  expect(await world.runAs({ env }, 'push', '--yes')).toMatchObject({ exitCode: 0 });
  expect(await world.read(RUN)).toBe(OTHER);
});
