import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openWorld, type World } from '../../support/world.ts';

const page = (title: string, body: string, header = ''): string =>
  `---\ntype: page\ntitle: ${title}\n${header}---\n\n${body}\n`;

const GUIDE = 'docs/v1/guide';
const NAV = '# Ours\nitems:\n  - category: Start # first\n    items: [intro, setup]\n';

/** In the repository layout a file's name is its page's slug. */
const REPOSITORY = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1/_settings.yaml': 'name: v1\n',
  [`${GUIDE}/_settings.yaml`]: 'title: Guide\n',
  [`${GUIDE}/_nav.yaml`]: NAV,
  [`${GUIDE}/intro.md`]: page('Intro', 'See [setup](setup.md#two "Two").'),
  [`${GUIDE}/setup.md`]: page('Setup', 'Back to [intro](intro.md), or [here](#here).'),
};

async function renameOnPlatform(world: World, key: string, slug: string, content?: string) {
  const found = await world.page(key);
  await world.platform.admin
    .editor()
    .edit(found?.id ?? 0, { slug, ...(content === undefined ? {} : { content }) });
}

async function forget({ folder }: World): Promise<void> {
  for (const name of ['docs-cli.lock', '.docs-cli'])
    await rm(join(folder, name), { recursive: true });
}

const kinds = (stdout: string): string[] =>
  (JSON.parse(stdout).plan as { kind: string; key: string }[]).map(
    ({ kind, key }) => `${kind} ${key}`,
  );

