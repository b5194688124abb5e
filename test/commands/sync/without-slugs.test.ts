/** What is special without slugs in `GET /all`. The rest: `../both-revisions.all.test.ts`. */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { stand } from '../../support/acting-proxy.ts';
import { openWorld } from '../../support/world.ts';
import type { World } from '../../support/world.ts';

const CONFIG = { 'docs-cli.config.yml': 'content:\n  - path: docs\n' };

interface Scene {
  readonly world: World;
  /** Of the last run, such as `GET /page/17`. */
  readonly requests: string[];
  docs(...argv: string[]): ReturnType<World['run']>;
}

/**
 * Versions v1.0 (`station`) and v2.0 (`station`, `data`, `bare`), with pages in all but `bare`.
 * @param lists whether the platform lists the documentations of a version, which is newer than the rest
 */
async function open(files: Readonly<Record<string, string>> = {}, lists = true): Promise<Scene> {
  const world = await openWorld(
    { ...CONFIG, 'docs/.keep': '' },
    { api: '2026', rateLimits: false },
  );
  const { admin } = world.platform;
  for (const [version, name] of [
    ['v1.0', 'First'],
    ['v2.0', 'Second'],
  ] as const) {
    await admin.createVersion({ slug: version, name });
    const id = await admin.createDocumentation({ version, slug: 'station', title: 'The Station' });
    for (const slug of ['start', 'next', 'last'])
      await admin.editor().create(id, { title: slug, slug, content: `Of ${version}.` });
  }
  const id = await admin.createDocumentation({ version: 'v2.0', slug: 'data', title: 'Data' });
  await admin.editor().create(id, { title: 'Table', slug: 'table', content: 'Data.' });
  await admin.createDocumentation({ version: 'v2.0', slug: 'bare', title: 'Bare' });
  await world.write(files);
  const requests: string[] = [];
  const baseUrl = await stand(world.platform.baseUrl, {
    before: async ({ method, path }) => {
      requests.push(`${method} ${path}`);
      return !lists && path.endsWith('/documentation') ? { status: 404, body: '{}' } : undefined;
    },
  });
  return {
    world,
    requests,
    docs: (...argv) => {
      requests.length = 0;
      return world.runAs({ env: { DOCS_BASE_URL: baseUrl } }, ...argv);
    },
  };
}

/** The pages that the platform starts with. */
const PAGES = 7;

const page = (title: string, text: string): string => `---\ntitle: ${title}\n---\n\n${text}\n`;

describe('documentations that are not told and cannot be listed', () => {
  test('a pull says how many pages are out of sight', async () => {
    const scene = await open({}, false);
    const pulled = await scene.docs('pull', '--yes');
    expect(pulled.stderr).toContain('7 pages');
    expect(pulled.stderr + pulled.stdout).not.toContain('Nothing changed');
    expect(pulled).toMatchObject({ exitCode: 7 });
  });

  test('a push does not say that there is none', async () => {
    const scene = await open({ 'docs/v2.0/bare/fresh.md': page('Fresh', 'New.') }, false);
    const pushed = await scene.docs('push', '--yes');
    expect(pushed).toMatchObject({ exitCode: 7 });
    expect(pushed.stderr.replaceAll(/\s+/g, ' ')).toContain('It is not known whether');
    expect(pushed.stderr).not.toContain('has no documentation');
  });
});

describe('a documentation that was renamed on the platform, where only the lock tells its slug', () => {
  const start = page('Start', 'First.');
  const next = page('Next', 'See [the start](start.md).');

  async function renamed(): Promise<Scene> {
    const scene = await open({
      'docs/v2.0/data/start.md': start,
      'docs/v2.0/data/next.md': next,
      'docs/v2.0/data/other.md': page('Other', 'Other.'),
      'docs/v1.0/station/more.md': page('More', 'More.'),
    });
    await scene.docs('push', '--yes');
    await scene.world.platform.admin.renameDocumentation('v2.0', 'data', 'numbers');
    return scene;
  }

  const edit = ({ world }: Scene): Promise<void> =>
    world.write({
      'docs/v2.0/data/start.md': start.replace('First.', 'Edited [next](next.md).'),
      'docs/v2.0/data/next.md': next.replace('See', 'Look at'),
      'docs/v2.0/data/other.md': page('Other', 'Edited.'),
      'docs/v1.0/station/more.md': page('More', 'Edited.'),
    });

  const written = ({ requests }: Scene): string[] =>
    requests.filter((request) => !request.startsWith('GET'));

  test.each(['documentation', 'version'])('is written all the same: %s', async (what) => {
    const scene = await renamed();
    if (what === 'version') {
      await scene.world.platform.admin.renameDocumentation('v2.0', 'numbers', 'data');
      await scene.docs('version', 'update', 'v2.0', '--slug', 'v3.0', '--yes');
    }
    await edit(scene);
    await scene.world.write({ 'docs/v2.0/data/fresh.md': page('Fresh', 'Fresh.') });
    expect(await scene.docs('push', '--yes')).toMatchObject({ exitCode: 0 });
    expect(written(scene)).toHaveLength(5);
    const place = what === 'version' ? 'v3.0/data' : 'v2.0/numbers';
    expect(await scene.world.page(`${place}/fresh`)).toBeDefined();
    expect(await scene.docs('push', '--yes')).toMatchObject({ exitCode: 0 });
    expect(written(scene)).toEqual([]);
  });

  test('is pushed to under its new name once the folder has it', async () => {
    const scene = await renamed();
    await edit(scene);
    await scene.docs('push', '--yes');
    await rename(
      join(scene.world.folder, 'docs/v2.0/data'),
      join(scene.world.folder, 'docs/v2.0/numbers'),
    );
    expect(await scene.docs('push', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await scene.world.page('v2.0/numbers/next')).toMatchObject({
      draft: expect.stringContaining('Look at [the start](/numbers/start).'),
    });
    expect((await scene.world.platform.admin.pages()).length).toBe(PAGES + 4);
    expect(await scene.docs('push', '--yes')).toMatchObject({ exitCode: 0 });
    expect(scene.requests).toEqual(['GET /all']);
  });
});
