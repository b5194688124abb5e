import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectOfSchema } from '../../support/schema.ts';
import { openWorld } from '../../support/world.ts';

const page = (title: string, body: string): string =>
  `---\ntype: page\ntitle: ${title}\n---\n\n${body}\n`;

const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1/_settings.yaml': 'name: v1\npublished: true\n',
  'docs/v1/guide/_settings.yaml': 'title: Guide\n',
  'docs/v1/guide/_nav.yaml': 'items:\n  - intro\n  - setup\n',
  'docs/v1/guide/intro.md': page('Intro', 'Hello.'),
  'docs/v1/guide/setup.md': page('Setup', 'One.\n\nTwo.\n\nThree.'),
};

const SETUP = 'docs/v1/guide/setup.md';
/** What a command needs to write. */
const YES: Readonly<Record<string, readonly string[]>> = { pull: ['--yes'], push: ['--yes'] };

describe('docs pull', () => {
  test('writes what the platform changed, leaves what was edited here, and sends nothing', async () => {
    const world = await openWorld(FILES);
    await world.run('push', '--yes');
    await world.edit('v1/guide/intro', 'Hello there.');
    await world.write({ [SETUP]: page('Setup', 'Edited here.') });
    const shown = await world.run('pull', '--dry-run');
    expect(shown).toMatchObject({ exitCode: 0 });
    expect(await world.read('docs/v1/guide/intro.md')).toBe(page('Intro', 'Hello.'));
    expect((await world.run('pull', '--check')).exitCode).toBe(3);
    const { exitCode, stdout } = await world.run('pull', '--json');
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      applied: [{ kind: 'pull', key: 'v1/guide/intro' }],
    });
    expect(await world.read('docs/v1/guide/intro.md')).toBe(page('Intro', 'Hello there.'));
    expect(await world.read(SETUP)).toBe(page('Setup', 'Edited here.'));
    expect((await world.page('v1/guide/setup'))?.draft).toBe('One.\n\nTwo.\n\nThree.');
    expect((await world.run('pull', '--check')).exitCode).toBe(0);
  });

  test('says which page of the platform gets no file, because a renamed file has its slug', async () => {
    const world = await openWorld(FILES);
    await world.run('push', '--yes');
    const documentation = await world.platform.admin.documentationId('v1', 'guide');
    const made = { title: 'Made in the editor', slug: 'made', content: 'New.' };
    await world.platform.admin.editor().create(documentation, made);
    await rename(join(world.folder, SETUP), join(world.folder, 'docs/v1/guide/made.md'));

    const pulled = await world.run('pull', '--yes');

    expect(pulled.exitCode).toBe(7);
    expect(pulled.stderr).toContain(
      'No file was created for v1/guide/made: docs/v1/guide/made.md has its slug, and is another page.',
    );
    expect(pulled.stderr).not.toContain('docs pull creates files');
  });

  test.each(['pull', 'push', 'status'])(
    'of a page without a file, %s says that it was changed on the platform',
    async (command) => {
      const world = await openWorld(FILES);
      await world.run('push', '--yes');
      await world.remove(SETUP);
      const said = 'v1/guide/setup has no file, and was changed on the platform since';
      expect((await world.run(command, ...(YES[command] ?? []))).stderr).not.toContain(said);

      await world.edit('v1/guide/setup', 'Edited in the browser.');

      const { exitCode, stderr } = await world.run(command, ...(YES[command] ?? []));
      expect(exitCode).toBe(0);
      expect(stderr).toContain(`${said}: docs pull v1/guide/setup writes the file again.`);
      expect(await world.run('pull', 'v1/guide/setup', '--yes')).toMatchObject({ exitCode: 0 });
      expect(await world.read(SETUP)).toContain('Edited in the browser.');
    },
  );

  test('stops at conflicts; merges where asked, but not in a pipeline', async () => {
    const world = await openWorld(FILES);
    await world.run('push', '--yes');
    await world.edit('v1/guide/setup', 'One.\n\nTwo.\n\nThree, theirs.');
    await world.write({ [SETUP]: page('Setup', 'One, ours.\n\nTwo.\n\nThree.') });
    expect((await world.run('pull')).exitCode).toBe(5);
    expect((await world.runAs({ env: { CI: 'true' } }, 'pull', '--merge')).exitCode).toBe(2);
    expect((await world.run('pull', '--merge')).exitCode).toBe(0);
    expect(await world.read(SETUP)).toBe(page('Setup', 'One, ours.\n\nTwo.\n\nThree, theirs.'));
    expect((await world.run('push', '--yes')).exitCode).toBe(0);
    expect((await world.page('v1/guide/setup'))?.draft).toBe(
      'One, ours.\n\nTwo.\n\nThree, theirs.',
    );
  });

  test('makes the files of pages that only the platform has, in their order', async () => {
    const source = await openWorld(FILES);
    await source.run('push', '--publish', '--yes');
    await source.remove('docs/v1/guide/intro.md');
    await source.remove('docs/v1/guide/setup.md');
    await source.remove('docs-cli.lock');
    await source.write({ 'docs/v1/guide/_nav.yaml': '# ours\nitems:\n  - other\n' });
    const { exitCode, stdout } = await source.run('pull', 'v1/guide', '--json');
    expect(exitCode).toBe(0);
    await expectOfSchema('push', JSON.parse(stdout));
    expect(await source.read(SETUP)).toContain('One.\n\nTwo.\n\nThree.\n');
    expect(await source.read('docs/v1/guide/_nav.yaml')).toBe(
      '# ours\nitems:\n  - other\n  - intro\n  - setup\n',
    );
    expect((await source.run('push', '--check')).exitCode).toBe(0);
  });
});

