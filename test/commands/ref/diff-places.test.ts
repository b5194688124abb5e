import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { openWorld, type World } from '../../support/world.ts';
import { NEWER_PETS, PETS } from './definitions.ts';

interface Placed {
  readonly rule: string;
  readonly oldPlace: { readonly file: string; readonly line: number; readonly column: number };
  readonly newPlace: { readonly file: string; readonly line: number; readonly column: number };
}

async function changesOf(world: World, ...argv: string[]): Promise<Placed[]> {
  const { stdout } = await world.run('ref', 'diff', ...argv, '--json');
  return (JSON.parse(stdout) as { readonly changes: Placed[] }).changes;
}

/** The text of the line that a change points to. */
const lineAt = async (world: World, place: Placed['newPlace']): Promise<string> =>
  ((await world.read(place.file)).split('\n')[place.line - 1] ?? '').slice(place.column - 1);

describe('the places of changes', () => {
  test('are the lines of both YAML files', async () => {
    const world = await openWorld({ 'old.yaml': PETS, 'new.yaml': NEWER_PETS });
    const changes = await changesOf(world, 'new.yaml', '--against', 'old.yaml');
    const lines = changes.map(async ({ rule, oldPlace, newPlace }) => [
      rule,
      oldPlace === null ? null : await lineAt(world, oldPlace),
      await lineAt(world, newPlace),
    ]);
    expect(await Promise.all(lines)).toEqual([
      ['property-became-optional', 'Pet:', 'Pet:'],
      [
        'enum-value-added',
        'kind: {type: string, enum: [cat, dog]}',
        'kind: {type: string, enum: [cat, dog, bird]}',
      ],
      ['operation-added', null, 'get:'],
    ]);
    expect(changes[0]).toMatchObject({
      oldPlace: { file: 'old.yaml', line: 31, column: 5 },
      newPlace: { file: 'new.yaml' },
    });
  });

  test('are the lines of both JSON files, and of what is gone the nearest that is still there', async () => {
    const definition = (schemas: object): string =>
      JSON.stringify(
        {
          openapi: '3.0.3',
          info: { title: 'A "quoted\\" {title}', version: '1' },
          paths: {
            '/a~b%41/{c}': {
              post: {
                requestBody: { content: { 'a/b': { schema: { $ref: '#/components/schemas/A' } } } },
                responses: { 200: { description: '}], "' } },
              },
            },
            '/gone': { get: { responses: { 200: { description: 'ok' } } } },
          },
          components: { schemas },
        },
        null,
        2,
      );
    const old = definition({ A: { properties: { x: { type: 'string' }, y: {} } } });
    const now = JSON.parse(definition({ A: { properties: { x: { type: 'integer' } } } }));
    delete now.paths['/gone'];
    now.paths['/a~b%41/{c}'].post.requestBody.required = true;
    const world = await openWorld({
      'old.json': old,
      'new.json': JSON.stringify(now, null, 2).replaceAll('\n', '\r\n'),
    });
    const changes = await changesOf(world, 'new.json', '--against', 'old.json');
    const found = await Promise.all(
      changes.map(async ({ rule, oldPlace, newPlace }) => [
        rule,
        (await lineAt(world, oldPlace)).replace(/:.*/, ''),
        (await lineAt(world, newPlace)).replace(/:[^]*/, ''),
      ]),
    );
    expect(found).toEqual(
      expect.arrayContaining([
        ['operation-removed', '"get"', '"paths"'],
        ['type-changed', '"x"', '"x"'],
        ['body-became-required', '"requestBody"', '"requestBody"'],
      ]),
    );
  });

  const MAIN = `openapi: 3.1.0
info: {title: Shop, version: '1'}
paths:
  /orders: {$ref: paths/orders.yaml}
components:
  schemas:
    Own: {$ref: 'schemas/own.json'}
`;
  const parts = (type: string) => ({
    'paths/orders.yaml': `get:
  parameters:
    - {name: q, in: query, schema: {type: ${type}}}
  responses:
    '200':
      description: ok
      content:
        application/json:
          schema:
            type: object
            properties:
              own: {$ref: '../api.yaml#/components/schemas/Own'}
              added: {$ref: '../schemas/more%20parts.yaml#/deep/Added'}
`,
    'schemas/own.json': JSON.stringify({ properties: { n: { type } } }, null, 1),
    'schemas/more parts.yaml': `# more\ndeep:\n  Added:\n    properties:\n      m: {type: ${type}}\n`,
  });

  test('of a definition of several files are in the file that each came from', async () => {
    const world = await openWorld({
      'api.yaml': MAIN,
      ...parts('string'),
      'old/api.yaml': MAIN,
      ...Object.fromEntries(
        Object.entries(parts('boolean')).map(([file, text]) => [`old/${file}`, text]),
      ),
    });
    const { stdout } = await world.run(
      'ref',
      'diff',
      'api.yaml',
      '--against',
      'old/api.yaml',
      '--json',
    );
    const { changes } = JSON.parse(stdout) as { readonly changes: Placed[] };
    const places = changes.map(({ oldPlace, newPlace }) =>
      [oldPlace, newPlace].map(({ file, line, column }) => `${file}:${line}:${column}`).join(' '),
    );
    expect(new Set(places)).toEqual(
      new Set([
        'old/paths/orders.yaml:3:28 paths/orders.yaml:3:28',
        'old/schemas/more parts.yaml:5:7 schemas/more parts.yaml:5:7',
        'old/schemas/own.json:3:3 schemas/own.json:3:3',
      ]),
    );
  });

  test('are there in flow style, with aliases and in very wide maps, too', async () => {
    const wide = Object.fromEntries(
      Array.from({ length: 5100 }, (_, at) => [`/p${at}`, { get: { responses: {} } }]),
    );
    const definition = { openapi: '3.1.0', info: { title: 'W', version: '1' }, paths: wide };
    const now = structuredClone(definition);
    delete now.paths['/p7'];
    const world = await openWorld({
      'old.yaml': stringify(definition),
      'new.yaml': stringify(now),
    });
    const [change] = await changesOf(world, 'new.yaml', '--against', 'old.yaml');
    expect(change).toMatchObject({
      oldPlace: { file: 'old.yaml' },
      newPlace: { file: 'new.yaml' },
    });
    expect(await lineAt(world, change?.oldPlace as Placed['oldPlace'])).toBe('get:');
  });

  test('on the platform are pointers, as it has no files', async () => {
    const world = await openWorld({
      'v1.0/docs/intro.md': '---\ntitle: Intro\n---\n',
      'pets.yaml': PETS,
    });
    await world.run('ref', 'upload', 'pets.yaml', '--in', 'v1.0', '--create', '--yes');
    await world.write({ 'pets.yaml': NEWER_PETS });
    const changes = await changesOf(world, 'pets.yaml', '--against', 'v1.0/pets');
    expect(changes[0]).toMatchObject({ oldPlace: null, newPlace: { file: 'pets.yaml' } });
    const { stdout } = await world.run(
      'ref',
      'diff',
      'pets.yaml',
      '--against',
      'v1.0/pets',
      '--all',
    );
    expect(stdout).toContain('    old #/components/schemas/Pet\n    new pets.yaml:');
  });
});

