import { lstat, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openWorkbench, pageFile } from './workbench.ts';

const LOCK = 'docs-cli.lock.json';
const FILE = 'docs/v1/guide/a.md';

test.each([
  ['indented', 2],
  ['in one line', 0],
])('a lock that a formatter laid out %s is still known, with a warning', async (_, indent) => {
  const bench = await openWorkbench({ [FILE]: pageFile('a', 'Of a.\n') });
  await bench.push();
  const ours = await readFile(join(bench.folder, LOCK), 'utf8');
  await bench.write({
    [LOCK]: `${JSON.stringify(JSON.parse(ours), null, indent)}\n`,
    [FILE]: pageFile('a', 'Edited.\n'),
  });

  const { plan, warnings } = await bench.prepare();
  expect(plan.changes).toMatchObject([{ kind: 'update', key: 'v1/guide/a', fields: ['body'] }]);
  expect(warnings).toMatchObject([expect.stringContaining('laid out anew')]);
  expect((await bench.push()).requests).toEqual({ listAll: 1, readPage: 1, updatePage: 1 });
  expect((await bench.prepare()).warnings).toEqual([]);
});

test('a lock of a newer version is refused, and left as it is', async () => {
  const bench = await openWorkbench({ [FILE]: pageFile('a', 'Of a.\n') });
  await bench.push();
  const ours = await readFile(join(bench.folder, LOCK), 'utf8');
  const newer = ours.replace('"docs-cli-lock": 1', '"docs-cli-lock": 2');
  await bench.write({ [LOCK]: newer, [FILE]: pageFile('a', 'Edited.\n') });

  await expect(bench.push()).rejects.toMatchObject({
    code: 'config',
    message: expect.stringContaining('newer version'),
  });
  expect(await readFile(join(bench.folder, LOCK), 'utf8')).toBe(newer);
});

test.each([
  ['a shell’s start-up file', 'alias ll="ls -l"\nexport PATH\n'],
  ['JSON of something else', '{\n  "name": "docs"\n}\n'],
  ['an empty object', '{}'],
])('%s in the place of the lock is refused, and left as it is', async (_, text) => {
  const bench = await openWorkbench({ [FILE]: pageFile('a', 'Of a.\n'), [LOCK]: text });
  await expect(bench.push()).rejects.toMatchObject({
    code: 'config',
    message: 'docs-cli.lock.json is not a lock file: it has not one line of one.',
  });
  expect(await readFile(join(bench.folder, LOCK), 'utf8')).toBe(text);
  expect((await bench.pages()).size).toBe(0);
});

test('an empty file in the place of the lock counts as none', async () => {
  const bench = await openWorkbench({ [FILE]: pageFile('a', 'Of a.\n'), [LOCK]: '\n' });
  expect((await bench.push()).outcome.applied).toHaveLength(1);
  expect((await bench.lock()).pages.size).toBe(1);
});

test('a lock of which a merge left nothing but marks and frame is still a lock', async () => {
  const bench = await openWorkbench({ [FILE]: pageFile('a', 'Of a.\n') });
  await bench.push();
  const ours = await readFile(join(bench.folder, LOCK), 'utf8');
  await bench.write({ [LOCK]: `<<<<<<< ours\n${ours}=======\n${ours}>>>>>>> theirs\n` });
  expect((await bench.prepare()).plan.changes).toMatchObject([{ kind: 'adopt' }]);
});

test('a lock that is a link is refused and not replaced, also where it stays in the project', async () => {
  const bench = await openWorkbench({ [FILE]: pageFile('a', 'Of a.\n') });
  await bench.push();
  const path = join(bench.folder, LOCK);
  const ours = await readFile(path, 'utf8');
  await bench.write({ 'lock.json': ours, [FILE]: pageFile('a', 'Edited.\n') });
  await rm(path);
  await symlink('lock.json', path);
  await expect(bench.push()).rejects.toMatchObject({
    code: 'config',
    message: '"docs-cli.lock.json" is a symbolic link, and docs keeps its state there.',
  });
  expect((await lstat(path)).isSymbolicLink()).toBe(true);
  expect(await readFile(join(bench.folder, 'lock.json'), 'utf8')).toBe(ours);
});
