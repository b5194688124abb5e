/** An unpublished documentation or version that gets a folder is one there, too: `docs build` does not show it. */
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readArchive } from '../../../src/content/archive/read-texts.ts';
import { readProject } from '../../../src/content/export/read-export.ts';
import { REVISIONS } from '../../support/revisions.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { runDocs } from '../../support/host.ts';
import { openWorld, type World } from '../../support/world.ts';

const page = (title: string): string => `---\ntitle: ${title}\n---\n\nText of ${title}.\n`;

const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1.0/_settings.yaml': 'name: v1.0\n',
  'docs/v1.0/open/_settings.yaml': 'title: Open\n',
  'docs/v1.0/open/a.md': page('A'),
  'docs/v1.0/closed/_settings.yaml': 'title: Closed\n',
  'docs/v1.0/closed/b.md': page('B'),
  'docs/v2.0/_settings.yaml': 'name: v2.0\npublished: false\n',
  'docs/v2.0/open/_settings.yaml': 'title: Open\n',
  'docs/v2.0/open/c.md': page('C'),
};

const DEFINITION = (title: string): string =>
  `openapi: 3.0.3\ninfo: { title: ${title}, version: "1" }\npaths: {}\n`;

/** A platform with published pages, of which readers see `v1.0/open` only. */
async function openPlatform(api: (typeof REVISIONS)[number]): Promise<World> {
  const world = await openWorld(FILES, { api });
  expect(await world.run('push', '--publish', '--yes')).toMatchObject({ exitCode: 0 });
  await world.platform.admin.publishDocumentation('v1.0', 'closed', false);
  await world.run('version', 'unpublish', 'v2.0', '--yes');
  return world;
}

/** What a build shows of the folder `content`. */
async function builtOf(world: World, content: string): Promise<string> {
  await world.write({ 'docs-cli.config.yml': `content:\n  - path: ${content}\n` });
  expect((await world.run('build', '--out', 'site')).stderr).not.toContain('rror');
  return world.read('site/docs-build.json');
}

const expectOpenOnly = (built: string): void => {
  expect(built).toContain('v1.0/open/a.html');
  expect(built).not.toContain('closed');
  expect(built).not.toContain('v2.0/open');
};

test.each(['v1.0', 'v1.0/open'])(
  'settings of %s that are a link out of the project stop a push, and a build shows none of it',
  async (place) => {
    const { [`docs/${place}/_settings.yaml`]: _, ...files } = FILES as Record<string, string>;
    const world = await openWorld({ ...files, 'docs/v2.0/_settings.yaml': 'name: v2.0\n' });
    const outside = await temporaryFolder({ 'settings.yaml': 'published: false\n' });
    await symlink(
      join(outside, 'settings.yaml'),
      join(world.folder, `docs/${place}/_settings.yaml`),
    );

    const refusal = `docs/${place}/_settings.yaml`;
    const pushed = await world.run('push', '--publish', '--yes');
    expect(pushed).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(refusal) });
    expect((await world.platform.admin.pages()).map((one) => one.published)).toEqual([]);
    const built = await world.run('build', '--out', 'site');
    expect(built.stderr).toContain(refusal);
    expect(await world.read('site/docs-build.json')).not.toContain(`${place}/`);
  },
);