test('changes that break clients, or may, are annotations at their lines on GitHub', async () => {
  const world = await openWorld({ 'old.yaml': PETS, 'new.yaml': NEWER_PETS });
  const env = { GITHUB_ACTIONS: 'true' };
  const { stderr } = await world.runAs({ env }, 'ref', 'diff', 'new.yaml', '--against', 'old.yaml');
  expect(stderr.trim().split('\n')).toEqual([
    '::error file=new.yaml,line=36,col=5::Pet (response): the property `name` is now optional (property-became-optional)',
    '::warning file=new.yaml,line=40,col=9::Pet.kind (response): the value `"bird"` was added (enum-value-added)',
  ]);
});

test('a change of an operation that is a reference to a file is placed in that file', async () => {
  const main =
    'openapi: 3.1.0\ninfo: {title: A, version: "1"}\npaths:\n  /a:\n    get: {$ref: get.yaml}\n';
  const world = await openWorld({
    'new.yaml': main,
    'get.yaml': 'operationId: now\nresponses:\n  200: {description: ok}\n',
    'old/old.yaml': main,
    'old/get.yaml': 'operationId: old\nresponses:\n  200: {description: ok}\n',
  });
  expect(await changesOf(world, 'new.yaml', '--against', 'old/old.yaml')).toMatchObject([
    {
      rule: 'operation-id-changed',
      oldPlace: { file: 'old/get.yaml', line: 1 },
      newPlace: { file: 'get.yaml', line: 1 },
    },
  ]);
});
