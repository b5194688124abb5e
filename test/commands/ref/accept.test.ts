/** Breaking changes that were meant: `docs ref accept`, and what lets them pass. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { writeFiles } from '../../support/folder.ts';
import { openWorld, type World } from '../../support/world.ts';
import { NEWER_PETS, PETS, VERSIONS } from './definitions.ts';

const LIST = 'docs-cli.accepted.yml';

/** `PETS` is published, and the file is `NEWER_PETS`: one change breaks clients. */
async function changed(newer = NEWER_PETS): Promise<World> {
  const world = await openWorld({ ...VERSIONS, 'pets.yaml': PETS });
  await world.run('ref', 'upload', 'pets.yaml', '--in', 'v1.0', '--create', '--yes');
  await world.write({ 'pets.yaml': newer });
  return world;
}

const diff = (world: World, ...argv: string[]) =>
  world.run('ref', 'diff', 'pets.yaml', '--in', 'v1.0', '--fail-on', 'breaking', ...argv);
const accept = (world: World, ...argv: string[]) =>
  world.run('ref', 'accept', 'pets.yaml', '--in', 'v1.0', ...argv);
const upload = (world: World, ...argv: string[]) =>
  world.run('ref', 'upload', 'pets.yaml', '--in', 'v1.0', '--fail-on', 'breaking', ...argv);

const REASON = ['--reason', 'No client reads the name'];

describe('an accepted change', () => {
  test('passes with its reason, in a comparison and in an upload', async () => {
    const world = await changed();
    expect(await diff(world)).toMatchObject({ exitCode: 5 });
    const accepted = await accept(world, ...REASON);
    expect(accepted).toMatchObject({ exitCode: 0, stderr: '' });
    await expect(accepted.stdout).toMatchFileSnapshot('../../golden/ref/accept.txt');
    await expect(await world.read(LIST)).toMatchFileSnapshot('../../golden/ref/accepted.yml');

    const compared = await diff(world);
    expect(compared).toMatchObject({ exitCode: 0, stderr: '' });
    await expect(compared.stdout).toMatchFileSnapshot('../../golden/ref/diff-accepted.txt');
    const uploaded = await upload(world, '--yes');
    expect(uploaded).toMatchObject({ exitCode: 0, stderr: '' });
    expect(uploaded.stdout).toContain('1 breaking (accepted), 1 risky, 1 safe');
  });

  test('is that change only: another value of the same rule still fails', async () => {
    const world = await changed(NEWER_PETS);
    await accept(world, ...REASON);
    await world.write({ 'pets.yaml': NEWER_PETS.replace('/pets/{id}:', '/pets/{id}/more:') });
    const { exitCode, stderr } = await diff(world);
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 5,
      stderr: expect.stringMatching(/1 change breaks clients/) as string,
    });
  });

  test('is annotated nowhere, and marked in JSON, SARIF and Markdown', async () => {
    const world = await changed();
    await accept(world, ...REASON);
    const ci = await world.runAs(
      { env: { CI: 'true', GITHUB_ACTIONS: 'true' } },
      'ref',
      'diff',
      'pets.yaml',
      '--in',
      'v1.0',
      '--fail-on',
      'breaking',
    );
    expect(ci.exitCode).toBe(0);
    expect(ci.stderr + ci.stdout).not.toContain('::error');
    const json = JSON.parse((await diff(world, '--json')).stdout) as {
      readonly changes: readonly { readonly severity: string; readonly accepted: string | null }[];
    };
    expect(json.changes.map(({ severity, accepted }) => [severity, accepted])).toEqual([
      ['breaking', 'No client reads the name'],
      ['risky', null],
      ['safe', null],
    ]);
    const sarif = (await diff(world, '--format', 'sarif')).stdout;
    expect(sarif).not.toContain('"level": "error"');
    expect(sarif).toContain('accepted: No client reads the name');
    const { stdout } = await diff(world, '--format', 'markdown');
    expect(stdout).toContain('#### ☑️ Breaks clients, accepted (1)');
    expect(stdout).toContain('accepted: No client reads the name');
    expect(stdout).not.toContain('#### ❌');
  });

  test('that is published is named, until accept removes it', async () => {
    const world = await changed();
    await accept(world, ...REASON);
    await upload(world, '--yes');
    for (const run of [await upload(world, '--yes'), await diff(world)]) {
      expect(run.exitCode).toBe(0);
      expect(run.stderr).toContain(
        `${LIST} accepts a change of pets.yaml that is not there any more`,
      );
    }
    const again = await accept(world);
    expect(again).toMatchObject({ exitCode: 0 });
    expect(again.stdout).toContain('1 entry removed');
    expect(await world.exists(LIST)).toBe(false);
  });

  test('is not named where another definition is compared with', async () => {
    const world = await changed();
    await accept(world, ...REASON);
    await world.write({ 'before.yaml': NEWER_PETS });
    expect(await diff(world, '--against', 'before.yaml')).toMatchObject({
      exitCode: 0,
      stderr: '',
    });
    await accept(world, '--against', 'before.yaml');
    expect(await world.read(LIST)).toContain('definition: pets.yaml');
  });
});

