import { describe, expect, test } from 'vitest';
import { expectOfSchema } from '../../support/schema.ts';
import { openWorld } from '../../support/world.ts';
import { PETS, VERSIONS } from './definitions.ts';

/** Four path parameters that nobody has to give. */
const LOOSE = PETS.replace(', required: true', '').replace(
  'components:\n',
  ['a', 'b', 'c', 'd', 'e', 'f']
    .map(
      (name) =>
        `  /${name}/{id}:\n    get:\n      parameters: [{name: id, in: path, schema: {type: string}}]\n      responses: {'200': {description: ok}}\n`,
    )
    .join('') + 'components:\n',
);

const UPLOAD = ['ref', 'upload', 'pets.yaml', '--in', 'v1.0', '--create', '--yes'] as const;

test('a refused upload names the rules, the lines that let them pass, and the way without a check', async () => {
  const world = await openWorld({ ...VERSIONS, 'pets.yaml': LOOSE });
  const refused = await world.run(...UPLOAD);
  expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
  await expect(refused.stderr).toMatchFileSnapshot('../../golden/ref/upload-refused.txt');

  expect((await world.run(...UPLOAD, '--no-check')).exitCode).toBe(0);

  const lines = refused.stderr.split('\n').slice(-5);
  const settings = lines.slice(0, 2).join('\n');
  expect(settings).toBe('checks:\n  path-parameter-required: warning');
  await world.write({ 'docs-cli.config.yml': `${settings}\n` });
  expect((await world.run('ref', 'check', 'pets.yaml')).exitCode).toBe(0);
});

test('a rule of many findings is told once, with their number', async () => {
  const world = await openWorld({ 'pets.yaml': LOOSE });
  const { stdout } = await world.run('ref', 'check', 'pets.yaml');
  expect(stdout.match(/^pets\.yaml:/gm)).toHaveLength(3);
  expect(stdout).toContain('… and 4 more of path-parameter-required');
  const { stdout: json } = await world.run('ref', 'check', 'pets.yaml', '--json');
  expect(JSON.parse(json)).toMatchObject({ errors: 7 });
});

test('each rule of many findings is counted for itself, errors first, and none of few findings is cut', async () => {
  const path = (at: number, rest: string): string =>
    `  /p${at}/{id}:\n    get:\n      parameters: [{name: id, in: path, schema: {type: string}${rest}}]\n      responses: {'200': {description: ok}}\n`;
  const series = (from: number, length: number, rest: string): string =>
    Array.from({ length }, (_, at) => path(from + at, rest)).join('');
  const head = 'openapi: 3.1.0\ninfo: {title: Pets, version: 1.0.0}\npaths:\n';
  const world = await openWorld({
    'many.yaml': `${head}${series(0, 40, ', required: true, unknown: 1')}${series(40, 2000, '')}`,
    'few.yaml': `${head}${series(0, 5, '')}`,
  });

  const many = (await world.run('ref', 'check', 'many.yaml')).stdout.split('\n');
  const told = many.filter((line) => /^many\.yaml:|… and/.test(line));
  expect(told).toEqual([
    ...Array.from({ length: 3 }, () => expect.stringContaining('[path-parameter-required]')),
    '  … and 1,997 more of path-parameter-required',
    ...Array.from({ length: 3 }, () => expect.stringContaining('[unknown-field]')),
    '  … and 37 more of unknown-field',
  ]);

  const few = (await world.run('ref', 'check', 'few.yaml')).stdout;
  expect(few.match(/^few\.yaml:/gm)).toHaveLength(5);
  expect(few).not.toContain('… and');
});

test('what cannot be read has no way out but to be corrected', async () => {
  const world = await openWorld({ ...VERSIONS, 'pets.yaml': 'openapi: [\n' });
  const run = await world.run(...UPLOAD, '--no-check');
  expect(run.exitCode).toBe(1);
  expect(run.stderr).not.toContain('checks:');
});

test('settings win over redocly.yaml, and may turn on rules of its linter', async () => {
  const world = await openWorld({
    'pets.yaml': LOOSE,
    'redocly.yaml': 'rules: {operation-summary: error}\n',
    'docs-cli.config.yml':
      'checks: {path-parameter-required: off, operation-summary: off, operation-description: warning}\n',
  });
  const run = await world.run('ref', 'check', 'pets.yaml', '--json');
  expect(run.exitCode).toBe(0);
  const rules = (JSON.parse(run.stdout) as { files: { problems: { rule: string }[] }[] }).files
    .flatMap(({ problems }) => problems)
    .map(({ rule }) => rule);
  expect(new Set(rules)).toEqual(new Set(['operation-description']));
});

