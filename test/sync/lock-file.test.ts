import { readFile } from 'node:fs/promises';
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
  expect((await bench.push()).requests).toEqual({ listAll: 1, updatePage: 1 });
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