describe.each(REVISIONS)('of revision %s', (api) => {
  test('docs pull into an empty folder', async () => {
    const world = await openPlatform(api);
    await world.remove('docs-cli.lock');
    await world.write({
      'docs-cli.config.yml': 'content:\n  - path: pulled\n',
      'pulled/.keep': '',
    });

    expect(await world.run('pull', '--yes')).toMatchObject({ exitCode: 0 });

    expect(await world.read('pulled/v1.0/closed/_settings.yaml')).toBe(
      'title: Closed\npublished: false\n',
    );
    expect(await world.read('pulled/v1.0/open/_settings.yaml')).toBe('title: Open\n');
    expectOpenOnly(await builtOf(world, 'pulled'));
  });

  test('docs pull asks for what it has to know once for each version with a new folder', async () => {
    const world = await openPlatform(api);
    await world.remove('docs-cli.lock');
    await world.write({
      'docs-cli.config.yml': 'content:\n  - path: pulled\n',
      'pulled/.keep': '',
    });
    world.platform.requests.reset();
    await world.run('pull', '--yes');
    expect(world.platform.requests.byOperation()).toMatchObject({ listDocumentations: 2 });

    await world.edit('v1.0/open/a', 'Edited.');
    world.platform.requests.reset();
    expect(await world.run('pull', '--yes')).toMatchObject({ exitCode: 0 });
    expect(world.platform.requests.byOperation()).not.toHaveProperty('listDocumentations');
  });

  test('docs export --extract', async () => {
    const world = await openPlatform(api);

    expect(await world.run('export', '--extract', 'out')).toMatchObject({ exitCode: 0 });

    expect(await world.read('out/v2.0/_settings.yaml')).toContain('published: false\n');
    expect(await world.read('out/v1.0/_settings.yaml')).not.toContain('published');
    expectOpenOnly(await builtOf(world, 'out'));
  });

  test('docs export of a ZIP, and docs import of that', async () => {
    const world = await openPlatform(api);
    await world.run('export', '-o', 'all.zip');

    expect(await world.run('import', 'all.zip', '--out', 'imported')).toMatchObject({
      exitCode: 0,
    });

    expectOpenOnly(await builtOf(world, 'imported'));
  });

  test('a definition that is a draft only stays one: docs export, docs import, docs build and a platform that loads the ZIP', async () => {
    const world = await openWorld(FILES, { api });
    await world.write({ 'shown.yaml': DEFINITION('Shown'), 'draft.yaml': DEFINITION('Draft') });
    await world.run('ref', 'upload', 'shown.yaml', '--in', 'v1.0', '--create', '--yes');
    const argv = ['ref', 'upload', 'draft.yaml', '--in', 'v1.0', '--create', '--yes', '--draft'];
    expect(await world.run(...argv)).toMatchObject({ exitCode: 0 });
    // In a clone, readers see a definition only once it is published there.
    await world.run('version', 'clone', 'v1.0', '--name', 'v3', '--yes');

    expect(await world.run('export', '--extract', 'out', '-o', 'all.zip')).toMatchObject({
      exitCode: 0,
    });
    expect(await world.run('import', 'all.zip', '--out', 'imported')).toMatchObject({
      exitCode: 0,
    });

    expect(await world.read('out/v3/refs/shown.settings.yaml')).toBe('published: false\n');
    for (const folder of ['out', 'imported']) {
      expect(await world.read(`${folder}/v1.0/refs/draft.yaml`)).toBe(DEFINITION('Draft'));
      expect(await world.read(`${folder}/v1.0/refs/draft.settings.yaml`)).toBe(
        'published: false\n',
      );
      expect(await world.exists(`${folder}/v1.0/refs/shown.settings.yaml`)).toBe(false);
      const built = await builtOf(world, folder);
      expect(built).toContain('v1.0/shown/ref.html');
      expect(built).not.toContain('draft');
    }

    const other = await openWorld({ 'docs-cli.config.yml': 'content: []\n' }, { api });
    const archive = await readArchive(join(world.folder, 'all.zip'));
    await other.platform.admin.load(readProject(archive));
    const definitionOf = async (...argv: string[]) =>
      (await other.run('ref', 'get', ...argv)).stdout;
    expect(await definitionOf('v1.0/Shown')).toBe(DEFINITION('Shown'));
    expect(await definitionOf('v1.0/Draft')).toBe('');
    expect(await definitionOf('v1.0/Draft', '--draft')).toBe(DEFINITION('Draft'));
  });
});

test('docs pull and docs export hide what the platform does not tell about, and say so', async () => {
  const world = await openWorld(FILES, {
    inFront: (next) => (request) =>
      /\/documentation(?:\?|$)/.test(request.target)
        ? Promise.resolve({
            status: 404,
            headers: { 'content-type': 'application/json' },
            body: '{}',
          })
        : next(request),
  });
  expect(await world.run('push', '--publish', '--yes')).toMatchObject({ exitCode: 0 });
  await world.remove('docs-cli.lock');
  await world.write({ 'docs-cli.config.yml': 'content:\n  - path: pulled\n', 'pulled/.keep': '' });

  const run = await world.run('pull', '--yes');

  expect(run).toMatchObject({ exitCode: 0 });
  expect(run.stderr).toContain(
    'The platform does not tell whether readers see v1.0/closed, v1.0/open, v2.0/open: their new _settings.yaml says `published: false`.',
  );
  expect(await world.read('pulled/v1.0/open/_settings.yaml')).toContain('published: false');
  const exported = await world.run('export', '--extract', 'out');
  expect(exported.stderr).toContain('does not tell which documentations readers see');
  expect(await world.read('out/v1.0/open/_settings.yaml')).toContain('published: false');
});

test('docs import of an export that does not tell what is published says so', async () => {
  const cwd = await temporaryFolder({
    'export/v1.0/Guide/settings.json': '{"slug":"guide"}',
    'export/v1.0/Guide/1 A.md': '---\ntype: page\ntitle: A\n---published\n\nText\n',
  });

  const run = await runDocs(['import', 'export', '--out', 'imported'], { cwd });

  expect(run.exitCode).toBe(0);
  expect(run.stdout + run.stderr).toContain('An export does not say which versions are published');
});