const schema = (value: object): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'S', version: '1' },
    paths: {
      '/a': {
        post: {
          requestBody: { content: { 'application/json': { schema: value } } },
          responses: { 200: { description: 'ok' } },
        },
      },
    },
  });
const long = 'x'.repeat(80);

describe('a change whose words are those of an accepted one is not accepted', () => {
  test.each<[string, object, object, object]>([
    ['a long constant', {}, { const: `${long}1` }, { const: `${long}2` }],
    [
      'items',
      { type: 'array', items: {} },
      { type: 'array', items: { type: 'string' } },
      { type: 'array', items: { type: 'integer' } },
    ],
    [
      'not',
      { type: 'string' },
      { type: 'string', not: { enum: ['zz'] } },
      { type: 'string', not: { pattern: '.' } },
    ],
    [
      'a required property',
      { type: 'object' },
      { type: 'object', required: ['a'], properties: { a: { type: 'string' } } },
      { type: 'object', required: ['a'], properties: { a: { type: 'integer' } } },
    ],
    [
      'other properties',
      { type: 'object' },
      { type: 'object', additionalProperties: { type: 'string' } },
      { type: 'object', additionalProperties: { type: 'integer' } },
    ],
    [
      'alternatives',
      { oneOf: [{ type: 'object', title: 'A' }, { type: 'object', title: 'B' }, { type: 'null' }] },
      { oneOf: [{ type: 'object', title: 'A' }, { type: 'null' }] },
      { oneOf: [{ type: 'object', title: 'B' }, { type: 'null' }] },
    ],
  ])('%s', async (_, old, meant, other) => {
    const world = await openWorld({
      ...VERSIONS,
      'old.json': schema(old),
      'new.json': schema(meant),
    });
    const against = ['new.json', '--against', 'old.json'];
    const gate = () => world.run('ref', 'diff', ...against, '--fail-on', 'breaking');
    expect(await gate()).toMatchObject({ exitCode: 5 });
    await world.run('ref', 'accept', ...against, ...REASON);
    expect(await gate()).toMatchObject({ exitCode: 0 });
    await world.write({ 'new.json': schema(other) });
    expect(await gate()).toMatchObject({ exitCode: 5 });
  });

  test('nor is the same change in another version', async () => {
    const world = await openWorld({ ...VERSIONS, 'pets.yaml': PETS });
    for (const version of ['v1.0', 'v2.0'])
      await world.run('ref', 'upload', 'pets.yaml', '--in', version, '--create', '--yes');
    await world.write({ 'pets.yaml': NEWER_PETS });
    await accept(world, ...REASON);
    const other = ['pets.yaml', '--in', 'v2.0', '--fail-on', 'breaking'];
    expect(await world.run('ref', 'diff', ...other)).toMatchObject({ exitCode: 5 });
    expect(await world.run('ref', 'upload', ...other, '--yes')).toMatchObject({ exitCode: 5 });
    // A pull request has a file to compare with, and no version.
    await world.write({ 'before.yaml': PETS });
    const gate = ['pets.yaml', '--against', 'before.yaml', '--fail-on', 'breaking'];
    expect(await world.run('ref', 'diff', ...gate)).toMatchObject({ exitCode: 0 });
  });
});

