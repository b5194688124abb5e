/** What `docs pull` is told to take from the platform and the folder does not have. */
import { describe, expect, test } from 'vitest';
import { openWorld } from '../../support/world.ts';
import type { World } from '../../support/world.ts';

const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1/_settings.yaml': 'name: v1\npublished: true\n',
  'docs/v1/guide/_settings.yaml': 'title: Guide\n',
  'docs/v1/guide/intro.md': '---\ntitle: Intro\n---\n\nHow to begin.\n',
};

/** The platform has a version `2-8`, called 2.8, with two documentations, and an empty version. */
async function open(): Promise<World> {
  const world = await openWorld(FILES, { rateLimits: false });
  const { admin } = world.platform;
  await world.run('push', '--yes');
  await admin.createVersion({ slug: '2-8', name: '2.8' });
  await admin.createVersion({ slug: 'bare' });
  for (const [slug, title] of [
    ['api', 'The API'],
    ['guide', 'Guide'],
  ] as const) {
    const id = await admin.createDocumentation({ version: '2-8', slug, title });
    for (const name of ['start', 'next'])
      await admin.editor().create(id, { title: name, slug: name, content: `Of ${slug}.` });
  }
  return world;
}

const EVERY = ['api/next', 'api/start', 'guide/next', 'guide/start'];

const made = async (world: World): Promise<string[]> => {
  const there: string[] = [];
  for (const page of EVERY) if (await world.exists(`docs/2-8/${page}.md`)) there.push(page);
  return there;
};

describe('docs pull of what the folder does not have', () => {
  test.each([
    ['2-8', EVERY],
    ['2-8/', EVERY],
    ['2-8/api', ['api/next', 'api/start']],
    ['2-8/api/start', ['api/start']],
    ['bare', []],
  ])('makes the files of %s', async (name, pages) => {
    const world = await open();
    const pulled = await world.run('pull', name, '--yes');
    expect(pulled).toMatchObject({ exitCode: 0 });
    expect(await made(world)).toEqual(pages);
  });

  test('takes over what changed in a version of which it has files', async () => {
    const world = await open();
    await world.run('pull', '2-8', '--yes');
    await world.edit('2-8/api/start', 'Edited.');
    await world.edit('v1/guide/intro', 'Edited.');
    expect(await world.run('pull', '2-8', '--yes')).toMatchObject({ exitCode: 0 });
    expect(await world.read('docs/2-8/api/start.md')).toContain('Edited.');
    expect(await world.read('docs/v1/guide/intro.md')).toBe(FILES['docs/v1/guide/intro.md']);
  });

  test.each([
    ['2.8', 'Did you mean 2-8?'],
    ['2.8/api/', 'Did you mean 2-8/api?'],
    ['2-8/apis', 'Did you mean 2-8/api?'],
    ['Reference', 'Name pages by file, folder, key (version/documentation/slug) or id'],
  ])('%s, a name that only people use, is refused: %s', async (name, hint) => {
    const world = await open();
    const pulled = await world.run('pull', name, '--yes');
    expect(pulled).toMatchObject({ exitCode: 2 });
    expect(pulled.stderr).toContain(hint);
  });

  test('refuses a name that nobody has, here or there', async () => {
    const world = await open();
    const pulled = await world.run('pull', '2.9', '--yes');
    expect(pulled).toMatchObject({ exitCode: 2 });
    expect(pulled.stderr).toContain('There is no page "2.9" in this folder or on the platform');
    for (const name of ['v1/guide/nope', '2-8/api/nope']) {
      const run = await world.run('pull', 'v1/guide/intro', name, '--yes');
      expect(run).toMatchObject({ exitCode: 2 });
      expect(run.stderr).toContain(`There is no page "${name}" in this folder or on the platform`);
    }
    const pushed = await world.run('push', '2.8', '--yes');
    expect(pushed).toMatchObject({ exitCode: 2 });
    expect(pushed.stderr).toContain('There is no page "2.8" in this folder.');
  });
});
