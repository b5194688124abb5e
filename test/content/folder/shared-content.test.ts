import { symlink } from 'node:fs/promises';
import { expect, test } from 'vitest';
import {
  readSharedContent,
  syncedBody,
  variablesOf,
} from '../../../src/content/folder/shared-content.ts';
import { CORPUS, hasCorpus } from '../../support/corpus.ts';
import { temporaryFolder } from '../../support/folder.ts';

test('variables have the names that pages use, and their values as written', async () => {
  const folder = await temporaryFolder({
    'developerhub.yaml':
      "title: T\nvariables:\n  plan: ''\n  none:\n  version: 2.10\n  user:\n    name: Ada\n    more: { deep: x }\n  list: [a]\n  __proto__: y\n",
  });
  const { variables } = await readSharedContent(folder);
  expect([...variables]).toEqual([
    ['plan', ''],
    ['none', ''],
    ['version', '2.10'],
    ['user.name', 'Ada'],
    ['user.more.deep', 'x'],
    ['__proto__', 'y'],
  ]);
});

test.each([
  ['variables:\n'],
  ['variables: text\n'],
  ['variables: [a]\n'],
  ['title: no variables\n'],
  [''],
])('%j has no variables', async (text) => {
  const folder = await temporaryFolder({ 'developerhub.yaml': text });
  expect((await readSharedContent(folder)).variables.size).toBe(0);
});

test('a settings map without the key has no variables', () => {
  expect(variablesOf({}).size).toBe(0);
});

test('the id of a synced block is the name of its file, and its header is not shown', async () => {
  const folder = await temporaryFolder({
    '_synced-blocks/a.md': "---\ntitle: 'A: b'\n---\n\nText.\n\n---\n\nMore.\n",
    '_synced-blocks/b.md': '\u{feff}No header.\r\nTwo lines.\r\n',
    '_synced-blocks/sub/c.md': 'not one',
    '_synced-blocks/d.txt': 'not one',
  });
  const { syncedBlocks } = await readSharedContent(folder);
  expect([...syncedBlocks]).toEqual([
    ['a', 'Text.\n\n---\n\nMore.'],
    ['b', 'No header.\nTwo lines.'],
  ]);
});

test.each([
  ['---\ntitle: x\n---\n', ''],
  ['---\n---\nText', 'Text'],
  ['---\r\ntitle: x\r\n---\r\nText', 'Text'],
  ['---\nnever closed', '---\nnever closed'],
  ['---\ntitle: x\ndraft: true\n---\nText', ''],
  ['---\ntitle: x\naudience: staff\n---\nText', ''],
  ['---\ntitle: x\ndraft: false\n---\nText', 'Text'],
  ['Text\n---\ntitle: x\n---\n', 'Text\n---\ntitle: x\n---'],
])('the body of %j', (text, body) => {
  expect(syncedBody(text)).toBe(body);
});

test('a folder without such files has no shared content', async () => {
  const shared = await readSharedContent(await temporaryFolder());
  expect(shared.variables.size + shared.syncedBlocks.size).toBe(0);
});

test('symbolic links out of the folder are not read', async () => {
  const outside = await temporaryFolder({ 'x.md': 'secret', 'y.yaml': 'variables: { a: secret }' });
  const folder = await temporaryFolder({ '_synced-blocks/a.md': 'Text' });
  await symlink(`${outside}/x.md`, `${folder}/_synced-blocks/b.md`);
  await symlink(`${outside}/y.yaml`, `${folder}/developerhub.yaml`);
  const { variables, syncedBlocks } = await readSharedContent(folder);
  expect([...variables]).toEqual([]);
  expect([...syncedBlocks.keys()]).toEqual(['a']);
});

test('the error of a malformed file names the file and the line', async () => {
  const folder = await temporaryFolder({ 'developerhub.yaml': 'title: a\nvariables: {\n' });
  await expect(readSharedContent(folder)).rejects.toMatchObject({
    located: expect.stringMatching(/^developerhub\.yaml:\d/),
  });
});

test.skipIf(!hasCorpus)('real content contains variables and synced blocks', async () => {
  const { variables, syncedBlocks } = await readSharedContent(`${CORPUS}/repository-layout`);
  expect(variables.get('product')).not.toBe('');
  expect(variables.has('user.name')).toBe(true);
  for (const body of syncedBlocks.values()) expect(body).not.toMatch(/^---/);
  expect(syncedBlocks.size).toBeGreaterThan(1);
});
