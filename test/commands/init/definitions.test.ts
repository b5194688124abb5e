import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { isDefinition } from '../../../src/commands/init/references.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { runDocs } from '../../support/host.ts';
import { expectOfSchema } from '../../support/schema.ts';
import { openWorld } from '../../support/world.ts';

const definition = (title: string): string => `# The API of ${title}
openapi: 3.1.0
info:
  title: ${title}
  version: '1'
servers:
  - url: https://${title.toLowerCase()}.example.com
paths:
  /things:
    get:
      operationId: listThings
      summary: List things
      security: []
      responses:
        '200':
          description: The things
        '400':
          description: The question is not understood
`;

const PAGE = '---\ntitle: A page\n---\n\nText\n';

const FILES = {
  'docs/v2.0/guide/a.md': PAGE,
  'docs/v2.0/guide/b.md': PAGE,
  'openapi/lapwing.yaml': definition('Lapwing'),
  'openapi/plover.json': JSON.stringify({ openapi: '3.0.3', info: { title: 'Plover' }, paths: {} }),
  'package.json': JSON.stringify({ dependencies: { swagger: '2.0', openapi: '3.0.0' } }),
  'test/fixtures/petstore.yaml': definition('Petstore'),
  'openapi/parts/thing.yaml': 'type: object\ndescription: |\n  openapi: 3.1.0\n',
};

const BOTH = [
  { file: 'openapi/lapwing.yaml', version: 'v2.0' },
  { file: 'openapi/plover.json', version: 'v2.0' },
];

const configOf = async (folder: string): Promise<Record<string, unknown>> =>
  parse(await readFile(join(folder, 'docs-cli.config.yml'), 'utf8')) as Record<string, unknown>;

describe('docs init lists OpenAPI definitions in the configuration', () => {
  test('with --yes all that are there but for tests, in the version of the pages', async () => {
    const folder = await temporaryFolder(FILES);
    const run = await runDocs(['init', '--yes', '--json'], { cwd: folder });
    const document: unknown = JSON.parse(run.stdout);

    await expectOfSchema('init', document);
    expect(document).toMatchObject({ references: BOTH });
    expect(await configOf(folder)).toMatchObject({ references: BOTH });
  });

  test('and names one for tests, with the line that lists it', async () => {
    const folder = await temporaryFolder(FILES);
    const { stderr } = await runDocs(['init', '--yes'], { cwd: folder });

    const said = stderr.replaceAll(/\s+/g, ' ');
    expect(said).toContain(
      'test/fixtures/petstore.yaml is not listed: its folder is for tests or examples.',
    );
    expect(said).toContain('- { file: test/fixtures/petstore.yaml, version: v2.0 }');
  });

  test('those in refs/ of a version in that version', async () => {
    const folder = await temporaryFolder({
      'docs/v1.0/guide/a.md': PAGE,
      'docs/v2.0/guide/a.md': PAGE,
      'docs/v2.0/refs/lapwing.yaml': definition('Lapwing'),
    });
    await runDocs(['init', '--yes'], { cwd: folder });

    expect(await configOf(folder)).toMatchObject({
      references: [{ file: 'docs/v2.0/refs/lapwing.yaml', version: 'v2.0' }],
    });
  });

  test('so that ref check and ref upload need no names', async () => {
    const world = await openWorld({ 'docs/v2.0/guide/a.md': PAGE });
    await world.run('push', '--yes');
    const cwd = await temporaryFolder({
      'docs/v2.0/guide/a.md': PAGE,
      'api/lapwing.yaml': definition('Lapwing'),
      'api/plover.yaml': definition('Plover'),
    });
    const run = await world.runAs({ cwd }, 'init', '--yes');

    expect(run.stdout).toContain('api/lapwing.yaml: an API reference of version v2.0');
    expect(run.stdout).toContain('docs ref check checks definitions');
    expect(await world.runAs({ cwd }, 'ref', 'check')).toMatchObject({ exitCode: 0 });
    const sent = await world.runAs({ cwd }, 'ref', 'upload', '--create', '--yes');
    expect(sent).toMatchObject({ exitCode: 0 });
    expect(sent.stdout).toContain('v2.0/Plover created and published');
  });

  test.each([
    ['y\r', BOTH],
    ['n\r', undefined],
  ])('asks a person, who says %j', async (answer, references) => {
    const folder = await temporaryFolder(FILES);
    const run = await runDocs(['init', '--ci', 'none', '--no-check', '--no-publish'], {
      cwd: folder,
      terminal: true,
      answers: [
        ['Is this right?', 'y\r'],
        ['List 2 OpenAPI definitions', answer],
      ],
    });

    expect(run).toMatchObject({ exitCode: 0 });
    const config = await configOf(folder);
    expect(config).toHaveProperty('content');
    expect(config['references']).toEqual(references);
  });

  test('not with --no-references', async () => {
    const folder = await temporaryFolder(FILES);
    await runDocs(['init', '--yes', '--no-references'], { cwd: folder });

    expect(await configOf(folder)).not.toHaveProperty('references');
  });

  test('not without asking if there are many, but says how', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [`api/${at}.yaml`, definition(`Api${at}`)]),
    );
    const folder = await temporaryFolder({ 'docs/v1.0/guide/a.md': PAGE, ...many });
    const run = await runDocs(['init', '--yes'], { cwd: folder });

    expect(run.stderr).toContain('There are 20 OpenAPI definitions here');
    expect(run.stderr).toContain('--references');
    expect(await configOf(folder)).not.toHaveProperty('references');
  });
});

