/** What `docs dev` does if folders vanish, return or are replaced, as git and others do. */
import { chmod, mkdir, rename, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ask, startDev, until } from '../../support/dev.ts';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';

const PAGE = (title: string, body: string) => `---\ntype: page\ntitle: ${title}\n---\n\n${body}\n`;
const GUIDE = 'docs/v1.0/guide';
const FILES = {
  'docs/v1.0/guide/mounting.md': PAGE('Mounting', 'With a spanner.'),
  'docs/v1.0/guide/poles.md': PAGE('Poles', 'High.\n\n![p](p.png)'),
  'docs/v1.0/guide/p.png': 'one',
  'docs/v1.0/guide/_nav.yaml': 'items:\n  - poles\n  - mounting\n',
  'other/v1.0/guide/mounting.md': PAGE('Mounting', 'With a hammer.'),
};

async function openDev() {
  const folder = await temporaryFolder(FILES);
  const { url } = await startDev(folder);
  const page = async (): Promise<string> => (await ask(`${url}v1.0/guide/mounting`)).body;
  const at = (path: string): string => join(folder, path);
  await page();
  return {
    url,
    at,
    page,
    broken: async () =>
      (JSON.parse((await ask(`${url}_docs/state?page=/`)).body) as { readonly broken: unknown })
        .broken,
    shows: (text: string, act: () => Promise<unknown>) =>
      until(url, act, async () => (await page()).includes(text)),
    save: (text: string) =>
      writeFiles(folder, { [`${GUIDE}/mounting.md`]: PAGE('Mounting', text) }),
  };
}

test.each([
  ['the content folder', 'docs'],
  ['a version', 'docs/v1.0'],
  ['a documentation', GUIDE],
])('edits are shown after a folder went away and came back: %s', async (_, path) => {
  const { at, page, shows, save } = await openDev();

  await shows('Page not found', () => rename(at(path), at('away')));
  await shows('With a spanner.', () => rename(at('away'), at(path)));
  await shows('One.', () => save('One.'));
  await shows('Two.', () => save('Two.'));
  expect(await page()).toContain('Two.');
});

test('a page whose file is renamed is at its new address, to which the old one leads', async () => {
  const { url, at } = await openDev();
  const asked = () => ask(`${url}v1.0/guide/poles`);
  const hasMoved = async () => (await asked()).status === 302;

  await until(url, () => rename(at(`${GUIDE}/poles.md`), at(`${GUIDE}/masts.md`)), hasMoved);
  expect((await asked()).headers['location']).toBe('/v1.0/guide/masts');
});

test.each([
  ['the content folder', 'docs', 'other'],
  ['a version', 'docs/v1.0', 'other/v1.0'],
  ['a documentation', GUIDE, 'other/v1.0/guide'],
])('edits are shown after a folder was replaced at once: %s', async (_, path, other) => {
  const { at, page, shows, save } = await openDev();

  await shows('With a hammer.', async () => {
    await rm(at(path), { recursive: true });
    await rename(at(other), at(path));
  });
  await shows('One.', () => save('One.'));
  await shows('Two.', () => save('Two.'));
  expect(await page()).toContain('Two.');
});

test('edits are shown after the whole project was replaced', async () => {
  const parent = await temporaryFolder({
    'here/docs/v1.0/guide/mounting.md': PAGE('Mounting', 'With a spanner.'),
    'there/docs/v1.0/guide/mounting.md': PAGE('Mounting', 'With a hammer.'),
  });
  const { url } = await startDev(join(parent, 'here'));
  const page = async (): Promise<string> => (await ask(`${url}v1.0/guide/mounting`)).body;
  const shows = (text: string, act: () => Promise<unknown>) =>
    until(url, act, async () => (await page()).includes(text));
  const file = join(parent, 'here/docs/v1.0/guide/mounting.md');

  await shows('With a hammer.', async () => {
    await rename(join(parent, 'here'), join(parent, 'away'));
    await rename(join(parent, 'there'), join(parent, 'here'));
  });
  await shows('One.', () => writeFile(file, PAGE('Mounting', 'One.')));
  expect(await page()).toContain('One.');
});

test('a content folder that is gone is told with its name, as long as it is gone', async () => {
  const { at, broken, shows } = await openDev();

  await shows('Page not found', () => rename(at('docs'), at('away')));
  expect(await broken()).toMatchObject([
    { file: 'docs', message: 'The content folder "docs" cannot be read.' },
  ]);
  await shows('With a spanner.', () => rename(at('away'), at('docs')));
  expect(await broken()).toEqual([]);
});

