import { readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { openWorld } from '../../support/world.ts';
import type { World } from '../../support/world.ts';

const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1.0/_settings.yaml': 'name: Version 1.0\npublished: true\n',
  'docs/v1.0/guides/intro.md': '---\ntitle: Introduction\n---\n\nFirst.\n',
  'docs/v1.0/guides/same-1.md': '---\ntitle: Interfaces\n---\n\nOne.\n',
  'docs/v1.0/guides/same-2.md': '---\ntitle: Interfaces\n---\n\nTwo.\n',
};

async function pushedWorld(): Promise<World> {
  const world = await openWorld(FILES);
  await world.run('push', '--publish', '--yes');
  return world;
}

const drafted = async (world: World, key: string): Promise<string | null | undefined> => {
  const page = await world.page(key);
  return page && (page.draft ?? page.published);
};

describe('a page is named by', () => {
  test('key, id, file, title, or slug inside --in', async () => {
    const world = await pushedWorld();
    const { id } = (await world.page('v1.0/guides/intro')) ?? {};
    const names = [
      ['v1.0/guides/intro'],
      ['latest/guides/intro'],
      [String(id)],
      ['docs/v1.0/guides/intro.md'],
      ['introduction'],
      ['intro', '--in', 'v1.0/guides'],
      ['guides/intro', '--in', 'latest'],
      ['Introduction', '--in', 'v1.0'],
      ['Introduction', '--in', 'v1.0/guides'],
    ];
    for (const name of names) {
      expect(await world.run('page', 'get', ...name)).toMatchObject({
        exitCode: 0,
        stdout: 'First.',
      });
    }
  });

  test('no title that several have: the candidates are listed', async () => {
    const world = await pushedWorld();
    const run = await world.run('page', 'get', 'Interfaces');

    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toMatch(
      /is the title of 2 pages: \d+ in v1\.0\/guides and \d+ in v1\.0\/guides\./,
    );
  });

  test('a slug with a version only: told what it wants', async () => {
    const world = await pushedWorld();
    const run = await world.run('page', 'get', 'intro', '--in', 'v1.0');

    expect(run).toMatchObject({ exitCode: 1, stdout: '' });
    expect(run.stderr).toContain('Did you mean v1.0/guides/intro?');
    expect((await world.run('page', 'get', 'other', '--in', 'v1.0')).stderr).toContain(
      'A slug needs --in v1.0/documentation;',
    );
  });

  test.each([
    ['v2/guides/intro', 'There is no version "v2"; there is v1.0 (published).'],
    ['v1.0/guide/intro', 'There is no documentation "guide"; there is guides.'],
    ['v1.0/guides/intr', 'There is no page "intr" in v1.0/guides.'],
    ['v1.0/guides/itnro', 'Did you mean v1.0/guides/intro?'],
    ['Introdcution', 'Did you mean "Introduction"?'],
    ['itnro', 'Did you mean v1.0/guides/intro?'],
    [
      'docs/nothing.md',
      '"docs/nothing.md" is not a page file of this folder.\n  docs status lists',
    ],
    ['docs/v1.0/guides/itnro.md', 'Did you mean docs/v1.0/guides/intro.md?'],
    ['intro.md', 'Did you mean docs/v1.0/guides/intro.md?'],
  ])('%s names what is missing', async (name, message) => {
    const world = await pushedWorld();
    const run = await world.run('page', 'get', name);

    // This machine can tell about a file, only the platform about the others.
    expect(run).toMatchObject({ exitCode: name.endsWith('.md') ? 2 : 1, stdout: '' });
    expect(run.stderr).toContain(message);
  });
});

test.each(['v1.0/', '/guides', 'v1.0/guides/intro'])('--in %s is not a place', async (inside) => {
  const world = await openWorld(FILES);
  for (const argv of [['list'], ['get', 'intro']]) {
    const run = await world.run('page', ...argv, '--in', inside);
    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toContain(`version/documentation, not "${inside}"`);
  }
});

