import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { digestOf } from '../../src/content/digest.ts';
import type { FilePath } from '../../src/model/ids.ts';
import { replaceText } from '../../src/content/folder/replace-text.ts';
import { rewriteFile } from '../../src/sync/folder/rewrite-file.ts';
import { temporaryFolder } from '../support/folder.ts';
import { projectAt } from '../support/project.ts';

const FILE = 'a.md' as FilePath;

test('replaces the text of the file, and nothing else', async () => {
  const folder = await temporaryFolder({ 'a.md': 'edited\n' });
  const project = projectAt(folder);
  const path = join(folder, 'a.md');
  expect(await replaceText(project, FILE, 'before\n', 'after\n')).toBe(false);
  expect(await readFile(path, 'utf8')).toBe('edited\n');
  expect(await replaceText(project, FILE, 'edited\n', 'after\n')).toBe(true);
  expect(await readFile(path, 'utf8')).toBe('after\n');
});

test.each([
  ['is gone', {}],
  ['is not text', { 'a.md': Buffer.from([0xff]) }],
])('does not change a file that %s', async (_, files: Record<string, Buffer>) => {
  const folder = await temporaryFolder(files);
  expect(await replaceText(projectAt(folder), FILE, '\u{fffd}', 'after\n')).toBe(false);
  await rewriteFile(projectAt(folder), 'a.md' as FilePath, () => 'after\n');
  const there = await readFile(join(folder, 'a.md')).catch(() => undefined);
  expect(there).toEqual(files['a.md']);
});

test('repeats its change in a file that is edited meanwhile, and keeps that edit', async () => {
  const folder = await temporaryFolder({ 'a.md': 'one\n' });
  const project = projectAt(folder);
  const path = join(folder, 'a.md');
  let times = 0;
  await rewriteFile(project, 'a.md' as FilePath, async (text) => {
    if (times++ === 0) await writeFile(path, 'one, edited\n');
    return `${text}two\n`;
  });
  expect(await readFile(path, 'utf8')).toBe('one, edited\ntwo\n');
  const digest = digestOf('one, edited\n');
  const kept = join(folder, '.docs-cli/objects', digest.slice(0, 2), digest);
  expect(await readFile(kept, 'utf8')).toBe('one, edited\n');
});
