/** What `docs` does where `GET /all` tells no slugs, as today's service does. */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { frontOf } from '../../support/without-slugs.ts';
import type { Front } from '../../support/without-slugs.ts';
import { openWorld } from '../../support/world.ts';
import type { World } from '../../support/world.ts';

const CONFIG = { 'docs-cli.config.yml': 'content:\n  - path: docs\n' };

interface Scene {
  readonly world: World;
  readonly front: Front;
  docs(...argv: string[]): ReturnType<World['run']>;
}

/** Versions v1.0 (`station`) and v2.0 (`station`, `data`, `bare`), with pages in all but `bare`. */
async function open(
  files: Readonly<Record<string, string>> = {},
  options: Parameters<typeof frontOf>[1] = {},
): Promise<Scene> {
  const world = await openWorld({ ...CONFIG, 'docs/.keep': '' }, { rateLimits: false });
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
  const front = await frontOf(world.platform, options);
  const env = { DOCS_BASE_URL: front.baseUrl };
  return {
    world,
    front,
    docs: (...argv) => {
      front.requests.length = 0;
      return world.runAs({ env }, ...argv);
    },
  };
}

const ALL = [
  'v1.0/station/last',
  'v1.0/station/next',
  'v1.0/station/start',
  'v2.0/data/table',
  'v2.0/station/last',
  'v2.0/station/next',
  'v2.0/station/start',
];

async function made({ world }: Scene): Promise<string[]> {
  const there: string[] = [];
  for (const page of ALL) if (await world.exists(`docs/${page}.md`)) there.push(page);
  return there;
}

const idOf = async ({ world }: Scene, key: string): Promise<number> =>
  (await world.page(key))?.id ?? 0;

const page = (title: string, text: string): string => `---\ntitle: ${title}\n---\n\n${text}\n`;

describe('a first pull where GET /all tells no slugs', () => {
  test('finds all pages', async () => {
    const scene = await open();
    const pulled = await scene.docs('pull', '--yes');
    expect(pulled).toMatchObject({ exitCode: 0 });
    expect(await made(scene)).toEqual(ALL);
  });

  test.each([
    ['v2.0/station', ALL.slice(4)],
    ['v2.0/The Station', ALL.slice(4)],
    ['Second/station/', ALL.slice(4)],
    ['v2.0', ALL.slice(3)],
    ['second', ALL.slice(3)],
    ['v2.0/station/next', ['v2.0/station/next']],
  ])('takes what %s names', async (name, pages) => {
    const scene = await open();
    expect(await scene.docs('pull', name, '--yes')).toMatchObject({ exitCode: 0 });
    expect(await made(scene)).toEqual(pages);
  });

  test('takes the page with an id', async () => {
    const scene = await open();
    const id = await idOf(scene, 'v2.0/station/next');
    const pulled = await scene.docs('pull', String(id), '--yes');
    expect(pulled).toMatchObject({ exitCode: 0 });
    expect(await made(scene)).toEqual(['v2.0/station/next']);
  });

  test('says how many pages are out of sight where documentations cannot be listed', async () => {
    const scene = await open({}, { lists: false });
    const pulled = await scene.docs('pull', '--yes');
    expect(pulled.stderr).toContain('7 pages');
    expect(pulled.stderr + pulled.stdout).not.toContain('Nothing changed');
    expect(pulled).toMatchObject({ exitCode: 7 });
  });

  test('finds what a key may see that is limited to one version', async () => {
    const scene = await open();
    const key = await scene.world.platform.admin.createKey({
      name: 'limited',
      permissions: ['project.read', 'page.read'],
      versions: ['v1.0'],
    });
    const pulled = await scene.world.runAs(
      { env: { DOCS_BASE_URL: scene.front.baseUrl, DOCS_API_KEY: key } },
      'pull',
      '--yes',
    );
    expect(pulled).toMatchObject({ exitCode: 0 });
    expect(await made(scene)).toEqual(ALL.slice(0, 3));
  });
});

