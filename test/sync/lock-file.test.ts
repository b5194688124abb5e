import { lstat, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hooks, stand } from '../support/hooks.ts';
import { openWorkbench, pageFile } from './workbench.ts';
import type { WorkbenchOptions } from './workbench.ts';

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
  expect(warnings).toMatchObject([expect.stringContaining('was reformatted')]);
  expect((await bench.push()).requests).toEqual({ listAll: 1, readPage: 1, updatePage: 1 });
  expect((await bench.prepare()).warnings).toEqual([]);
});

describe('a lock of a newer format', () => {
  const newerOf = (ours: string): string =>
    ours
      .replace('"docs-cli-lock": 2', '"docs-cli-lock": 3')
      .replace(/"needs": ".*"/, '"needs": "4.5.6"');

  test.each([
    ['as it is written', (newer: string) => newer, 'Update docs to 4.5.6 or newer'],
    [
      'laid out by a formatter',
      (newer: string) => JSON.stringify(JSON.parse(newer), null, 2),
      'Update docs to 4.5.6 or newer',
    ],
    [
      'without the version that it needs',
      (newer: string) => newer.replace('"needs": "4.5.6",\n', ''),
      'Update docs',
    ],
  ])('%s, is refused with the version that reads it, and left as it is', async (_, of, hint) => {
    const bench = await openWorkbench({ [FILE]: pageFile('a', 'Of a.\n') });
    await bench.push();
    const newer = of(newerOf(await readFile(join(bench.folder, LOCK), 'utf8')));
    await bench.write({ [LOCK]: newer, [FILE]: pageFile('a', 'Edited.\n') });

    await expect(bench.push()).rejects.toMatchObject({
      code: 'config',
      message: `The lock file ${LOCK} was written by a newer version of docs.`,
      hint,
    });
    expect(await readFile(join(bench.folder, LOCK), 'utf8')).toBe(newer);
  });
});

describe('a lock of the format before', () => {
  async function open(options: WorkbenchOptions = {}) {
    const files = {
      [FILE]: pageFile('a', 'Of a.\n'),
      'docs/v1/guide/b.md': pageFile('b', 'Of b.\n'),
    };
    const bench = await openWorkbench(files, options);
    await bench.push();
    // As the version before wrote it: it knew nothing of dates that prove nothing.
    const now = await readFile(join(bench.folder, LOCK), 'utf8');
    const before = now
      .replace(/"docs-cli-lock": 2,\n"needs": ".*",/, '"docs-cli-lock": 1,')
      .replaceAll(/,"racy":true/g, '');
    await bench.write({ [LOCK]: before });
    return { bench, before, read: () => readFile(join(bench.folder, LOCK), 'utf8') };
  }

  test('is read without a warning, and left as it is by a push of nothing, for one request', async () => {
    const { bench, before, read } = await open();
    const { prepared, requests } = await bench.push();
    expect(prepared.warnings).toEqual([]);
    expect(requests).toEqual({ listAll: 1 });
    expect(await read()).toBe(before);
  });

  test('is left as it is by a run whose writes are refused', async () => {
    const between = hooks();
    const { bench, before, read } = await open({
      baseUrl: ({ baseUrl }) => stand(baseUrl, between),
    });
    between.before = async ({ method }) => (method === 'PUT' ? { status: 400 } : undefined);
    await bench.write({ [FILE]: pageFile('a', 'Edited.\n') });
    expect((await bench.push()).outcome.failed).toHaveLength(1);
    expect(await read()).toBe(before);
  });

  test('is of the new format once a page of it changes', async () => {
    const { bench, before, read } = await open();
    await bench.write({ [FILE]: pageFile('a', 'Edited.\n') });
    // It knows nothing of whether dates move either.
    expect((await bench.push()).requests).toEqual({ listAll: 1, readPage: 1, updatePage: 1 });
    const [first, second] = (await read()).split('\n').slice(1);
    expect([first, second]).toEqual(['"docs-cli-lock": 2,', expect.stringMatching('"needs": "')]);
    const lineOfB = (text: string) => text.split('\n').find((line) => line.includes('guide/b'));
    expect(lineOfB(await read())).toBe(lineOfB(before));
  });
});

test.each([
  ['a shell’s start-up file', 'alias ll="ls -l"\nexport PATH\n'],
  ['JSON of something else', '{\n  "name": "docs"\n}\n'],
  ['an empty object', '{}'],
])('%s in the place of the lock is refused, and left as it is', async (_, text) => {
  const bench = await openWorkbench({ [FILE]: pageFile('a', 'Of a.\n'), [LOCK]: text });
  await expect(bench.push()).rejects.toMatchObject({
    code: 'config',
    message: 'docs-cli.lock.json is not a lock file: none of its lines is valid.',
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
    message: '"docs-cli.lock.json" is a symbolic link, but docs keeps its state there.',
  });
  expect((await lstat(path)).isSymbolicLink()).toBe(true);
  expect(await readFile(join(bench.folder, 'lock.json'), 'utf8')).toBe(ours);
});