describe('page get', () => {
  test.each([
    ['nowhere/intro.md', 'There is no folder "nowhere"'],
    ['docs', '"docs" cannot be written: it is a folder'],
  ])('-o %s is refused in a sentence', async (file, reason) => {
    const world = await pushedWorld();
    const run = await world.run('page', 'get', 'v1.0/guides/intro', '-o', file);

    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toContain(`error ${reason}.`);
    expect(await readdir(world.folder)).not.toContainEqual(expect.stringMatching(/^docs\.\d/));
  });

  test('gives the draft, or what is published, or says that there is none', async () => {
    const world = await pushedWorld();
    await world.write({
      'docs/v1.0/guides/intro.md': '---\ntitle: Introduction\n---\n\nSecond.\n',
    });
    await world.run('push', '--yes');

    const texts = [[], ['--draft'], ['--published']].map((option) =>
      world.run('page', 'get', 'v1.0/guides/intro', ...option),
    );
    expect((await Promise.all(texts)).map(({ stdout }) => stdout)).toEqual([
      'Second.',
      'Second.',
      'First.',
    ]);
    expect(await world.run('page', 'get', 'v1.0/guides/same-1', '--draft')).toMatchObject({
      exitCode: 1,
      stdout: '',
    });
  });
});

describe('page push', () => {
  test('makes a page of standard input, and updates it: the title stays', async () => {
    const world = await pushedWorld();
    const push = (stdin: string, ...argv: string[]) =>
      world.runAs(
        { stdin },
        'page',
        'push',
        '-',
        '--in',
        'v1.0/guides',
        '--slug',
        'news',
        ...argv,
        '--yes',
      );

    expect(await push('One.\n', '--title', 'What is new', '--publish')).toMatchObject({
      exitCode: 0,
    });
    expect(await push('Two.\n')).toMatchObject({ exitCode: 0 });

    expect(await world.page('v1.0/guides/news')).toMatchObject({
      title: 'What is new',
      draft: 'Two.',
      published: 'One.',
    });
  });

  test('of standard input wants a slug, and suggests one', async () => {
    const world = await pushedWorld();
    const argv = ['page', 'push', '-', '--in', 'v1.0/guides', '--title', 'What is new?', '--yes'];
    const run = await world.runAs({ stdin: 'One.' }, ...argv);

    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toContain('Add --slug what-is-new-');
  });

  test('leaves the folder as it was, but for the lock', async () => {
    const world = await pushedWorld();
    await world.runAs(
      { stdin: 'One.' },
      'page',
      'push',
      '-',
      '--in',
      'v1.0/guides',
      '--slug',
      'news',
      '--yes',
    );

    expect(await readdir(`${world.folder}/docs/v1.0/guides`)).toEqual([
      'intro.md',
      'same-1.md',
      'same-2.md',
    ]);
    expect(await world.run('status')).toMatchObject({ exitCode: 0 });
  });

  test('does not overwrite what was edited on the platform, unless --ours says so', async () => {
    const world = await pushedWorld();
    const push = (stdin: string, ...argv: string[]) =>
      world.runAs(
        { stdin },
        'page',
        'push',
        '-',
        '--in',
        'v1.0/guides',
        '--slug',
        'news',
        '--title',
        'News',
        ...argv,
        '--yes',
      );
    await push('One.');
    const { id } = (await world.page('v1.0/guides/news')) ?? {};
    await world.run(
      'api',
      'PUT',
      `/page/${id}`,
      '-f',
      'slug=news',
      '-f',
      'content=Edited.',
      '--yes',
    );

    expect(await push('Two.')).toMatchObject({ exitCode: 5 });
    expect(await drafted(world, 'v1.0/guides/news')).toBe('Edited.');
    expect(await push('Two.', '--ours')).toMatchObject({ exitCode: 0 });
    expect(await drafted(world, 'v1.0/guides/news')).toBe('Two.');
  });

  test('without a config file leaves nothing behind', async () => {
    const world = await openWorld(
      { 'note.md': 'A note.\n' },
      { seedFolder: (await pushedWorld()).folder },
    );
    const run = await world.run('page', 'push', 'note.md', '--in', 'v1.0/guides', '--yes');

    expect(run).toMatchObject({ exitCode: 0 });
    expect(await drafted(world, 'v1.0/guides/note')).toBe('A note.');
    expect(await readdir(world.folder)).toEqual(['note.md']);
  });

  test.each([
    '---\ntitle: A draft\n--- draft\n\nText.\n',
    '---\ntitle: Unlisted\nlisted: false\n\nText.\n',
  ])('sends nothing of a file whose header is not closed: %j', async (stdin) => {
    const world = await pushedWorld();
    await world.write({ 'note.md': stdin });
    for (const file of ['-', 'note.md']) {
      const where = ['--in', 'v1.0/guides', '--slug', 'news', '--publish', '--yes'];
      const run = await world.runAs({ stdin }, 'page', 'push', file, ...where);
      expect(run).toMatchObject({ exitCode: 1, stdout: '' });
      expect(run.stderr).toContain('has a header that is not closed');
    }
    expect(await world.page('v1.0/guides/news')).toBeUndefined();
  });

  test.each([
    [['-'], 'is in no content folder'],
    [['-', '--in', '../..'], 'is a relative path'],
    [['-', '--in', 'v1.0'], 'is not a documentation'],
    [['-', '--in', 'v1.0/guides'], 'needs a slug'],
    [['-', '--in', 'v1.0/guides', '--slug', '../x'], 'contains a slash'],
    [['nothing.md', '--in', 'v1.0/guides'], 'there is no such file'],
  ])('%j is a usage error', async (argv, message) => {
    const world = await pushedWorld();
    const run = await world.runAs({ stdin: 'Text' }, 'page', 'push', ...argv, '--yes');

    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toContain(message);
  });
});