describe('a first push where GET /all tells no slugs', () => {
  test.each(['v2.0/data', 'v2.0/bare'])('makes pages in %s', async (place) => {
    const scene = await open({ [`docs/${place}/fresh.md`]: page('Fresh', 'New.') });
    expect(await scene.docs('push', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await scene.world.page(`${place}/fresh`)).toMatchObject({ title: 'Fresh' });
    expect(await scene.docs('push', '--yes')).toMatchObject({ exitCode: 0 });
    expect(scene.front.requests).toEqual(['GET /all']);
  });

  test('says that it was not found out, where it was not, and not that there is none', async () => {
    const scene = await open(
      { 'docs/v2.0/bare/fresh.md': page('Fresh', 'New.') },
      { lists: false },
    );
    const pushed = await scene.docs('push', '--yes');
    expect(pushed).toMatchObject({ exitCode: 7 });
    expect(pushed.stderr.replaceAll(/\s+/g, ' ')).toContain('It is not known whether');
    expect(pushed.stderr).not.toContain('has no documentation');
  });

  test('says which documentations there are, where the one that is meant is not', async () => {
    const scene = await open({ 'docs/v2.0/dota/fresh.md': page('Fresh', 'New.') });
    const pushed = await scene.docs('push', '--yes');
    expect(pushed).toMatchObject({ exitCode: 7 });
    expect(pushed.stderr.replaceAll(/\s+/g, ' ')).toContain('Did you mean "v2.0/data"?');
  });

  test('finds pages again whose lock is lost, and makes none twice', async () => {
    const scene = await open();
    await scene.docs('pull', '--yes');
    await scene.world.remove('docs-cli.lock');
    expect(await scene.docs('push', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await scene.world.platform.admin.pages()).toHaveLength(ALL.length);
    expect(await scene.docs('push', '--yes')).toMatchObject({ exitCode: 0 });
    expect(scene.front.requests).toEqual(['GET /all']);
  });
});

describe('a lock where GET /all tells no slugs', () => {
  test('makes one request of a push, a check and a pull that have nothing to do', async () => {
    const scene = await open();
    await scene.docs('pull', '--yes');
    await scene.world.write({ 'docs/v2.0/bare/_settings.yaml': 'title: Bare\n' });
    await scene.docs('push', '--yes');
    for (const argv of [
      ['push', '--yes'],
      ['push', '--check'],
    ]) {
      expect(await scene.docs(...argv)).toMatchObject({ exitCode: 0 });
      expect(scene.front.requests).toEqual(['GET /all']);
    }
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

  const written = ({ front: { requests } }: Scene): string[] =>
    requests.filter((request) => !request.startsWith('GET'));

  test('is warned of once, by the first page that is read, and written all the same', async () => {
    const scene = await renamed();
    await edit(scene);
    const pushed = await scene.docs('push', '--yes');
    expect(pushed).toMatchObject({ exitCode: 0 });
    const said = pushed.stderr.replaceAll(/\s+/g, ' ');
    expect(
      said.split('The platform now calls the documentation v2.0/data "v2.0/numbers".'),
    ).toHaveLength(2);
    expect(said).toContain('links that say v2.0/data lead nowhere until the folder is renamed.');
    expect(written(scene)).toHaveLength(4);
  });

  test('is warned of also where only the answer of a write shows it', async () => {
    const scene = await renamed();
    await scene.world.write({ 'docs/v2.0/data/fresh.md': page('Fresh', 'Fresh.') });
    const pushed = await scene.docs('push', '--yes', '--json');
    expect(pushed).toMatchObject({ exitCode: 0 });
    expect(JSON.parse(pushed.stdout).warnings).toEqual([
      expect.stringContaining('The platform now calls the documentation v2.0/data'),
    ]);
    expect(await scene.world.page('v2.0/numbers/fresh')).toBeDefined();
  });

  test('is not the only thing that is warned of: a version is as well', async () => {
    const scene = await renamed();
    await scene.world.platform.admin.renameDocumentation('v2.0', 'numbers', 'data');
    await scene.docs('version', 'update', 'v2.0', '--slug', 'v3.0', '--yes');
    await edit(scene);
    const pushed = await scene.docs('push', '--yes');
    expect(pushed).toMatchObject({ exitCode: 0 });
    const said = pushed.stderr.replaceAll(/\s+/g, ' ');
    expect(said).toContain('The platform now calls the version v2.0 "v3.0".');
    expect(written(scene)).toHaveLength(4);
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
    expect((await scene.world.platform.admin.pages()).length).toBe(ALL.length + 4);
    expect(await scene.docs('push', '--yes')).toMatchObject({ exitCode: 0 });
    expect(scene.front.requests).toEqual(['GET /all']);
  });
});
