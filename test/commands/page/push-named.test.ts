/** A file named to `docs page push` is in the result by the name typed, or in an error. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openWorld, type World } from '../../support/world.ts';

const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1.0/guide/intro.md': '---\ntitle: Intro\n---\n\nHello.\n',
  'one/index.md': '---\ntitle: One\n---\n\nOne.\n',
  'two/index.md': '---\ntitle: Two\n---\n\nTwo.\n',
  'more/note.md': '---\ntitle: Note\n---\n\nA note.\n',
};
const WHERE = ['--in', 'v1.0/guide', '--yes'];

describe('docs page push', () => {
  test('refuses files that would be one page, naming both', async () => {
    const world = await openWorld(FILES);
    const run = await world.run('page', 'push', 'one/index.md', 'two/index.md', ...WHERE);

    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toContain(
      '"one/index.md" and "two/index.md" would be one page: both have the slug "index".',
    );
    expect(await world.page('v1.0/guide/index')).toBeUndefined();
  });

  test('refuses a file name that the platform refuses as a slug, and names another', async () => {
    const world = await openWorld({ ...FILES, 'more/Über uns.md': FILES['more/note.md'] });
    const run = await world.run('page', 'push', 'more/Über uns.md', ...WHERE);

    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toContain('The platform refuses the slug "Über uns".');
    expect(run.stderr).toContain('Give --slug ueber-uns');
  });

  test('sends a file that is named twice once', async () => {
    const world = await openWorld(FILES);
    const run = await world.run('page', 'push', 'more/note.md', './more/note.md', ...WHERE);

    expect(run).toMatchObject({ exitCode: 0 });
    expect(run.stdout).toContain('1 page created');
  });

  test('refuses a file that is not UTF-8, and sends nothing', async () => {
    const world = await openWorld(FILES);
    const latin = Buffer.from('---\ntitle: Caf\u00e9\n---\n\nD\u00e9j\u00e0 vu.\n', 'latin1');
    await writeFile(join(world.folder, 'more/latin.md'), latin);
    const run = await world.run('page', 'push', 'more/note.md', 'more/latin.md', ...WHERE);

    expect(run.exitCode).not.toBe(0);
    expect(run.stderr).toContain('more/latin.md');
    expect(run.stderr).toContain('is not valid UTF-8');
    expect(await world.page('v1.0/guide/note')).toBeUndefined();
  });

  test('names files as typed, in --json and in annotations', async () => {
    const world = await openWorld(FILES);
    const sent = await world.run('page', 'push', 'more/note.md', ...WHERE, '--json');
    expect(JSON.parse(sent.stdout)).toMatchObject({
      plan: [{ file: 'more/note.md' }],
      applied: [{ file: 'more/note.md' }],
    });
    await world.edit('v1.0/guide/note', 'Theirs.');
    await world.write({ 'more/note.md': '---\ntitle: Note\n---\n\nOurs.\n' });
    const env = { GITHUB_ACTIONS: 'true', CI: 'true' };
    const refused = await world.runAs({ env }, 'page', 'push', 'more/note.md', ...WHERE);
    expect(refused.exitCode).toBe(5);
    expect(refused.stdout + refused.stderr).toContain('file=more/note.md');
    expect(refused.stdout + refused.stderr).not.toContain('.docs-cli');
  });

  test.each([
    ['missing', ['more/gone.md']],
    ['a folder', ['more']],
    ['a glob that nothing matched', ['more/*.txt']],
    ['a link out of the project', ['more/link.md']],
  ])('names a file that it cannot send: %s', async (_, [name = '']) => {
    const world = await openWorld(FILES);
    if (name === 'more/link.md') {
      const { symlink } = await import('node:fs/promises');
      await symlink('/etc/hostname', join(world.folder, name));
    }
    const run = await world.run('page', 'push', 'more/note.md', name, ...WHERE);

    expect(run.exitCode).toBe(2);
    expect(run.stderr).toContain(`"${name}"`);
    expect(await world.page('v1.0/guide/note')).toBeUndefined();
  });
});

describe('the page that docs page push names is no other one', () => {
  const NOTES = 'The same notes, one page per product.\n';
  const push = (world: World, ...argv: string[]) =>
    world.runAs({ stdin: NOTES }, 'page', 'push', ...argv, ...WHERE, '--publish');

  test.each(['-', 'note.md'])('although a live page has the same text: %s', async (file) => {
    const world = await openWorld({ ...FILES, 'note.md': NOTES });
    await world.run('push', '--publish', '--yes');
    await push(world, 'note.md', '--slug', 'zz');
    const first = await world.page('v1.0/guide/zz');

    const second = await push(world, file, '--slug', 'zz2');

    expect(second).toMatchObject({ exitCode: 0 });
    expect(second.stdout).toContain('1 page created');
    expect(await world.page('v1.0/guide/zz')).toEqual(first);
    expect(await world.page('v1.0/guide/zz2')).toMatchObject({ published: NOTES.trim() });
    expect((await push(world, file, '--slug', 'zz2')).stdout).toContain('Nothing');
  });

  test('although a page with a file has the same text and title', async () => {
    const world = await openWorld({ ...FILES, 'copy.md': FILES['docs/v1.0/guide/intro.md'] });
    await world.run('push', '--publish', '--yes');
    const intro = await world.page('v1.0/guide/intro');

    const run = await push(world, 'copy.md');

    expect(run.stdout).toContain('1 page created');
    expect(run.stderr).not.toContain('was moved');
    expect(await world.page('v1.0/guide/intro')).toEqual(intro);
  });

  test('although a page that the lock lacks has the same text and title', async () => {
    const world = await openWorld({ ...FILES, 'note.md': NOTES });
    await push(world, 'note.md', '--slug', 'zz', '--title', 'Notes');
    await rm(join(world.folder, 'docs-cli.lock'));
    await rm(join(world.folder, '.docs-cli'), { recursive: true });

    const run = await push(world, 'note.md', '--slug', 'zz2', '--title', 'Notes');

    expect(run.stdout).toContain('1 page created');
    expect(await world.page('v1.0/guide/zz')).toMatchObject({ title: 'Notes' });
  });
});

describe('the page of a file in the folder is not sent from elsewhere', () => {
  const SETUP = '---\ntitle: Set up\n---\n\nRun the installer, then restart.\n';
  const OTHER = '---\ntitle: Set up\n---\n\nWritten elsewhere.\n';
  const SETUP_FILE = 'docs/v1.0/guide/setup.md';
  const pushed = async (files: Readonly<Record<string, string>> = { [SETUP_FILE]: SETUP }) => {
    const world = await openWorld({ ...FILES, 'other.md': OTHER, ...files });
    expect(await world.run('push', '--publish', '--yes')).toMatchObject({ exitCode: 0 });
    return world;
  };
  const push = (world: World, file: string, slug: string, ...argv: string[]) =>
    world.runAs({ stdin: OTHER }, 'page', 'push', file, '--slug', slug, ...argv, ...WHERE);

  test.each([
    ['other.md', []],
    ['-', []],
    ['-', ['--ours']],
    ['-', ['--publish', '--title', 'Elsewhere']],
  ])('neither from %s with %j', async (file, argv) => {
    const world = await pushed();
    const before = await world.page('v1.0/guide/setup');

    const run = await push(world, file, 'setup', ...argv);

    expect(run.exitCode).toBe(7);
    expect(run.stderr).toContain(`${SETUP_FILE} is the file of its page`);
    expect((await world.run('push', '--yes')).stdout).toContain('Nothing');
    expect(await world.page('v1.0/guide/setup')).toEqual(before);
  });

  test('nor if the name of the file is another one', async () => {
    const file = 'more/first.md';
    const world = await pushed({
      'docs-cli.config.yml': `${FILES['docs-cli.config.yml']}  - path: more\n    version: v1.0\n    documentation: more\n`,
      [file]: SETUP.replace('\n---\n', '\nslug: setup\n---\n'),
    });

    const where = ['--in', 'v1.0/more', '--yes'];
    const run = await world.run('page', 'push', 'other.md', '--slug', 'setup', ...where);

    expect(run.exitCode).toBe(7);
    expect(run.stderr).toContain(`${file} is the file of its page`);
  });

  test('nor if its file was renamed since', async () => {
    const world = await pushed();
    await world.remove(SETUP_FILE);
    await world.write({ 'docs/v1.0/guide/begin.md': SETUP });

    const run = await push(world, '-', 'setup');

    expect(run.exitCode).toBe(7);
    expect(run.stderr).toContain('docs/v1.0/guide/begin.md may be the file of its page');
  });

  test('nor under the slug that somebody gave it on the platform', async () => {
    const world = await pushed();
    const { id = 0 } = (await world.page('v1.0/guide/setup')) ?? {};
    await world.platform.admin.editor().edit(id, { slug: 'begin' });

    const run = await push(world, '-', 'begin');

    expect(run.exitCode).toBe(7);
    expect(run.stderr).toContain(`${SETUP_FILE} is the file of its page`);
    expect(await world.page('v1.0/guide/begin')).toMatchObject({
      published: 'Run the installer, then restart.',
    });
  });

  test('nor if a new file has never been sent', async () => {
    const world = await pushed({});
    await world.write({ [SETUP_FILE]: SETUP });

    expect(await push(world, '-', 'setup')).toMatchObject({ exitCode: 7 });
    expect(await world.page('v1.0/guide/setup')).toBeUndefined();
  });
});

describe('--slug is the address that the page has now', () => {
  const sent = async () => {
    const world = await openWorld(FILES);
    const push = (stdin: string, slug: string) =>
      world.runAs({ stdin }, 'page', 'push', '-', '--slug', slug, '--publish', ...WHERE);
    expect(await push('First.', 'news')).toMatchObject({ exitCode: 0 });
    const { id = 0 } = (await world.page('v1.0/guide/news')) ?? {};
    const editor = world.platform.admin.editor();
    await editor.edit(id, { slug: 'old-news', title: 'Old news' });
    return { world, push, editor };
  };

  test.each([false, true])('not one that it had before (taken again: %s)', async (isTaken) => {
    const { world, push, editor } = await sent();
    const documentation = await world.platform.admin.documentationId('v1.0', 'guide');
    if (isTaken)
      await editor.create(documentation, { title: 'News', slug: 'news', content: 'New.' });
    const before = await world.platform.admin.pages();

    const run = await push('Second.', 'news');

    expect(run.exitCode).toBe(7);
    expect(run.stderr).toContain('v1.0/guide/old-news');
    expect(await world.platform.admin.pages()).toEqual(before);
    expect(await push('Second.', 'old-news')).toMatchObject({ exitCode: 0 });
    expect(await world.page('v1.0/guide/old-news')).toMatchObject({
      title: 'Old news',
      published: 'Second.',
    });
    expect(await push('Third.', 'news')).toMatchObject({ exitCode: isTaken ? 5 : 0 });
  });
});