describe('accept', () => {
  test('asks for the reason on a terminal', async () => {
    const world = await changed();
    const run = await world.runAs(
      { terminal: true, answers: [['Why', 'Agreed with the clients\r']] },
      'ref',
      'accept',
      'pets.yaml',
      '--in',
      'v1.0',
    );
    expect(run.exitCode).toBe(0);
    expect(await world.read(LIST)).toContain("reason: 'Agreed with the clients'");
  });

  test('demands a reason where nobody can answer', async () => {
    const world = await changed();
    const run = await accept(world);
    expect(run).toMatchObject({ exitCode: 2 });
    expect(run.stderr).toContain('--reason');
    expect(await world.exists(LIST)).toBe(false);
  });

  test('has nothing to do where nothing breaks', async () => {
    const world = await changed(PETS);
    expect(await accept(world, ...REASON)).toMatchObject({ exitCode: 0 });
    expect(await world.exists(LIST)).toBe(false);
  });

  test('keeps the reasons of what was accepted, and the entries of others', async () => {
    const world = await changed();
    const other =
      "- definition: other.yaml\n  rule: operation-removed\n  subject: GET /a\n  place: '#/paths/~1a/get'\n  change: 'was removed'\n  digest: 0123456789abcdef\n  reason: old\n";
    await world.write({ [LIST]: other });
    await accept(world, ...REASON);
    const before = await world.read(LIST);
    expect(before).toContain('definition: other.yaml');
    expect(await accept(world, '--reason', 'another')).toMatchObject({ exitCode: 0 });
    expect(await world.read(LIST)).toBe(before);
  });

  test.each([
    ['a rule alone', '- rule: operation-removed\n', 1],
    ['a word that is none of its keys', "- definition: pets.yaml\n  rules: '*'\n", 2],
    ['a map', 'rule: operation-removed\n', 1],
    ['a list in an entry', '- definition: [pets.yaml]\n', 1],
    [
      'no reason',
      "- definition: a\n  rule: b\n  subject: c\n  place: d\n  change: e\n  digest: f\n  reason: ''\n",
      7,
    ],
    ['a tab', '\t- a', 1],
  ])('and a comparison refuse a list with %s, at its line', async (_, text, line) => {
    const world = await changed();
    await world.write({ [LIST]: text });
    for (const run of [
      await accept(world, ...REASON),
      await diff(world),
      await upload(world, '--yes'),
    ]) {
      expect(run).toMatchObject({ exitCode: 2 });
      expect(run.stderr).toContain(`${LIST}:${line}:`);
    }
    expect(await world.read(LIST)).toBe(text);
  });

  test('is for a file of the project', async () => {
    const world = await changed();
    await writeFiles(join(world.folder, '..'), { 'beside.yaml': NEWER_PETS });
    const beside = join(world.folder, '../beside.yaml');
    onTestFinished(() => rm(beside));
    for (const name of ['v1.0/pets', '../beside.yaml', beside])
      expect(await world.run('ref', 'accept', name, ...REASON)).toMatchObject({ exitCode: 2 });
  });
});

test('the hint of a gate is the command that accepts what it found, with its options', async () => {
  const world = await openWorld({ ...VERSIONS, 'new api.yaml': NEWER_PETS, "it's.yaml": PETS });
  const gate = ['ref', 'diff', 'new api.yaml', '--against', "it's.yaml", '--fail-on', 'breaking'];
  const run = await world.run(...gate);
  expect(run.exitCode).toBe(5);
  expect(run.stderr).toContain(String.raw`docs ref accept 'new api.yaml' --against 'it'\''s.yaml'`);
  const accepting = [
    'ref',
    'accept',
    'new api.yaml',
    '--against',
    "it's.yaml",
    '--reason',
    'Meant',
  ];
  expect(await world.run(...accepting)).toMatchObject({ exitCode: 0 });
  expect(await world.run(...gate)).toMatchObject({ exitCode: 0 });
});