describe('a slug that was changed on the platform', () => {
  test('is the file’s new name after a pull; the list of pages and links in other files follow', async () => {
    const world = await openWorld(REPOSITORY);
    await world.run('push', '--yes');
    await renameOnPlatform(world, 'v1/guide/setup', 'installing');

    const shown = await world.run('status');
    expect(shown.stdout).toContain('slug; its URL is now v1/guide/installing');
    expect(await world.exists(`${GUIDE}/setup.md`)).toBe(true);
    const pulled = await world.run('pull', '--json');

    expect(pulled).toMatchObject({ exitCode: 0 });
    expect(JSON.parse(pulled.stdout).applied).toMatchObject([
      { kind: 'pull', fields: ['slug'], to: 'v1/guide/installing' },
    ]);
    expect(await world.exists(`${GUIDE}/setup.md`)).toBe(false);
    expect(await world.read(`${GUIDE}/installing.md`)).toBe(REPOSITORY[`${GUIDE}/setup.md`]);
    expect(await world.read(`${GUIDE}/_nav.yaml`)).toBe(NAV.replace('setup', 'installing'));
    expect(await world.read(`${GUIDE}/intro.md`)).toBe(
      page('Intro', 'See [setup](installing.md#two "Two").'),
    );
    // On the platform the other page still has the link to the old URL: a push mends it.
    const pushed = await world.run('push', '--json', '--yes');
    expect(kinds(pushed.stdout)).toEqual(['update v1/guide/intro']);
    expect((await world.page('v1/guide/intro'))?.draft).toBe(
      'See [setup](/guide/installing#two "Two").',
    );
    expect(kinds((await world.run('pull', '--json')).stdout)).toEqual([]);
    expect(await world.platform.admin.pages()).toHaveLength(2);
  });

  test('is followed to the end by the next pull, where the one before was killed in between', async () => {
    const world = await openWorld(REPOSITORY);
    await world.run('push', '--yes');
    await renameOnPlatform(world, 'v1/guide/setup', 'installing');
    // All that is written before the file gets its name.
    await world.write({
      [`${GUIDE}/intro.md`]: page('Intro', 'See [setup](installing.md#two "Two").'),
      [`${GUIDE}/_nav.yaml`]: NAV.replace('setup', 'installing'),
    });

    expect(await world.run('pull')).toMatchObject({ exitCode: 0 });

    expect(await world.read(`${GUIDE}/installing.md`)).toBe(REPOSITORY[`${GUIDE}/setup.md`]);
    const { applied } = JSON.parse((await world.run('push', '--json', '--yes')).stdout);
    expect(applied).toMatchObject([{ kind: 'update', key: 'v1/guide/intro' }]);
  });

  test('does not take a second file for a second name, however alike they are', async () => {
    const world = await openWorld(REPOSITORY);
    await world.run('push', '--yes');
    await renameOnPlatform(world, 'v1/guide/setup', 'installing');
    await world.write({ [`${GUIDE}/installing.md`]: REPOSITORY[`${GUIDE}/setup.md`] ?? '' });

    expect(await world.run('pull')).toMatchObject({ exitCode: 7 });

    expect(await world.exists(`${GUIDE}/setup.md`)).toBe(true);
    expect(await world.exists(`${GUIDE}/installing.md`)).toBe(true);
  });

  test('is known where the file has its new name, and the lock does not say so yet', async () => {
    const world = await openWorld(REPOSITORY);
    await world.run('push', '--yes');
    await renameOnPlatform(world, 'v1/guide/setup', 'installing');
    await world.write({ [`${GUIDE}/installing.md`]: REPOSITORY[`${GUIDE}/setup.md`] ?? '' });
    await world.remove(`${GUIDE}/setup.md`);

    const pulled = await world.run('pull', '--json');

    expect(kinds(pulled.stdout)).toContain('adopt v1/guide/installing');
    expect(await world.platform.admin.pages()).toHaveLength(2);
  });

  test('comes together with a new text, also by docs sync --pull', async () => {
    const world = await openWorld(REPOSITORY);
    await world.run('push', '--yes');
    await renameOnPlatform(world, 'v1/guide/setup', 'installing', 'New text.');

    const synced = await world.run('sync', '--pull', '--yes');

    expect(synced).toMatchObject({ exitCode: 0 });
    expect(await world.read(`${GUIDE}/installing.md`)).toBe(page('Setup', 'New text.'));
    const again = await world.run('sync', '--pull', '--json', '--yes');
    expect(kinds(again.stdout)).toEqual(['update v1/guide/intro']);
  });

  test.each([
    ['pull', ['pull']],
    ['sync, which sends the text first,', ['sync', '--pull']],
  ])('leaves an edit made here as it is: docs %s', async (_, argv) => {
    const world = await openWorld(REPOSITORY);
    await world.run('push', '--yes');
    await renameOnPlatform(world, 'v1/guide/setup', 'installing');
    await world.write({ [`${GUIDE}/setup.md`]: page('Setup', 'Edited here.') });

    await world.run(...argv, '--yes');
    await world.run(...argv, '--yes');

    expect(await world.read(`${GUIDE}/installing.md`)).toBe(page('Setup', 'Edited here.'));
    expect(await world.exists(`${GUIDE}/setup.md`)).toBe(false);
    await world.run('push', '--yes');
    expect((await world.page('v1/guide/installing'))?.draft).toBe('Edited here.');
    expect(kinds((await world.run('pull', '--json')).stdout)).toEqual([]);
  });

  test('goes into the header where the layout has it there', async () => {
    const world = await openWorld({
      'docs-cli.config.yml':
        'content:\n  - path: docs\n    version: v1\n    documentation: guide\n',
      'docs/intro.md': page('Intro', 'See [setup](setup.md).'),
      'docs/setup.md': page('Setup', 'Text.', 'slug: set-up\nkeywords:  a,b\n'),
    });
    await world.run('push', '--yes');
    await renameOnPlatform(world, 'v1/guide/set-up', 'installing');
    await renameOnPlatform(world, 'v1/guide/intro', 'start');

    expect(await world.run('pull')).toMatchObject({ exitCode: 0 });

    expect(await world.read('docs/setup.md')).toBe(
      page('Setup', 'Text.', 'slug: installing\nkeywords:  a,b\n'),
    );
    expect(await world.read('docs/intro.md')).toBe(
      page('Intro', 'See [setup](setup.md).', 'slug: start\n'),
    );
    const pushed = await world.run('push', '--json', '--yes');
    expect(kinds(pushed.stdout)).toEqual(['update v1/guide/start']);
    expect(kinds((await world.run('push', '--json', '--yes')).stdout)).toEqual([]);
  });

  test('is in links of texts that come with it, where the layout has it in headers', async () => {
    const world = await openWorld({
      'docs-cli.config.yml':
        'content:\n  - path: docs\n    version: v1\n    documentation: guide\n',
      'docs/intro.md': page('Intro', 'See [setup](setup.md).'),
      'docs/setup.md': page('Setup', 'Text.'),
    });
    await world.run('push', '--yes');
    await renameOnPlatform(world, 'v1/guide/setup', 'installing');
    await renameOnPlatform(world, 'v1/guide/intro', 'intro', 'Now [setup](/guide/installing).');

    expect(await world.run('pull')).toMatchObject({ exitCode: 0 });

    expect(await world.read('docs/intro.md')).toBe(page('Intro', 'Now [setup](setup.md).'));
    expect(kinds((await world.run('push', '--json', '--yes')).stdout)).toEqual([]);
  });

  test('leads links to the right page where it was the slug of another page', async () => {
    const world = await openWorld(REPOSITORY);
    await world.run('push', '--yes');
    await renameOnPlatform(world, 'v1/guide/setup', 'x', 'Back to [intro](/guide/setup).');
    await renameOnPlatform(world, 'v1/guide/intro', 'setup');

    for (const _ of ['the last first', 'then the other']) await world.run('pull', '--yes');

    expect(await world.read(`${GUIDE}/setup.md`)).toContain('title: Intro');
    expect(await world.read(`${GUIDE}/x.md`)).toBe(page('Setup', 'Back to [intro](/guide/setup).'));
    expect(kinds((await world.run('pull', '--json')).stdout)).toEqual(['update v1/guide/setup']);
  });

  test('is in addresses of links too, and in links between two files that move', async () => {
    const world = await openWorld({
      ...REPOSITORY,
      [`${GUIDE}/more.md`]: page('More', 'See [a](/guide/setup), [b](/v1/guide/setup#two).'),
    });
    await world.run('push', '--yes');
    await renameOnPlatform(world, 'v1/guide/intro', 'begin');
    await renameOnPlatform(world, 'v1/guide/setup', 'installing');

    expect(await world.run('pull')).toMatchObject({ exitCode: 0 });

    expect(await world.read(`${GUIDE}/more.md`)).toBe(
      page('More', 'See [a](/guide/installing), [b](/v1/guide/installing#two).'),
    );
    expect(await world.read(`${GUIDE}/begin.md`)).toContain('[setup](installing.md#two "Two")');
    expect(await world.read(`${GUIDE}/installing.md`)).toContain('[intro](begin.md)');
    expect(await world.run('check')).toMatchObject({ exitCode: 0 });
  });

  test('is in the locks of other profiles, too, so that no page is made twice', async () => {
    const config =
      'content:\n  - path: docs\nprofiles:\n  two:\n    baseUrl: http://127.0.0.1:1/api/v1\n';
    const world = await openWorld({ ...REPOSITORY, 'docs-cli.config.yml': config });
    await world.run('push', '--yes');
    const own = await world.read('docs-cli.lock');
    await world.write({ 'docs-cli.two.lock': own });
    await renameOnPlatform(world, 'v1/guide/setup', 'installing');

    expect(await world.run('pull')).toMatchObject({ exitCode: 0 });

    const other = await world.read('docs-cli.two.lock');
    expect(other).toContain('"key":"v1/guide/installing"');
    expect(other).not.toContain('"key":"v1/guide/setup"');
    expect(other).toContain('"slug":"setup"');
  });

  test('that cannot be followed leaves the text that was, and the report says so', async () => {
    const world = await openWorld(REPOSITORY);
    await world.run('push', '--yes');
    await world.write({ [`${GUIDE}/begin.md`]: page('Not pushed', 'Mine.') });
    await renameOnPlatform(world, 'v1/guide/intro', 'begin', 'New text.');

    const { exitCode, stdout } = await world.run('pull', '--json');

    const { applied, skipped } = JSON.parse(stdout);
    expect(exitCode).toBe(7);
    expect(applied).toMatchObject([{ key: 'v1/guide/intro', fields: ['body'] }]);
    expect(skipped).toMatchObject([{ key: 'v1/guide/intro' }]);
    expect(await world.read(`${GUIDE}/intro.md`)).toBe(page('Intro', 'New text.'));
  });

  test('is left, with a way out, where the new name is taken', async () => {
    const world = await openWorld(REPOSITORY);
    await world.run('push', '--yes');
    await world.write({ [`${GUIDE}/begin.md`]: page('Not pushed', 'Mine.') });
    await renameOnPlatform(world, 'v1/guide/intro', 'begin');

    for (const _ of ['at first', 'and again']) {
      const { exitCode, stdout } = await world.run('pull', '--json');
      const { applied, skipped } = JSON.parse(stdout);
      expect({ exitCode, applied }).toEqual({ exitCode: 7, applied: [] });
      expect(skipped).toMatchObject([
        {
          key: 'v1/guide/intro',
          because: `v1/guide/intro stays ${GUIDE}/intro.md: "${GUIDE}/begin.md" exists already.`,
        },
      ]);
      expect(await world.read(`${GUIDE}/begin.md`)).toBe(page('Not pushed', 'Mine.'));
    }
  });

  test('is not put back by the next push where a pull without a lock could not follow it', async () => {
    const world = await openWorld(REPOSITORY);
    await world.run('push', '--yes');
    await renameOnPlatform(world, 'v1/guide/intro', '-begin', 'New text.');
    await forget(world);

    expect(await world.run('pull', '--theirs', '--yes')).toMatchObject({ exitCode: 7 });
    await world.run('push', '--yes');

    expect(await world.read(`${GUIDE}/intro.md`)).toBe(page('Intro', 'New text.'));
    expect(await world.page('v1/guide/-begin')).toMatchObject({ draft: 'New text.' });
  });

  test('is followed by the next run, as it is told, where a run without a lock sent the file', async () => {
    const draft = 'Half a sentence.';
    const world = await openWorld(REPOSITORY);
    await world.run('push', '--publish', '--yes');
    const { id = 0 } = (await world.page('v1/guide/setup')) ?? {};
    await world.platform.admin.editor().edit(id, { slug: 'installing', title: 'Installing' });
    const shown = (await world.page('v1/guide/installing'))?.published ?? '';
    await world.write({
      [`${GUIDE}/setup.md`]: `---\ntitle: Setup\n---draft\n\n${draft}\n\n---published\n\n${shown}\n`,
    });
    await forget(world);

    const { stdout } = await world.run('sync', '--theirs', '--yes');
    expect(stdout).toContain('the next run applies its new slug');
    await world.run('sync', '--pull', '--yes');

    expect(await world.page('v1/guide/installing')).toMatchObject({ title: 'Installing', draft });
    expect(await world.exists(`${GUIDE}/installing.md`)).toBe(true);
  });

  test('moves the pages below it along, and leads the addresses of readers', async () => {
    const world = await openWorld({
      ...REPOSITORY,
      [`${GUIDE}/_nav.yaml`]: 'items: [intro, setup, setup/linux]\n',
      [`${GUIDE}/setup/linux.md`]: page('Linux', 'Below [setup](../setup.md).'),
    });
    await world.run('push', '--publish', '--yes');
    await renameOnPlatform(world, 'v1/guide/setup', 'installing', 'New text.');

    expect(await world.run('pull')).toMatchObject({ exitCode: 0 });

    expect(await world.read(`${GUIDE}/installing.md`)).toBe(page('Setup', 'New text.'));
    expect(await world.read(`${GUIDE}/installing/linux.md`)).toBe(
      page('Linux', 'Below [setup](../installing.md).'),
    );
    expect(await world.exists(`${GUIDE}/setup`)).toBe(false);
    expect(await world.read(`${GUIDE}/_nav.yaml`)).toBe(
      'items: [intro, installing, installing/linux]\n',
    );
    expect(await world.read('docs-cli.redirects.txt')).toContain('/guide/setup');
  });

  test('is for a person where a pull was killed while it moved files', async () => {
    const world = await openWorld(REPOSITORY);
    await world.run('push', '--yes');
    await renameOnPlatform(world, 'v1/guide/setup', 'installing');
    await world.write({ '.docs-cli/move': `"${GUIDE}/setup.md" "${GUIDE}/installing.md"` });

    for (const argv of [['pull'], ['push', '--yes']]) {
      const refused = await world.run(...argv);
      expect(refused.exitCode).not.toBe(0);
      expect(refused.stderr).toContain(
        `docs move "${GUIDE}/setup.md" "${GUIDE}/installing.md" has not finished.`,
      );
    }
  });

  test('is a conflict where the file was renamed, too', async () => {
    const world = await openWorld(REPOSITORY);
    await world.run('push', '--yes');
    await renameOnPlatform(world, 'v1/guide/setup', 'installing');
    await world.write({ [`${GUIDE}/begin.md`]: REPOSITORY[`${GUIDE}/setup.md`] ?? '' });
    await world.remove(`${GUIDE}/setup.md`);

    expect((await world.run('pull')).exitCode).toBe(5);
    expect(await world.exists(`${GUIDE}/begin.md`)).toBe(true);

    expect((await world.run('pull', '--theirs')).exitCode).toBe(0);
    expect(await world.exists(`${GUIDE}/installing.md`)).toBe(true);
    expect(await world.exists(`${GUIDE}/begin.md`)).toBe(false);
  });
});
