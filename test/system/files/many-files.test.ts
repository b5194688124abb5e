import { lstat, mkdir, readdir, readFile, stat, symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ManyFiles } from '../../../src/system/files/many-files.ts';
import { temporaryFolder } from '../../support/folder.ts';

const LONG_AGO = new Date('2020-01-01T00:00:00Z');

test('files are written with the folders above them, and nothing else is left there', async () => {
  const root = await temporaryFolder();
  const files = new ManyFiles(root);
  await files.write('v1.0/guide/a.html', 'one');
  await files.write('v1.0/guide/b.html', new Uint8Array([116, 119, 111]));
  await files.write('index.html', 'three');

  expect(await readdir(root, { recursive: true })).toHaveLength(5);
  expect(await readFile(join(root, 'v1.0/guide/a.html'), 'utf8')).toBe('one');
  expect(await readFile(join(root, 'v1.0/guide/b.html'), 'utf8')).toBe('two');
});

test('a file that holds the same already is left alone, and one that holds something else is replaced', async () => {
  const root = await temporaryFolder({
    'same.html': 'same',
    'long.html': 'old',
    'equal.html': 'a',
  });
  for (const name of ['same.html', 'long.html', 'equal.html'])
    await utimes(join(root, name), LONG_AGO, LONG_AGO);
  const files = new ManyFiles(root);
  await files.write('same.html', 'same');
  await files.write('long.html', 'a longer text');
  await files.write('equal.html', 'b');

  expect((await stat(join(root, 'same.html'))).mtime).toEqual(LONG_AGO);
  expect(await readFile(join(root, 'long.html'), 'utf8')).toBe('a longer text');
  expect(await readFile(join(root, 'equal.html'), 'utf8')).toBe('b');
  expect(await readdir(root)).toHaveLength(3);
});

test('nothing is written through a link out of the folder, be it a folder, a file or a link to nothing', async () => {
  const outside = await temporaryFolder({ 'file.html': 'theirs' });
  const root = await temporaryFolder();
  await symlink(outside, join(root, 'linked'));
  await symlink(join(outside, 'file.html'), join(root, 'file.html'));
  await symlink(join(outside, 'none.html'), join(root, 'nothing.html'));
  const files = new ManyFiles(root);

  for (const file of ['linked/a.html', 'linked/deeper/a.html', 'file.html', 'nothing.html']) {
    await expect(files.write(file, 'ours')).rejects.toMatchObject({ code: 'content' });
  }
  expect(await readdir(outside)).toEqual(['file.html']);
  expect(await readFile(join(outside, 'file.html'), 'utf8')).toBe('theirs');
});

test('a link that stays in the folder is followed', async () => {
  const root = await temporaryFolder({ 'real/a.html': 'old' });
  await symlink('real', join(root, 'linked'));
  await symlink('real/a.html', join(root, 'a.html'));
  const files = new ManyFiles(root);
  await files.write('linked/b.html', 'new');
  await files.write('a.html', 'newer');

  expect(await readFile(join(root, 'real/b.html'), 'utf8')).toBe('new');
  expect(await readFile(join(root, 'real/a.html'), 'utf8')).toBe('newer');
  expect((await lstat(join(root, 'a.html'))).isSymbolicLink()).toBe(true);
});

test('what the system refuses names the file', async () => {
  const root = await temporaryFolder({ file: 'a file' });
  await mkdir(join(root, 'folder'));
  const files = new ManyFiles(root);

  await expect(files.write('file/a.html', 'x')).rejects.toMatchObject({
    code: 'content',
    message: expect.stringContaining('file/a.html" cannot be written'),
  });
  await expect(files.write('folder', 'x')).rejects.toMatchObject({
    code: 'content',
    message: expect.stringContaining('folder" cannot be written'),
  });
});
