import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../support/folder.ts';
import { openWorld } from '../../support/world.ts';
import { NEWER_PETS, PETS, VERSIONS } from './definitions.ts';

const MARK = 'seen in what was kept';

/** A repository whose definition was checked once, and whose kept check says so if it is used. */
async function openPipeline(files: Readonly<Record<string, string>> = {}) {
  const world = await openWorld({ ...VERSIONS, 'old.yaml': PETS, 'pets.yaml': PETS, ...files });
  const cacheFolder = join(await temporaryFolder(), 'kept');
  const run = (...argv: string[]) => world.runAs({ cacheFolder }, ...argv);
  await world.run('ref', 'upload', 'old.yaml', '--in', 'v1.0', '--create', '--yes');
  await world.write({ 'pets.yaml': NEWER_PETS });
  await run('ref', 'check', 'pets.yaml');
  const [name = ''] = await readdir(cacheFolder);
  const entry = JSON.parse(await readFile(join(cacheFolder, name), 'utf8')) as {
    readonly problems: object[];
    readonly content: { readonly paths: Record<string, unknown> };
  };
  const place = { file: join(world.folder, 'pets.yaml'), line: 1, column: 1 };
  entry.problems.push({ severity: 'warning', rule: 'kept', message: MARK, why: null, ...place });
  entry.content.paths[`/${MARK}`] = { get: { responses: {} } };
  await writeFile(join(cacheFolder, name), JSON.stringify(entry));
  return { world, run, cacheFolder };
}

const DRY = ['ref', 'upload', 'pets.yaml', '--in', 'v1.0', '--dry-run'];
const STEPS: readonly (readonly string[])[] = [
  ['check'],
  ['ref', 'check', 'pets.yaml'],
  ['ref', 'diff', 'pets.yaml', 'v1.0/pets', '--all'],
  DRY,
  ['ref', 'upload', 'pets.yaml', '--in', 'v1.0', '--yes'],
];

const CONFIG = 'references: [{ file: pets.yaml, version: v1.0 }]\n';

test.each(STEPS)('what one step of a pipeline found is used by docs %s %s', async (...argv) => {
  const { run, cacheFolder } = await openPipeline({ 'docs-cli.config.yml': CONFIG });
  const { stdout, stderr } = await run(...argv);
  expect(stdout + stderr).toContain(MARK);
  expect(await readdir(cacheFolder)).toHaveLength(1);
});

test.each<readonly [string, Readonly<Record<string, string>>]>([
  ['the file', { 'pets.yaml': `${NEWER_PETS}# changed\n` }],
  ['the rules of redocly.yaml', { 'redocly.yaml': 'rules: {operation-summary: warn}\n' }],
  ['the settings', { 'docs-cli.config.yml': `${CONFIG}checks: {unknown-field: error}\n` }],
])('nothing that was kept is used once %s changed', async (_, files) => {
  const { world, run } = await openPipeline({ 'docs-cli.config.yml': CONFIG });
  await world.write(files);
  for (const argv of STEPS.slice(1, 4)) {
    const { stdout, stderr } = await run(...argv);
    expect(stdout + stderr).not.toContain(MARK);
  }
});

test('a file that changed and kept its size and times is read again', async () => {
  const { world, run } = await openPipeline({ 'docs-cli.config.yml': CONFIG });
  const file = join(world.folder, 'pets.yaml');
  const then = new Date(0);
  await utimes(file, then, then);
  await world.write({ 'pets.yaml': NEWER_PETS.replace('All owners', 'All 0wners') });
  await utimes(file, then, then);
  expect((await run('ref', 'check', 'pets.yaml')).stdout).not.toContain(MARK);
});