test('page publish publishes drafts, and leaves alone what has none', async () => {
  const world = await openWorld(FILES);
  await world.run('push', '--yes');
  const keys = ['v1.0/guides/intro', 'v1.0/guides/same-1'];

  expect(await world.run('page', 'publish', ...keys, '--yes')).toMatchObject({ exitCode: 0 });
  expect(await world.page('v1.0/guides/intro')).toMatchObject({ draft: null, published: 'First.' });
  const again = await world.run('page', 'publish', ...keys, '--json', '--yes');
  expect(JSON.parse(again.stdout)).toMatchObject({
    dryRun: false,
    items: keys.map((name) => ({ name, state: 'unchanged' })),
    counts: { unchanged: 2 },
  });
});

describe('page list', () => {
  test('shows the slugs that the lock knows', async () => {
    const world = await pushedWorld();
    const run = await world.run('page', 'list', '--in', 'v1.0/guides');
    const json = JSON.parse((await world.run('page', 'list', '--json')).stdout) as {
      slug: string | null;
    }[];

    expect(run.stdout).toMatch(/TITLE +IN +SLUG/);
    expect(run.stdout).toMatch(/Introduction +v1\.0\/guides +intro /);
    expect(json.map(({ slug }) => slug)).not.toContain(null);
    await world.remove('docs-cli.lock');
    expect((await world.run('page', 'list')).stdout).not.toContain('SLUG');
  });

  test('--limit shows so many, and says how many there are', async () => {
    const world = await pushedWorld();
    const all = JSON.parse((await world.run('page', 'list', '--json')).stdout) as unknown[];
    const run = await world.run('page', 'list', '--limit', '2', '--json', '--verbose');

    expect(JSON.parse(run.stdout)).toEqual(all.slice(0, 2));
    expect(run.stderr).toContain(`2 of ${all.length} pages`);
    expect(await world.run('page', 'list', '--limit', '0')).toMatchObject({ exitCode: 2 });
  });
});
