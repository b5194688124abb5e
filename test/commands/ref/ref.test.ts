import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectOfSchema } from '../../support/schema.ts';
import { openWorld, type World } from '../../support/world.ts';
import { NEWER_PETS, PETS, VERSIONS } from './definitions.ts';

/** A shop whose pets are published in both versions, and newer in a file. */
async function openShop(files: Readonly<Record<string, string>> = {}): Promise<World> {
  const world = await openWorld({
    ...VERSIONS,
    'old.yaml': PETS,
    'pets.yaml': NEWER_PETS,
    ...files,
  });
  for (const version of ['v1.0', 'v2.0']) {
    await world.run('ref', 'upload', 'old.yaml', '--in', version, '--create', '--yes');
  }
  return world;
}

/** Ids begin anywhere, and columns are as wide as they are. */
const withoutIds = (text: string): string =>
  text.replaceAll(/\b\d{4,}\b/g, '17').replaceAll(/(?<=\S) {2,}/g, '  ');

async function expectGolden(text: string, name: string): Promise<void> {
  await expect(withoutIds(text)).toMatchFileSnapshot(`../../golden/ref/${name}.txt`);
}

test('list shows versions, titles, slugs and drafts', async () => {
  const world = await openShop();
  await world.run('ref', 'upload', 'pets.yaml', '--in', 'v1.0', '--draft', '--yes');
  await expectGolden((await world.run('ref', 'list')).stdout, 'list');
  const quick = await world.run(
    'ref',
    'list',
    '--no-drafts',
    '--in',
    'v2.0',
    '--verbose',
    '--json',
  );
  expect(JSON.parse(quick.stdout)).toMatchObject([{ version: 'v2.0', title: 'Pets', draft: null }]);
  expect(quick.stderr).not.toContain('/definition');
});

describe('get', () => {
  test('prints the bytes as served, or writes them', async () => {
    const world = await openShop();
    expect(await world.run('ref', 'get', 'v1.0/pets')).toEqual({
      exitCode: 0,
      stdout: PETS,
      stderr: '',
    });
    const run = await world.run(
      'ref',
      'get',
      'Pets',
      '--in',
      'v2.0',
      '--format',
      'json',
      '-o',
      'a.json',
    );
    expect(run).toMatchObject({ exitCode: 0, stdout: '' });
    expect(JSON.parse(await world.read('a.json'))).toMatchObject({
      info: { version: '2023-03-20' },
    });
  });

  test('says that YAML is too large to go up again, if JSON was small enough', async () => {
    const zeros = `${'['.repeat(60)}${'0,'.repeat(70_000)}0${']'.repeat(60)}`;
    const large = `{"openapi":"3.1.0","info":{"title":"Large","version":"1"},"paths":{},"x-a":${zeros}}`;
    const world = await openWorld({ ...VERSIONS, 'large.json': large });
    await world.run('ref', 'upload', 'large.json', '--in', 'v1.0', '--create', '--yes');
    const yaml = await world.run('ref', 'get', 'Large', '--format', 'yaml', '-o', 'large.yaml');
    expect(yaml).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining(
        'The platform accepts at most 8 MB, so this file cannot be uploaded.',
      ),
    });
    const same = await world.run('ref', 'get', 'Large', '-o', 'same.json');
    expect(same.stderr).not.toContain('8 MB');
  });

  test('says where it cannot write', async () => {
    const world = await openShop();
    const get = (file: string) => world.run('ref', 'get', 'Pets', '--in', 'v2.0', '-o', file);
    expect(await get('no/such/folder.yaml')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('There is no folder "no/such"'),
    });
    expect((await get('.')).exitCode).toBe(2);
  });

  test('names what a name may mean, and what there is', async () => {
    const world = await openShop();
    const ambiguous = await world.run('ref', 'get', 'pets');
    expect(ambiguous).toMatchObject({ exitCode: 2, stdout: '' });
    await expectGolden(ambiguous.stderr, 'ambiguous');
    expect(await world.run('ref', 'get', 'petz')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('Did you mean "pets"?'),
    });
    expect(await world.run('ref', 'get', 'v1.0/pets', '--draft')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('"Pets" has no draft'),
    });
  });
});

describe('check', () => {
  const BAD = `${PETS}  parameters:\n    a: {name: a, in: somewhere}\n`;

  test('says what is wrong and where, offline', async () => {
    const world = await openShop({ 'bad.yaml': BAD });
    const env = { DOCS_BASE_URL: 'http://127.0.0.1:1', DOCS_API_KEY: '' };
    const run = await world.runAs({ env }, 'ref', 'check', 'bad.yaml', 'pets.yaml');
    expect(run.exitCode).toBe(1);
    await expectGolden(`${run.stdout}--\n${run.stderr}`, 'check');
    expect(
      await world.runAs({ env }, 'ref', 'check', 'bad.yaml', '--fail-on', 'never'),
    ).toMatchObject({
      exitCode: 0,
    });
  });

  test('prints SARIF', async () => {
    const world = await openShop({ 'bad.yaml': BAD });
    const run = await world.run('ref', 'check', 'bad.yaml', '--format', 'sarif');
    expect(run.exitCode).toBe(1);
    expect(JSON.parse(run.stdout)).toMatchObject({ version: '2.1.0' });
  });

  test('refuses what is over 8 MB without reading it', async () => {
    const world = await openShop();
    await truncate(join(world.folder, 'old.yaml'), 3e9);
    const run = await world.run('ref', 'check', 'old.yaml');
    expect(run).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining('2861.1 MB; a definition has at most 8 MB'),
    });
  });

  test('says so where the rules cannot be used', async () => {
    const world = await openShop({ 'redocly.yaml': 'rules: [\n' });
    expect(await world.run('ref', 'check', 'pets.yaml')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(
        /^error redocly\.yaml:2:1: The definition rules cannot be used: /,
      ),
    });
  });
});

