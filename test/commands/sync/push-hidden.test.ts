/** Pages that a person plainly meant to be hidden, however the header says it. */
import { describe, expect, test } from 'vitest';
import { openWorld } from '../../support/world.ts';

const KEY = 'v1/guide/plan';
const FILE = `docs/${KEY}.md`;

const OTHER = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1/_settings.yaml': 'name: v1\npublished: true\n',
  'docs/v1/guide/_settings.yaml': 'title: Guide\n',
};

const page = (line: string): string => `---\ntitle: Plan\n${line}---\n\nSecret.\n`;

const HELD = [
  'hidden: true',
  'hidden: True',
  'hidden: 1',
  'hidden: yes',
  'hidden: on',
  'hidden: "true"',
  "hidden: 'yes'",
  'hidden: true # until spring',
  'hidden: until spring',
  'Hidden: true',
  'HIDDEN: yes',
  ' hidden: true',
  'listed: false',
  'listed: "false"',
  'listed: off',
  'listed: n',
  'Listed: no',
  'audience: 12',
  'Audience: partners',
];

const SHOWN = [
  'hidden: false',
  'hidden: "no"',
  'hidden: 0',
  'hidden:',
  'listed: true',
  'listed: "yes"',
  'listed:',
  'audience:',
  'description: all that is hidden: true',
];

describe('docs push --publish', () => {
  test.each(HELD)('leaves a page with `%s` unpublished', async (line) => {
    const world = await openWorld({ ...OTHER, [FILE]: page(`${line}\n`) });
    const pushed = await world.run('push', '--publish', '--yes');
    expect((await world.page(KEY))?.published ?? null).toBeNull();
    expect(pushed.stdout + pushed.stderr).toContain('--allow-listed');
    await world.run('push', '--publish', '--yes', '--allow-listed');
    expect((await world.page(KEY))?.published).toContain('Secret.');
  });

  test.each(SHOWN)('publishes a page with `%s`', async (line) => {
    const world = await openWorld({ ...OTHER, [FILE]: page(`${line}\n`) });
    expect(await world.run('push', '--publish', '--yes')).toMatchObject({ exitCode: 0 });
    expect((await world.page(KEY))?.published).toContain('Secret.');
  });

  test('leaves a page unpublished whose header is none for its first line', async () => {
    const text = '---\nHidden: true\ntitle: Plan\n---\n\nSecret.\n';
    const world = await openWorld({ ...OTHER, [FILE]: text });
    await world.run('push', '--publish', '--yes');
    expect((await world.page(KEY))?.published ?? null).toBeNull();
  });
});

describe('docs page publish', () => {
  test.each([[FILE], [KEY]])('leaves a page unpublished whose file is hidden: %s', async (name) => {
    const world = await openWorld({ ...OTHER, [FILE]: page('hidden: yes\n') });
    await world.run('push', '--yes');

    const tried = await world.run('page', 'publish', name, '--yes', '--json');

    expect(tried).toMatchObject({ exitCode: 7 });
    expect(JSON.parse(tried.stdout)).toMatchObject({
      items: [{ name: KEY, state: 'failed', reason: expect.stringContaining('hidden') }],
    });
    expect(tried.stderr).toContain('--allow-listed');
    expect((await world.page(KEY))?.published ?? null).toBeNull();
    const dry = await world.run('page', 'publish', name, '--dry-run', '--json');
    expect(dry.exitCode).toBe(7);
    expect(JSON.parse(dry.stdout)).toMatchObject({
      dryRun: true,
      items: [{ name: KEY, state: 'failed' }],
    });
    const allowed = await world.run('page', 'publish', name, '--yes', '--allow-listed');
    expect(allowed).toMatchObject({ exitCode: 0 });
    expect((await world.page(KEY))?.published).toContain('Secret.');
  });

  test.each(['listed: false', 'hidden: true', 'audience: 5'])(
    'leaves a page unpublished that today’s platform lists only once it is published: %s',
    async (line) => {
      const world = await openWorld({ ...OTHER, [FILE]: page(`${line}\n`) }, { api: '2026' });
      await world.run('push', '--yes');
      expect(await world.run('page', 'publish', KEY, '--yes')).toMatchObject({ exitCode: 7 });
      expect((await world.page(KEY))?.published ?? null).toBeNull();
    },
  );

  test('knows the file of a page that is named by its id or title, with and without a lock', async () => {
    const world = await openWorld({ ...OTHER, [FILE]: page('listed: no\n') });
    await world.run('push', '--yes');
    const id = String((await world.page(KEY))?.id);
    expect(await world.run('page', 'publish', id, '--yes')).toMatchObject({ exitCode: 7 });
    await world.remove('docs-cli.lock');
    expect(await world.run('page', 'publish', 'Plan', '--yes')).toMatchObject({ exitCode: 7 });
    expect((await world.page(KEY))?.published ?? null).toBeNull();
  });

  test('publishes a page whose file has a draft only, and says so', async () => {
    const world = await openWorld({ ...OTHER, [FILE]: '---\ntitle: Plan\n---draft\n\nSecret.\n' });
    await world.run('push', '--publish', '--yes');

    const published = await world.run('page', 'publish', KEY, '--yes');

    expect(published).toMatchObject({ exitCode: 0 });
    expect(published.stderr).toContain(
      `The file of ${KEY} marks it as a draft, so docs push --publish would not publish it.`,
    );
    expect((await world.page(KEY))?.published).toBe('Secret.');
  });
});