test('edits are shown after a file was a folder for a while', async () => {
  const { at, page, shows, save } = await openDev();
  const file = at(`${GUIDE}/mounting.md`);

  await shows('Page not found', async () => {
    await rm(file);
    await mkdir(file);
  });
  await shows('One.', async () => {
    await rmdir(file);
    await save('One.');
  });
  await shows('Two.', () => save('Two.'));
  expect(await page()).toContain('Two.');
});

test('a file that is replaced by one of the same size and times is shown', async () => {
  const { at, page, shows, save } = await openDev();
  const file = at(`${GUIDE}/mounting.md`);
  await shows('AAAA', () => save('AAAA'));
  for (const text of ['BBBB', 'CCCC', 'DDDD', 'EEEE']) {
    const { atime, mtime } = await stat(file);
    await shows(text, async () => {
      await writeFile(at('new.md'), PAGE('Mounting', text));
      await utimes(at('new.md'), atime, mtime);
      await rename(at('new.md'), file);
    });
  }
  expect(await page()).toContain('EEEE');
});

test('a picture that is replaced by one of the same size and times is shown', async () => {
  const { url, at } = await openDev();
  const picture = async (): Promise<string> => {
    const { body } = await ask(`${url}v1.0/guide/poles`);
    return /src="([^"]*p\.png[^"]*)"/.exec(body)?.[1] ?? '';
  };
  const before = await picture();
  const { headers } = await ask(new URL(before, url).href);
  const { atime, mtime } = await stat(at(`${GUIDE}/p.png`));
  const replace = async (): Promise<void> => {
    await writeFile(at('new.png'), 'two');
    await utimes(at('new.png'), atime, mtime);
    await rename(at('new.png'), at(`${GUIDE}/p.png`));
  };
  await until(url, replace, async () => (await picture()) !== before);

  const answer = await ask(new URL(before, url).href, { 'If-None-Match': String(headers['etag']) });
  expect(answer).toMatchObject({ status: 200, body: 'two' });
});

/** What nobody can read as a text. */
const NO_TEXT = new Uint8Array([0x2d, 0xff, 0xfe, 0xff]);

test('a navigation that cannot be read is told, and may hide its pages', async () => {
  const { url, at, page, broken } = await openDev();
  const file = `${GUIDE}/_nav.yaml`;
  const isTold = async (): Promise<boolean> => JSON.stringify(await broken()).includes(file);
  await until(url, () => writeFile(at(file), NO_TEXT), isTold);

  expect(await page()).toContain('is not for readers yet: readers do not get it');
  expect(await broken()).toMatchObject([
    { file, message: 'This settings file is not valid UTF-8.' },
  ]);
});

test('a page that cannot be read is told, and the others are shown', async () => {
  const file = `${GUIDE}/poles.md`;
  const { url, at, page, broken } = await openDev();
  const isTold = async (): Promise<boolean> => JSON.stringify(await broken()).includes(file);
  await until(url, () => writeFile(at(file), NO_TEXT), isTold);

  expect(await page()).toContain('With a spanner.');
  expect(await broken()).toMatchObject([{ file, message: 'This file is not valid UTF-8.' }]);
  expect(await ask(`${url}v1.0/guide/poles`)).toMatchObject({
    status: 200,
    body: expect.stringContaining('This page cannot be shown.'),
  });
});

test.skipIf(process.getuid?.() === 0).each([
  ['a page', `${GUIDE}/mounting.md`, 0o644, 'This page cannot be shown.'],
  ['a folder', GUIDE, 0o755, 'Page not found'],
  ['the content folder', 'docs', 0o755, 'Page not found'],
])('what there is no access to is told, until there is access: %s', async (_, path, mode, text) => {
  const { url, at, page, broken, shows, save } = await openDev();
  const isTold = async (): Promise<boolean> => JSON.stringify(await broken()).includes(`"${path}"`);
  await until(url, () => chmod(at(path), 0), isTold);
  expect(await page()).toContain(text);

  await until(
    url,
    () => chmod(at(path), mode),
    async () => !(await isTold()),
  );
  expect(await broken()).toEqual([]);
  await shows('One.', () => save('One.'));
});