test('a rule that does not exist is refused, with the nearest', async () => {
  const world = await openWorld({
    'pets.yaml': PETS,
    'docs-cli.config.yml': 'checks: {strukt: off}\n',
  });
  expect(await world.run('ref', 'check', 'pets.yaml')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('There is no rule "strukt".\n  Did you mean struct?'),
  });
  await world.write({ 'docs-cli.config.yml': 'checks: {struct: no}\n' });
  expect(await world.run('ref', 'check', 'pets.yaml')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('checks.struct must be error, warning or off'),
  });
});

test('a redocly.yaml of rules alone changes the standard set, and no more', async () => {
  const sibling = PETS.replace(
    "schema: {$ref: '#/components/schemas/Pet'}",
    'schema: {type: array, items: {type: string, nullable: true}}',
  ).replace('3.1.0', '3.0.3');
  const world = await openWorld({
    'pets.yaml': sibling.replace('type: string, nullable', 'nullable'),
    'redocly.yaml': 'rules: {spec-ref-siblings: warn}\n',
  });
  const run = await world.run('ref', 'check', 'pets.yaml');
  expect(run.exitCode).toBe(0);
  expect(run.stdout).toContain('warning `nullable` is used without a `type`');
});

test.each([
  ['a list', `rules:\n${'- a\n'.repeat(250_000)}`, 0, ''],
  [
    'more rules than anybody writes',
    `rules:\n${Array.from({ length: 50_000 }, (_, n) => `  r${n}: off\n`).join('')}`,
    2,
    '`rules` has 50000 entries; at most 1000 are read.',
  ],
])('a redocly.yaml with %s as rules needs no stack', async (_, text, exitCode, said) => {
  const world = await openWorld({ 'pets.yaml': PETS, 'redocly.yaml': text });
  const run = await world.run('ref', 'check', 'pets.yaml');
  expect(run.exitCode).toBe(exitCode);
  expect(run.stderr).toContain(said);
  expect(run.stderr).not.toContain('call stack');
});

describe('findings that the project knows', () => {
  const CONFIG = 'references: [{ file: pets.yaml, version: v1.0 }]\n';
  const known = async (more: Record<string, string> = {}) => {
    const world = await openWorld({
      ...VERSIONS,
      'docs-cli.config.yml': CONFIG,
      'pets.yaml': LOOSE,
      ...more,
    });
    expect((await world.run('check', '--write-baseline')).exitCode).toBe(0);
    return world;
  };

  test('are not told, and stop neither a check nor an upload', async () => {
    const world = await known();
    const { stdout, exitCode } = await world.run('ref', 'check', '--fail-on', 'warning');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('7 more in the baseline: docs ref check --no-baseline shows them');
    const { stdout: json } = await world.run('ref', 'check', '--json');
    const report = JSON.parse(json);
    expect(report).toMatchObject({ errors: 0, warnings: 0, known: 7 });
    await expectOfSchema('ref-check', report);
    expect((await world.run(...UPLOAD)).exitCode).toBe(0);
  });

  test('are told with --no-baseline', async () => {
    const world = await known();
    const all = await world.run('ref', 'check', '--no-baseline', '--json');
    expect(all.exitCode).toBe(1);
    expect(JSON.parse(all.stdout)).toMatchObject({ errors: 7, known: 0 });
  });

  test('are not those of another line, nor what cannot be read or sent', async () => {
    const world = await known();
    await world.write({ 'pets.yaml': `${LOOSE}    Bad: {type: nothing}\n` });
    const { stdout } = await world.run('ref', 'check', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ errors: 1, known: 7 });
    await world.write({ 'pets.yaml': 'openapi: 3.1.0\n  info: {}\n' });
    expect((await world.run('check', '--write-baseline')).exitCode).toBe(0);
    expect((await world.run('ref', 'check')).exitCode).toBe(1);
  });

  test('may be in a file that several definitions share', async () => {
    const head = 'openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths: {}\n';
    const parts = `${head}components: {schemas: {A: {$ref: "parts/a.yaml"}}}\n`;
    const world = await known({
      'docs-cli.config.yml':
        'references: [{ file: one.yaml, version: v1.0 }, { file: two.yaml, version: v2.0 }]\n',
      'one.yaml': parts,
      'two.yaml': parts.replace('title: T', 'title: U'),
      'parts/a.yaml': 'type: nothing\n',
    });
    const { stdout } = await world.run('ref', 'check', 'two.yaml', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ errors: 0, known: 1, files: [{ bundled: true }] });
  });
});
