import { chmod, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkFile, type CheckedDefinition } from '../../src/definitions/check.ts';
import { KeptChecks } from '../../src/definitions/kept-checks.ts';
import { temporaryFolder } from '../support/folder.ts';

const API = `openapi: 3.1.0
info: {title: Shop, version: '1'}
paths:
  /a: {$ref: a.yaml}
`;
const PATH = "get:\n  responses: {'200': {description: ok}}\n";

async function openFolder(files: Readonly<Record<string, string>> = {}) {
  const root = await temporaryFolder({ 'api.yaml': API, 'a.yaml': PATH, ...files });
  const folder = join(await temporaryFolder(), 'kept');
  const policy = { root, outside: false, network: false, signal: new AbortController().signal };
  const check = (build = '1', rules = {}): Promise<CheckedDefinition> =>
    checkFile(
      join(root, 'api.yaml'),
      policy,
      { rules, none: false },
      new KeptChecks(folder, build),
    );
  /** How many checks are kept: a run that finds its own adds none. */
  const count = async (): Promise<number> => (await readdir(folder)).length;
  return { root, folder, check, count };
}

test('a second check of the same files finds what the first found', async () => {
  const { check, count } = await openFolder();
  const first = await check();
  const again = await check();
  expect(await count()).toBe(1);
  expect(again).toEqual({ ...first, upload: { ...first.upload, bytes: expect.anything() } });
  expect(Buffer.from(again.upload?.bytes ?? [])).toEqual(Buffer.from(first.upload?.bytes ?? []));
});

test('what was kept does not outlive a change of a file beside it, of the rules or of the tool', async () => {
  const { root, check, count } = await openFolder();
  await check();
  await writeFile(join(root, 'a.yaml'), 'get: {}\nnope: 1\n');
  expect((await check()).problems).toMatchObject([{ rule: 'unknown-field' }]);
  await writeFile(join(root, 'redocly.yaml'), 'rules: {operation-summary: error}\n');
  expect((await check()).problems.map(({ rule }) => rule)).toContain('operation-summary');
  expect((await check('1', { 'unknown-field': 'error' })).problems).toContainEqual(
    expect.objectContaining({ severity: 'error', rule: 'unknown-field' }),
  );
  const before = await count();
  await check('2');
  expect(await count()).toBe(before + 1);
});

test('what could not be read is looked for again', async () => {
  const { root, check } = await openFolder({ 'api.yaml': API.replace('a.yaml', 'b.yaml') });
  expect((await check()).upload).toBeNull();
  await writeFile(join(root, 'b.yaml'), PATH);
  expect((await check()).upload).not.toBeNull();
});

test('entries that are damaged are passed over', async () => {
  const { folder, check } = await openFolder();
  const first = await check();
  const [name = ''] = await readdir(folder);
  for (const text of ['', '{', 'null', '{"witnesses":[]}']) {
    await writeFile(join(folder, name), text);
    expect((await check()).upload?.content).toEqual(first.upload?.content);
  }
});

test.skipIf(process.platform === 'win32')(
  'nothing is kept in a folder that others may write to, or that is a link',
  async () => {
    const { folder, check, count } = await openFolder();
    await check();
    await chmod(folder, 0o777);
    await check('2');
    expect(await count()).toBe(1);
    const linked = await openFolder();
    await symlink(folder, linked.folder);
    await linked.check();
    expect(await count()).toBe(1);
  },
);
