/** The platform takes pages that are larger than a page file may be. */
import { expect, test } from 'vitest';
import { openWorld } from '../../support/world.ts';

const page = (title: string, body: string): string => `---\ntitle: ${title}\n---\n\n${body}\n`;
const SETUP = 'docs/v1/guide/setup.md';
const FILES = {
  'docs-cli.config.yml': 'content:\n  - path: docs\n',
  'docs/v1/_settings.yaml': 'name: v1\n',
  'docs/v1/guide/_settings.yaml': 'title: Guide\n',
  'docs/v1/guide/intro.md': page('Intro', 'Hello.'),
  [SETUP]: page('Setup', 'One.'),
};
const LARGE = 'Many words. '.repeat(180_000);

test('a pull refuses a page of over 2 MB, and spares the others', async () => {
  const world = await openWorld(FILES);
  await world.run('push', '--yes');
  await world.edit('v1/guide/setup', LARGE);
  await world.edit('v1/guide/intro', 'Hello there.');
  const { exitCode, stdout, stderr } = await world.run('pull', '--yes');
  expect(exitCode).toBe(7);
  expect(stdout + stderr).toContain(`"${SETUP}" was not written: 2.1 MB; a page has at most 2 MB.`);
  expect(await world.read(SETUP)).toBe(page('Setup', 'One.'));
  expect(await world.read('docs/v1/guide/intro.md')).toBe(page('Intro', 'Hello there.'));
});

test('a pull makes no file for a page of over 2 MB, and one for the next page', async () => {
  const world = await openWorld(FILES);
  await world.run('push', '--yes');
  await world.edit('v1/guide/setup', LARGE);
  for (const file of [SETUP, 'docs/v1/guide/intro.md', 'docs-cli.lock']) await world.remove(file);
  const { exitCode, stdout, stderr } = await world.run('pull', '--yes');
  expect(exitCode).toBe(7);
  expect(stdout + stderr).toContain(`"${SETUP}" was not written: 2.1 MB; a page has at most 2 MB.`);
  expect(await world.exists(SETUP)).toBe(false);
  expect(await world.read('docs/v1/guide/intro.md')).toContain('Hello.');
});

test.each([
  ['of over 2 MB', page('Setup', LARGE), '2.1 MB; a page has at most 2 MB'],
  [
    'with a header of over 64 kB',
    page(`Setup\nkeywords: ${'a, '.repeat(30_000)}`, 'One.'),
    '88 kB; a header has at most 64 kB',
  ],
])(
  'a file %s is not sent, and its page is not deleted, overwritten or created again',
  async (_, text, why) => {
    const world = await openWorld(FILES);
    await world.run('push', '--yes');
    await world.write({ [SETUP]: text });
    const pushed = await world.run('push', '--yes', '--prune', '--publish');
    expect(pushed.exitCode).toBe(7);
    expect(pushed.stdout + pushed.stderr).toContain(`${SETUP}  cannot be read: ${why}`);
    await world.edit('v1/guide/setup', 'Two.');
    expect((await world.run('pull', '--yes')).exitCode).toBe(7);
    expect(await world.read(SETUP)).toBe(text);
    expect(await world.page('v1/guide/setup')).toMatchObject({ draft: 'Two.' });
  },
);
