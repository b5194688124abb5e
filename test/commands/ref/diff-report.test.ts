import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../support/folder.ts';
import { runDocs } from '../../support/host.ts';
import { expectOfSchema } from '../../support/schema.ts';
import { openWorld } from '../../support/world.ts';

const PROPERTIES = Array.from({ length: 30 }, (_, at) => `p${at}`);

/** Orders with thirty optional properties and three states, and as many operations as schemas. */
const shop = (schemas: Readonly<Record<string, object>>, operations = 2): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    paths: Object.fromEntries(
      Array.from({ length: operations }, (_, at) => [
        `/orders/${at}`,
        {
          post: {
            operationId: `order${at}`,
            requestBody: { content: { 'application/json': { schema: refTo('Order') } } },
            responses: {
              200: {
                description: 'ok',
                content: {
                  'application/json': {
                    schema: { type: 'array', prefixItems: Object.keys(schemas).map(refTo) },
                  },
                },
              },
            },
          },
        },
      ]),
    ),
    components: { schemas },
  });

const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const propertiesOf = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { type: 'string' }]));

const OLD = shop({
  Order: {
    type: 'object',
    required: PROPERTIES.slice(0, 2),
    properties: {
      ...propertiesOf(PROPERTIES),
      state: { type: 'string', enum: ['new', 'paid', 'sent'] },
      note: { type: 'string' },
    },
  },
  Client: { type: 'object', properties: { name: { type: 'string' } } },
});

const NEW = shop({
  Order: {
    type: 'object',
    properties: {
      state: { type: 'string', enum: ['new'] },
      note: { type: ['string', 'null'] },
    },
  },
  Client: { type: 'object', properties: { name: { type: ['string', 'null'] } } },
});

test('a report begins with counts, and has a line for each schema', async () => {
  const world = await openWorld({ 'old.json': OLD, 'new.json': NEW });
  const { stdout } = await world.run('ref', 'diff', 'new.json', '--against', 'old.json');
  await expect(stdout).toMatchFileSnapshot('../../golden/ref/diff-summary.txt');
});

test('lines beyond the first thirty are counted, and --all lists them', async () => {
  const names = Array.from({ length: 60 }, (_, at) => `S${at}`);
  const all = (type: unknown) =>
    shop({
      Order: {},
      ...Object.fromEntries(names.map((name) => [name, { properties: { a: { type } } }])),
    });
  const world = await openWorld({
    'old.json': all('string'),
    'new.json': all(['string', 'null']),
  });
  const few = await world.run('ref', 'diff', 'new.json', '--against', 'old.json');
  expect(few.stdout).toContain('60 breaking: 60 null-allowed in responses\n');
  expect(few.stdout.match(/^ {2}S\d+/gm)).toHaveLength(30);
  expect(few.stdout).toContain('… and 30 changes of 30 more schemas and operations');
  const whole = await world.run('ref', 'diff', 'new.json', '--against', 'old.json', '--all');
  expect(whole.stdout.match(/^ {2}S\d+/gm)).toHaveLength(60);
});

test('--format html prints a document, --format sarif the changes at their lines', async () => {
  const world = await openWorld({ 'api/old.json': OLD, 'api/new.json': NEW });
  const print = (format: string) =>
    world.run('ref', 'diff', 'api/new.json', '--against', 'api/old.json', '--format', format);
  const html = await print('html');
  expect(html).toMatchObject({ exitCode: 0, stderr: '' });
  expect(html.stdout).toMatch(/^<!doctype html>\n[^]*<\/html>\n$/);
  const sarif = JSON.parse((await print('sarif')).stdout) as {
    readonly runs: readonly { readonly results: readonly object[] }[];
  };
  expect(sarif.runs[0]?.results).toHaveLength(65);
  expect(sarif.runs[0]?.results[0]).toMatchObject({
    level: 'error',
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: 'api/new.json' },
          region: { startLine: 1 },
        },
      },
    ],
  });
});

/** An API with these paths, each called with one method. */
const api = (paths: Readonly<Record<string, object>>, more: object = {}): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    paths: Object.fromEntries(Object.entries(paths).map(([path, get]) => [path, { get }])),
    ...more,
  });

const plain = { responses: { 200: { description: 'ok' } } };
const FIVE = Object.fromEntries([1, 2, 3, 4, 5].map((at) => [`/things/${at}`, plain]));
const SCHEMES = {
  components: {
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      login: { type: 'http', scheme: 'bearer' },
    },
  },
};