test.each([
  ['openapi: 3.1.0\n', true],
  ['# Licence\n\n"openapi": "3.0.3"\n', true],
  ["swagger: '2.0'\n", true],
  ['{\n  "info": { "contact": { "name": "x" } },\n  "openapi": "3.1.0"', true],
  ['\uFEFF{"swagger":"2.0"}', true],
  ['  openapi: 3.1.0\n', false],
  ['openapi: yes\n', false],
  ['openapi:\n  version: 3.1\n', false],
  ['{"openapi": {"version": "3.1.0"}}', false],
  ['', false],
])('%j is the beginning of a definition: %j', (head, expected) => {
  expect(isDefinition(head)).toBe(expected);
});

describe('docs init against a platform', () => {
  test.each(['v2.0/nope', 'v9/guide'])(
    'says how a place comes about that is not there: %s',
    async (place) => {
      const world = await openWorld({ 'docs/v2.0/guide/a.md': PAGE });
      await world.run('push', '--yes');
      const cwd = await temporaryFolder({ 'docs/a.md': PAGE });
      const run = await world.runAs({ cwd }, 'init', '--yes', '--in', place);

      expect(run.exitCode).toBe(1);
      expect(run.stderr).toContain('it with docs platform start --from <folder>');
      expect(run.stderr).toContain('--no-check');
    },
  );

  test('that cannot be reached says how to do without', async () => {
    const cwd = await temporaryFolder({ 'docs/v1.0/guide/a.md': PAGE });
    const env = { DOCS_API_KEY: 'key', DOCS_BASE_URL: 'http://127.0.0.1:1/api/v1' };
    const run = await runDocs(['init', '--yes', '--max-wait', '0s'], { cwd, env });

    expect(run.exitCode).toBe(8);
    expect(run.stderr).toContain('--no-check asks no platform');
  });

  test('sets up an extracted export', async () => {
    const world = await openWorld({
      'docs/quick-start/guide/a.md': PAGE,
      'docs/quick-start/_settings.yaml': 'name: Quick Start\n',
    });
    await world.run('push', '--yes');
    const out = await temporaryFolder();
    await world.runAs({ cwd: out }, 'export', '--extract', 'x', '--yes');
    const run = await world.runAs({ cwd: join(out, 'x') }, 'init', '--yes');

    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(run.stdout).toContain('version quick-start');
  });
});

test('a definition in a folder that no version can have is left out, and what was written loads', async () => {
  const folder = await temporaryFolder({
    'docs/v2.0/guide/a.md': PAGE,
    'docs/v3 x/refs/api.yaml': definition('Plover'),
    'docs/v2.0/refs/api.yaml': definition('Lapwing'),
  });
  const run = await runDocs(['init', '--yes', '--no-check'], { cwd: folder });
  expect(run.exitCode).toBe(0);
  expect(run.stderr).toContain('docs/v3 x/refs/api.yaml is not listed');
  expect((await configOf(folder))['references']).toEqual([
    { file: 'docs/v2.0/refs/api.yaml', version: 'v2.0' },
  ]);
  expect((await runDocs(['config', '--json'], { cwd: folder })).exitCode).toBe(0);
});