describe('diff', () => {
  test('between a file and the platform', async () => {
    const world = await openShop();
    const run = await world.run('ref', 'diff', 'pets.yaml', '--in', 'v1.0', '--all');
    expect(run.exitCode).toBe(0);
    await expectGolden(run.stdout, 'diff');
    const named = await world.run(
      'ref',
      'diff',
      'pets.yaml',
      '--against',
      'v1.0/pets',
      '--fail-on',
      'breaking',
    );
    expect(named).toMatchObject({
      exitCode: 5,
      stderr: expect.stringContaining('1 change breaks clients'),
    });
    const risky = await world.run(
      'ref',
      'diff',
      'pets.yaml',
      '--against',
      'v1.0/pets',
      '--fail-on',
      'warning',
    );
    expect(risky.stderr).toContain('1 change breaks, and 1 change may break clients');
  });

  test('between two files, without a key', async () => {
    const world = await openShop();
    const run = await world.runAs(
      { env: { DOCS_API_KEY: '' } },
      'ref',
      'diff',
      'pets.yaml',
      '--against',
      'old.yaml',
      '--format',
      'markdown',
    );
    expect(run.exitCode).toBe(0);
    await expect(run.stdout).toMatchFileSnapshot('../../golden/ref/diff.md');
    expect(await world.run('ref', 'diff', 'old.yaml', '--against', 'old.yaml')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('0 breaking, 0 risky, 0 safe'),
    });
  });

  test('between draft and published', async () => {
    const world = await openShop();
    await world.run('ref', 'upload', 'pets.yaml', '--in', 'v1.0', '--draft', '--yes');
    const { stdout } = await world.run('ref', 'diff', 'v1.0/pets', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      old: 'v1.0/Pets (published)',
      new: 'v1.0/Pets (draft)',
      counts: { breaking: 1, risky: 1, safe: 1 },
    });
  });

  test('follows files that a file refers to', async () => {
    const pets = { head: 'openapi: 3.1.0\ninfo: {title: Pets, version: "1"}\npaths:\n  /pets: ' };
    const world = await openShop({
      'a.yaml': `${pets.head}{$ref: part.yaml}\n`,
      'part.yaml': "get:\n  responses:\n    '200': {description: ok}\n",
      'b.yaml': `${pets.head}\n    get:\n      responses:\n        '200': {description: ok}\n`,
    });
    const { stdout } = await world.run('ref', 'diff', 'a.yaml', '--against', 'b.yaml', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ changes: [] });
  });

  test('says which file is not there, or is not a definition', async () => {
    const world = await openShop({ 'bad.yaml': 'a: [\n' });
    expect(await world.run('ref', 'diff', 'nowhere.yaml')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('There is no file "nowhere.yaml".'),
    });
    expect(await world.run('ref', 'diff', 'bad.yaml', '--against', 'old.yaml')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('bad.yaml:2:1: not YAML'),
    });
  });

  test('text of a definition cannot leave its cell, its line or the terminal', async () => {
    const evil = PETS.replace('/pets/{id}', '"/pets/{id}|`x`\\e[31m@team\\n# title"');
    const world = await openShop({ 'evil.yaml': evil });
    const markdown = await world.run(
      'ref',
      'diff',
      'evil.yaml',
      '--against',
      'old.yaml',
      '--format',
      'markdown',
    );
    expect(markdown.stdout).not.toContain('\u001b');
    expect(markdown.stdout).not.toMatch(/^# title/m);
    expect(markdown.stdout).not.toContain(' @team');
    const text = await world.run('ref', 'diff', 'evil.yaml', '--against', 'old.yaml', '--all');
    expect(text.stdout).not.toContain('\u001b');
    expect(text.stdout).not.toMatch(/^# title/m);
  });
});

describe('--json', () => {
  test.each([
    ['ref-list', ['list']],
    ['ref-get', ['get', 'v1.0/pets']],
    ['ref-check', ['check', 'pets.yaml', 'bad.yaml', '--fail-on', 'never']],
    ['ref-diff', ['diff', 'pets.yaml', '--against', 'v1.0/pets']],
    ['ref-upload', ['upload', 'pets.yaml', '--in', 'v1.0', '--dry-run']],
    ['ref-upload', ['upload', 'pets.yaml', '--in', 'v1.0', '--draft']],
    ['ref-publish', ['publish', 'v1.0/pets']],
  ])('%s is what its schema says', async (name, argv) => {
    const world = await openShop({ 'bad.yaml': 'openapi: 3.1.0\ninfo: {title: Bad}\n' });
    if (name === 'ref-publish')
      await world.run('ref', 'upload', 'pets.yaml', '--in', 'v1.0', '--draft', '--yes');
    const { exitCode, stdout } = await world.run('ref', ...argv, '--json', '--yes');
    expect(exitCode).toBe(0);
    await expectOfSchema(name, JSON.parse(stdout));
  });
});