describe('a file that is gone', () => {
  const removed = async () => {
    const world = await openWorld(FILES);
    await world.run('push', '--yes');
    await world.remove(SETUP);
    return world;
  };

  test('stays so in a pull of everything, and is written again where its page is named', async () => {
    const world = await removed();
    const all = JSON.parse((await world.run('pull', '--json')).stdout);
    expect(all).toMatchObject({ plan: [{ kind: 'orphan', key: 'v1/guide/setup' }], applied: [] });
    expect(await world.exists(SETUP)).toBe(false);

    const { exitCode, stdout } = await world.run('pull', 'v1/guide/setup', '--json');

    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      plan: [{ kind: 'pull', key: 'v1/guide/setup', newFile: true }],
      remoteOnly: 0,
    });
    expect(await world.read(SETUP)).toContain('One.\n\nTwo.\n\nThree.\n');
    expect((await world.run('push', '--check')).exitCode).toBe(0);
  });

  test('is written again under the slug that its page already has, also by its id', async () => {
    const world = await removed();
    const id = (await world.page('v1/guide/setup'))?.id ?? 0;
    await world.platform.admin.editor().edit(id, { slug: 'installing', content: 'Newer.' });

    expect((await world.run('pull', String(id))).exitCode).toBe(0);

    expect(await world.read('docs/v1/guide/installing.md')).toContain('Newer.');
    expect(await world.read('docs-cli.lock')).not.toContain('v1/guide/setup');
    expect((await world.run('push', '--check')).exitCode).toBe(0);
  });

  test('is written again with all others where the folder was emptied', async () => {
    const world = await removed();
    await world.remove('docs/v1/guide/intro.md');

    expect((await world.run('pull')).exitCode).toBe(0);

    expect(await world.exists(SETUP)).toBe(true);
    expect(await world.exists('docs/v1/guide/intro.md')).toBe(true);
    expect((await world.run('push', '--check')).exitCode).toBe(0);
  });
});

test('a page gets no file where one is that the settings leave out', async () => {
  const world = await openWorld({
    ...FILES,
    'docs-cli.config.yml': 'content:\n  - path: docs\n    exclude: ["**/mine.md"]\n',
    'docs/v1/guide/mine.md': 'Mine.\n',
  });
  await world.run('push', '--yes');
  const documentation = await world.platform.admin.documentationId('v1', 'guide');
  await world.platform.admin.editor().create(documentation, { title: 'Theirs', slug: 'mine' });

  const { exitCode, stdout } = await world.run('pull', '--json');

  expect(exitCode).toBe(7);
  expect(JSON.parse(stdout).failed).toMatchObject([
    {
      because: '"docs/v1/guide/mine.md" already exists.',
      hint: 'Run the command again. If `exclude` in the settings leaves it out, rename it',
    },
  ]);
  expect(await world.read('docs/v1/guide/mine.md')).toBe('Mine.\n');
});

/** Every screen of a pull at 80 columns. */
test.each([
  ['plan', ['--dry-run']],
  ['applied', ['--yes']],
  ['new pages', ['--yes']],
  ['conflict', ['--no-input']],
  ['marked', ['--merge', '--yes']],
  ['nothing to do', []],
] as const)('what people see of a pull: %s', async (name, flags) => {
  const world = await openWorld(FILES);
  await world.run('push', '--yes');
  if (name === 'plan' || name === 'applied') await world.edit('v1/guide/intro', 'Hello there.');
  if (name === 'plan' || name === 'new pages') {
    const documentation = await world.platform.admin.documentationId('v1', 'guide');
    const made = { title: 'Made in the editor', slug: 'made', content: 'New.' };
    await world.platform.admin.editor().create(documentation, made);
  }
  if (name === 'plan' || name === 'conflict' || name === 'marked') {
    await world.edit('v1/guide/setup', 'One.\n\nTwo, theirs.\n\nThree.');
    await world.write({ [SETUP]: page('Setup', 'One.\n\nTwo, ours.\n\nThree.') });
  }

  const run = await world.runAs({ terminal: true }, 'pull', ...flags);

  const screen = `$ docs pull ${flags.join(' ')}\n${run.stderr}${run.stdout}--- exit ${run.exitCode}\n`;
  const fixed = screen
    .replaceAll(/\d[\d.]* m?s\)/g, '20 ms)')
    .replaceAll(/objects\/..\/[\w-]{43}/g, 'objects/…');
  await expect(fixed).toMatchFileSnapshot(`../../golden/pull/${name.replaceAll(' ', '-')}.txt`);
});

test.each(['pull', 'sync'])(
  'docs %s --theirs names the copy of the file that it replaces',
  async (command) => {
    const world = await openWorld({ [SETUP]: page('Setup', 'One.') });
    await world.run('push', '--yes');
    await world.edit('v1/guide/setup', 'Theirs.');
    await world.write({ [SETUP]: page('Setup', 'Ours.') });

    const run = await world.run(command, '--theirs', '--yes');

    expect(run.exitCode).toBe(0);
    expect(await world.read(SETUP)).toBe(page('Setup', 'Theirs.'));
    const said = run.stderr.replaceAll(/\s+/g, ' ');
    const [, copy = ''] = /The former text of \S+: (\S+)/.exec(said) ?? [];
    expect(await world.read(copy)).toBe(page('Setup', 'Ours.'));
  },
);
