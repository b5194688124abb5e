import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { buildInfo } from '../../tools/build-info.js';
import { temporaryFolder } from '../support/folder.ts';
import { expectOfSchema } from '../support/schema.ts';

const DOCS = fileURLToPath(new URL('../../bin/docs.js', import.meta.url));
const docs = async (...args: string[]) =>
  (await promisify(execFile)(process.execPath, [DOCS, ...args])).stdout;

test.each([[['--version', '--json']], [['--json', '-V']]])(
  'docs %j tells version, commit and build',
  async (args) => {
    const document = JSON.parse(await docs(...args)) as { readonly version: string };

    await expectOfSchema('tool-version', document);
    expect(document.version).toBe((await docs('--version')).trim());
  },
);

test('a build is told by its files alone: same files, same build', async () => {
  const files = { 'main.cjs': 'one', 'chunks/a.cjs': 'two' };
  const [first, same, other, moved] = await Promise.all([
    temporaryFolder(files),
    temporaryFolder(files),
    temporaryFolder({ ...files, 'main.cjs': 'three' }),
    temporaryFolder({ 'main.cjs': 'one', 'chunks/b.cjs': 'two' }),
  ]);
  const builds = await Promise.all(
    [first, same, other, moved].map(async (folder) => (await buildInfo(folder, folder)).build),
  );

  expect(builds[0]).toBe(builds[1]);
  expect(new Set(builds).size).toBe(3);
  expect(await buildInfo(first, first)).toMatchObject({ commit: null });
});