test('what all operations need now is one line of docs ref diff, and one annotation', async () => {
  const world = await openWorld({
    'old.json': api(FIVE, SCHEMES),
    'new.json': api(FIVE, { ...SCHEMES, security: [{ key: [] }, { login: [] }] }),
  });

  const env = { GITHUB_ACTIONS: 'true' };
  const run = await world.runAs({ env }, 'ref', 'diff', 'new.json', '--against', 'old.json');

  expect(run.stdout).toContain(
    'Breaks clients\n  5 operations: can no longer be called with no authentication: it now needs key, or login',
  );
  expect(run.stderr.match(/^::error/gm)).toHaveLength(1);
  expect(run.stderr).toContain('; the same in 4 more operations (security-tightened)');
  const all = await world.run('ref', 'diff', 'new.json', '--against', 'old.json', '--all');
  expect(all.stdout.match(/it now needs key, or login/g)).toHaveLength(5);
});

test('a report of docs ref diff names the new operations', async () => {
  const many = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`/more/${at}`, plain]));
  const world = await openWorld({ 'old.json': api(FIVE), 'new.json': api({ ...FIVE, ...many }) });

  const text = await world.run('ref', 'diff', 'new.json', '--against', 'old.json');
  expect(text.stdout).toMatch(
    /^operations: 12 added, 0 removed, 0 changed; new: GET \/more\/0, GET .* and 2 more$/m,
  );
  const markdown = await world.run(
    'ref',
    'diff',
    'new.json',
    '--against',
    'old.json',
    '--format',
    'markdown',
  );
  expect(markdown.stdout).toMatch(
    /^\*\*New\*\*\n\n- <code>GET \/more\/0<\/code>\n(?:- <code>.*\n){9}- … and 2 more\n/m,
  );
});

test('a property that was added is named once in a report of docs ref diff', async () => {
  const withNames = (...names: readonly string[]) => {
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
    const schema = { type: 'object', properties: { context: { type: 'object', properties } } };
    return api({
      '/a': {
        ...plain,
        parameters: [{ name: 'q', in: 'query', content: { 'application/json': { schema } } }],
      },
    });
  };
  const world = await openWorld({
    'old.json': withNames(),
    'new.json': withNames('context', 'id'),
  });

  const run = await world.run(
    'ref',
    'diff',
    'new.json',
    '--against',
    'old.json',
    '--format',
    'markdown',
  );

  expect(run.stdout).toContain(
    '2 × optional property added: parameter q.context.context and parameter q.context.id',
  );
});

test('a rule of docs ref diff in the settings is refused by name, by ref diff and ref check', async () => {
  const world = await openWorld({
    'docs-cli.config.yml': 'checks: {operation-removed: off}\n',
    'old.json': api(FIVE),
    'new.json': api(FIVE),
  });

  for (const argv of [
    ['diff', 'new.json', '--against', 'old.json'],
    ['check', 'new.json'],
  ]) {
    const run = await world.run('ref', ...argv);
    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toContain(
      '"operation-removed" is a rule of docs ref diff: it cannot be set here.',
    );
  }
});

test('docs ref diff of two definitions asks which of them is the old one', async () => {
  const world = await openWorld({ 'old.json': OLD, 'new.json': NEW });

  const run = await world.run('ref', 'diff', 'old.json', 'new.json');

  expect(run).toMatchObject({ exitCode: 2, stdout: '' });
  expect(run.stderr).toContain('Which definition is the old one? Name it with --against.');
  for (const line of ['new.json --against old.json', 'old.json --against new.json']) {
    expect(run.stderr).toContain(`docs ref diff ${line}`);
    const [newer = '', ...more] = line.split(' ');
    const { stdout } = await world.run('ref', 'diff', newer, ...more, '--json');
    expect(JSON.parse(stdout)).toMatchObject({ new: newer, old: more[1] });
  }
});

test('the hint of docs ref diff of two definitions quotes names as a shell needs it', async () => {
  const world = await openWorld({ 'old api.json': OLD, 'new.json': NEW });
  for (const more of [[], ['--against', "it's.json"]]) {
    const { stderr } = await world.run('ref', 'diff', 'old api.json', 'new.json', ...more);
    expect(stderr).toContain(
      more.length === 0
        ? "docs ref diff new.json --against 'old api.json'. "
        : String.raw`docs ref diff 'old api.json' --against 'it'\''s.json'`,
    );
  }
});

test('docs ref diff of two definitions against a third one compares none', async () => {
  const world = await openWorld({ 'old.json': OLD, 'new.json': NEW });

  const run = await world.run('ref', 'diff', 'old.json', 'new.json', '--against', 'old.json');

  expect(run).toMatchObject({ exitCode: 2, stdout: '' });
  expect(run.stderr).toContain('Only one definition can be compared with old.json');
});

test('docs ref diff without a definition compares all of the settings with what is published', async () => {
  const definition = (title: string, path: string): string =>
    `openapi: 3.0.3\ninfo: { title: ${title}, version: '1' }\npaths:\n  /${path}:\n    get: { summary: Get, operationId: get, responses: { '200': { description: All } } }\n`;
  const config =
    'references:\n  - { file: a.yaml, version: v1.0 }\n  - { file: b.yaml, version: v1.0 }\n';
  const world = await openWorld({
    'docs-cli.config.yml': config,
    'docs/v1.0/guide/a.md': '---\ntitle: A\n---\n\nText\n',
    'a.yaml': definition('Pets', 'pets'),
    'b.yaml': definition('Shops', 'shops'),
  });
  await world.write({
    'docs-cli.config.yml': `${config}  - { file: made.yaml, version: v1.0, generated: true }
  - { file: c.yaml, version: v1.0 }
`,
    'b.yaml': definition('Shops', 'stores'),
    'c.yaml': definition('New', 'new'),
  });
  world.platform.requests.reset();

  const run = await world.run('ref', 'diff', '--json');

  const found = JSON.parse(run.stdout) as { new: string; counts: { breaking: number } }[];
  await expectOfSchema('ref-diff', found);
  expect(found).toMatchObject([
    { new: 'a.yaml', state: 'compared', counts: { breaking: 0 } },
    { new: 'b.yaml', state: 'compared', counts: { breaking: 1 } },
    { new: 'made.yaml', state: 'not-built', problem: 'made.yaml is generated and not here.' },
    { new: 'c.yaml', state: 'not-published', problem: 'There is no reference "New" in v1.0.' },
  ]);
  expect(run).toMatchObject({ exitCode: 0 });
  expect(world.platform.requests.count('listAll')).toBe(1);
  const failing = await world.run('ref', 'diff', '--fail-on', 'breaking');
  expect(failing).toMatchObject({ exitCode: 5 });
  expect(failing.stdout).toContain('a.yaml');
  expect(failing.stderr).toContain('made.yaml is generated and not here: it was not compared.');
  expect(failing.stderr).toContain('c.yaml was not compared');
  expect(failing.stderr).toContain('b.yaml: 1 change breaks clients.');
  expect(await world.run('ref', 'diff', '--against', 'a.yaml')).toMatchObject({ exitCode: 2 });
});

test('docs ref diff without a definition names the line of the settings whose file is not there, and works below them', async () => {
  const settings = (...files: readonly string[]): string =>
    `references:\n${files.map((file) => `  - { file: ${file}, version: v1.0 }\n`).join('')}`;
  const cwd = await temporaryFolder({
    'docs-cli.config.yml': settings('gone.yaml'),
    'api/new.json': NEW,
    'api/old.json': NEW,
  });

  expect(await runDocs(['ref', 'diff'], { cwd })).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('docs-cli.config.yml:2:'),
  });
  await writeFiles(cwd, { 'docs-cli.config.yml': settings('api/new.json', 'api/old.json') });
  expect(
    await runDocs(['ref', 'diff', '--format', 'html'], { cwd: join(cwd, 'api') }),
  ).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('docs ref diff new.json --format html'),
  });
});

test('docs ref diff without a definition, and without one in the settings, says what to write', async () => {
  const file = '<file>';
  const cwd = await temporaryFolder({ 'docs-cli.config.yml': 'publish: false\n' });

  expect(await runDocs(['ref', 'diff'], { cwd })).toEqual({
    exitCode: 2,
    stdout: '',
    stderr:
      'error No definition to compare was named.\n' +
      `  docs ref diff ${file} compares a file with what is published; docs ref diff <new> --against <old> compares two files\n`,
  });
});
