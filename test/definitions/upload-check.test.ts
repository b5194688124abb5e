import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parse } from 'yaml';
import { describe, expect, onTestFinished, test } from 'vitest';
import { checkDefinition, type CheckedDefinition } from '../../src/definitions/upload-check.ts';
import { readDefinition } from '../../src/definitions/read-definition.ts';
import { ReferencedFiles } from '../../src/definitions/referenced-files.ts';
import { definitionRules } from '../../src/definitions/problem.ts';
import { renamed } from '../../src/system/findings/finding.ts';
import { sarifLog } from '../../src/system/findings/sarif.ts';
import { temporaryFolder } from '../support/folder.ts';
import { serve } from '../support/serve.ts';

const HEAD = 'openapi: 3.1.0\ninfo: {title: Shop, version: 1.0.0}\n';

async function check(
  files: Readonly<Record<string, string>>,
  { file = 'api.yaml', folder = '', outside = false, network = false } = {},
): Promise<CheckedDefinition & { readonly folder: string }> {
  const root = folder === '' ? await temporaryFolder(files) : folder;
  const path = join(root, file);
  const policy = { root, outside, network, signal: new AbortController().signal };
  return { ...(await checkDefinition(await readFile(path), path, policy)), folder: root };
}

/** `api.yaml:4:7 rule`, with paths as they are in the folder. */
const places = ({ problems, folder }: Awaited<ReturnType<typeof check>>): string[] =>
  problems.map(
    ({ place: { file, line, column }, rule, severity }) =>
      `${file.replace(`${folder}/`, '')}:${line}:${column} ${severity} ${rule}`,
  );

const SOUND = `${HEAD}paths:\n  /a:\n    get:\n      responses:\n        '200': {description: ok}\n`;

const PARTS = {
  'api.yaml': `${HEAD}paths:\n  /a:\n    $ref: paths/a.yaml\n`,
  'paths/a.yaml':
    "get:\n  responses:\n    '200':\n      description: ok\n      content:\n        application/json:\n          schema: {$ref: ../schemas/node.json}\n",
  'schemas/node.json':
    '{"type":"object","properties":{"next":{"$ref":"node.json"},"made":{"type":"string","example":"2023-03-20"}}}',
};

describe('what clients can call', () => {
  test.each([
    ['paths that differ only in names', '/a/{x}', '/a/{y}', 'no-identical-paths'],
    ['a path with a query', '/responses?beta=true', '/responses', 'path-not-include-query'],
  ])('%s are sent, with a warning', async (_, one, other, rule) => {
    const item = (name: string): string =>
      `get: {responses: {200: {description: ok}}${name === '' ? '' : `, parameters: [{name: ${name}, in: path, required: true, schema: {type: string}}]`}}`;
    const nameIn = (path: string): string => /\{(\w)\}/.exec(path)?.[1] ?? '';
    const paths = [one, other].map((path) => `  "${path}": {${item(nameIn(path))}}\n`).join('');
    const { problems, upload } = await check({ 'api.yaml': `${HEAD}paths:\n${paths}` });
    expect(problems).toMatchObject([{ severity: 'warning', rule }]);
    expect(upload).not.toBeNull();
  });
});

test('a null among types is told by the quotes that it lacks', async () => {
  const schema = 'components: {schemas: {A: {type: [integer, null]}}}\n';
  const { problems } = await check({ 'api.yaml': `${SOUND}${schema}` });
  expect(problems.map(({ message }) => message)).toEqual([
    "`type` has a null without quotes, which is no type: write `'null'`",
  ]);
});

test('a backslash in a reference is named', async () => {
  const schema = "components: {schemas: {A: {$ref: '.\\parts\\a.yaml'}}}\n";
  const { problems } = await check({
    'api.yaml': `${SOUND}${schema}`,
    'parts/a.yaml': 'type: string\n',
  });
  expect(problems.map(({ message }) => message)).toEqual([
    expect.stringContaining('(write `/` instead of `\\`)'),
  ]);
});

describe('what passes', () => {
  test('one file goes up as its author wrote it', async () => {
    const text = `# mine\r\n${SOUND.replaceAll('\n', '\r\n')}`;
    const { upload, problems } = await check({ 'api.yaml': text });
    expect(problems).toEqual([]);
    expect(Buffer.from(upload?.bytes ?? []).toString()).toBe(text);
    expect(upload).toMatchObject({ name: 'api.yaml', title: 'Shop', bundled: false });
  });

  test('several files go up as one, recursive schemas as components', async () => {
    const { upload, problems } = await check(PARTS);
    expect(problems).toEqual([]);
    expect(upload?.bundled).toBe(true);
    const sent = Buffer.from(upload?.bytes ?? []).toString();
    expect(sent).toContain('"2023-03-20"');
    expect(parse(sent)).toEqual(upload?.content);
    expect(upload?.content).toMatchObject({
      components: {
        schemas: { node: { properties: { next: { $ref: '#/components/schemas/node' } } } },
      },
    });
  });

  test('a JSON definition is bundled to JSON', async () => {
    const { upload } = await check(
      { ...PARTS, 'api.json': JSON.stringify(parse(PARTS['api.yaml'])) },
      { file: 'api.json' },
    );
    expect(JSON.parse(Buffer.from(upload?.bytes ?? []).toString())).toEqual(upload?.content);
  });

  test('an external example stays a link', async () => {
    const { upload, problems } = await check({
      'api.yaml': `${SOUND}components:\n  examples:\n    a: {externalValue: "http://127.0.0.1:9/example.json"}\n`,
    });
    expect(problems).toEqual([]);
    expect(upload?.bundled).toBe(false);
  });
});

describe('what is found', () => {
  test('has its file, line, column and rule', async () => {
    const found = await check({
      'api.yaml': `${HEAD}paths:\n  /a:\n    get:\n      respons: {}\n`,
    });
    expect(places(found)).toEqual(['api.yaml:6:7 warning unknown-field']);
    expect(found.problems[0]?.message).toBe(
      'an operation has no field `respons`. Did you mean `responses`?',
    );
  });

  test('in another file too', async () => {
    const found = await check({ ...PARTS, 'paths/a.yaml': "get:\n  responses:\n    '200': {}\n" });
    expect(places(found)).toEqual(['paths/a.yaml:3:5 error struct']);
  });

  test('also where another file cannot be read', async () => {
    const found = await check({ ...PARTS, 'paths/a.yaml': 'get:\n  a: 1\n  a: 2\n' });
    expect(places(found)).toEqual(['api.yaml:5:11 error no-unresolved-refs']);
    expect(found.problems[0]?.message).toContain('line 3');
  });

  test.each([
    ['#/components/schemas/Nowhere'],
    ['#nowhere'],
    ['nowhere.yaml'],
    ['nowhere.yaml#/components/schemas/Pet'],
    ['https://example.com/nowhere.yaml'],
  ])('names the reference that leads nowhere: %s', async (reference) => {
    const found = await check({
      'api.yaml': `${HEAD}paths: {}\ncomponents: {schemas: {Pet: {$ref: '${reference}'}}}\n`,
    });
    expect(found.problems[0]?.message).toContain(`\`$ref: ${reference}\``);
  });

  test('goes to code scanning as SARIF', async () => {
    const { problems, folder } = await check({ 'api.yaml': HEAD });
    const found = problems.map((each) => renamed(each, (file) => relative(folder, file)));
    expect(sarifLog('1.2.3', definitionRules(problems), found)).toMatchObject({
      version: '2.1.0',
      runs: [
        {
          tool: { driver: { name: 'docs', rules: [{ id: 'struct' }] } },
          results: [
            {
              ruleId: 'struct',
              level: 'error',
              locations: [
                {
                  physicalLocation: {
                    artifactLocation: { uri: 'api.yaml' },
                    region: { startLine: 1 },
                  },
                },
              ],
            },
          ],
        },
      ],
    });
  });
});

describe('where references may lead', () => {
  const referring = (ref: string) => `${SOUND}components:\n  schemas:\n    A: {$ref: "${ref}"}\n`;

  test('not out of the folder, unless asked to', async () => {
    const outer = await temporaryFolder({
      'secret.yaml': 'type: string\n',
      'project/api.yaml': referring('../secret.yaml'),
    });
    const folder = join(outer, 'project');
    const found = await check({}, { folder });
    expect(found.problems[0]?.message).toContain('is outside the project folder');
    expect((await check({}, { folder, outside: true })).upload?.bundled).toBe(true);
  });

  test('not through a link either', async () => {
    const outer = await temporaryFolder({
      'secret.yaml': 'type: string\n',
      'project/api.yaml': referring('link.yaml'),
    });
    const folder = join(outer, 'project');
    await symlink('../secret.yaml', join(folder, 'link.yaml'));
    expect((await check({}, { folder })).problems[0]?.message).toContain(
      'is outside the project folder',
    );
  });

  test('not to files that are no definitions', async () => {
    const found = await check({ 'api.yaml': referring('.env'), '.env': 'KEY=secret\n' });
    expect(found.problems[0]?.message).toContain('only YAML, JSON and Markdown');
    expect(JSON.stringify(found.problems)).not.toContain('KEY=secret');
  });

  test('not to the network, unless asked to', async () => {
    let asked = 0;
    const origin = await serve((_request, response) => {
      asked += 1;
      response.setHeader('content-type', 'application/json').end('{"type":"string"}');
    });
    const url = `${origin}/a.json`;

    const found = await check({ 'api.yaml': referring(url) });
    expect(found.problems[0]?.message).toContain('--remote-refs');
    expect(asked).toBe(0);

    const allowed = await check({ 'api.yaml': referring(url) }, { network: true });
    expect(allowed.problems).toEqual([]);
    expect(asked).toBe(1);
  });

  test('a file that is not there', async () => {
    const found = await check({ 'api.yaml': referring('nowhere.yaml') });
    expect(places(found)).toEqual(['api.yaml:10:15 error no-unresolved-refs']);
  });
});

describe("the project's rules", () => {
  test('are picked up, files that they extend too', async () => {
    const found = await check({
      'api.yaml': SOUND,
      'redocly.yaml': 'extends: [spec, ./base.yaml]\nrules: {operation-summary: error}\n',
      'base.yaml': 'rules: {operation-operationId: warn, operation-2xx-response: off}\n',
    });
    expect(found.problems.map(({ severity, rule }) => `${severity} ${rule}`).toSorted()).toEqual([
      'error operation-summary',
      'warning operation-operationId',
    ]);
  });

  test('may be of one definition, and may be written to be ignored', async () => {
    const files = {
      'api.yaml': SOUND,
      'redocly.yaml': 'apis:\n  shop: {root: api.yaml, rules: {operation-summary: error}}\n',
    };
    const found = await check(files);
    expect(found.problems).toMatchObject([{ rule: 'operation-summary' }]);
    const ignored = await check({
      ...files,
      '.redocly.lint-ignore.yaml': "api.yaml:\n  operation-summary: ['#/paths/~1a/get/summary']\n",
    });
    expect(ignored.problems).toEqual([]);
  });

  test('may be an assertion alone, and one about the whole document may be ignored', async () => {
    const files = {
      'api.yaml': SOUND,
      'redocly.yaml':
        'rules:\n  rule/tags: {subject: {type: Root}, assertions: {required: [tags]}}\n',
    };
    expect((await check(files)).problems).toMatchObject([
      { rule: 'rule/tags', place: { line: 1 } },
    ]);
    const ignored = { '.redocly.lint-ignore.yaml': "api.yaml:\n  rule/tags: ['#/']\n" };
    expect((await check({ ...files, ...ignored })).problems).toEqual([]);
  });

  test('run no code and fetch nothing', async () => {
    const evil = "globalThis.ranPlugin = true;\nexport default () => ({ id: 'evil' });\n";
    const folder = await temporaryFolder({
      'api.yaml': SOUND,
      'plugin.js': evil,
      '@theme/plugin.js': evil,
      'base.yaml': 'plugins: [./plugin.js]\nextends: [http://127.0.0.1:9/rules.yaml]\n',
      'redocly.yaml':
        'plugins: [./plugin.js]\nextends: [./base.yaml, evil/all]\nrules: {evil/rule: error}\ndecorators: {info-override: {title: Other}}\n',
    });
    const before = process.cwd();
    process.chdir(folder);
    onTestFinished(() => process.chdir(before));

    const { notes, upload, problems } = await check({}, { folder });

    expect(problems).toEqual([]);
    expect(upload?.title).toBe('Shop');
    expect(globalThis).not.toHaveProperty('ranPlugin');
    expect(notes).toEqual([
      'redocly.yaml: its plugins are not loaded',
      'base.yaml: its plugins are not loaded',
      'base.yaml: "http://127.0.0.1:9/rules.yaml" is neither a built-in ruleset nor a file, so it is ignored',
      'redocly.yaml: "evil/all" is neither a built-in ruleset nor a file, so it is ignored',
      'redocly.yaml: the rule evil/rule belongs to a plugin, so it is ignored',
    ]);
  });
});

describe('patterns', () => {
  const schemas = (text: string): string => `${SOUND}components:\n  schemas:\n${text}`;
  const EXAMPLES = 'rules: {no-invalid-schema-examples: error}\n';

  test.each([
    ['its own', "    A: {type: string, pattern: '^(b+)+$', example: aaa}\n"],
    ['those of keys', "    A: {patternProperties: {'^(b+)+$': false}, example: {bb: 1}}\n"],
    [
      'those of a property that is called so',
      "    A: {properties: {pattern: {type: string, pattern: 'b', example: a}}}\n",
    ],
    ['those of another file', '    A: {$ref: "part.yaml#/S"}\n'],
    [
      'those of data',
      '    A: {$ref: "#/components/schemas/B/example"}\n    B: {example: {pattern: b, example: a}}\n',
    ],
  ])('of a definition are not run on its examples: %s', async (_, text) => {
    const found = await check({
      'api.yaml': schemas(text),
      'part.yaml': 'S: {type: string, pattern: b, example: a}\n',
      'redocly.yaml': EXAMPLES,
    });
    expect(places(found).filter((each) => each.includes('examples'))).toEqual([]);
  });

  test('leave the rest of a schema to its examples', async () => {
    const found = await check({
      'api.yaml': schemas(
        "    A: {type: string, pattern: '^a', example: 1}\n    B: {type: object, properties: {pattern: {type: string, maxLength: 1}}, example: {pattern: 1}}\n",
      ),
      'redocly.yaml': EXAMPLES,
    });
    expect(places(found)).toEqual([
      'api.yaml:10:47 error no-invalid-schema-examples',
      'api.yaml:11:95 error no-invalid-schema-examples',
    ]);
  });

  test('of a ruleset are not run, and the run says so', async () => {
    const subject = 'subject: {type: Operation, property: summary}';
    const { notes, problems } = await check({
      'api.yaml': SOUND,
      'redocly.yaml': [
        'rules:',
        '  operation-description: error',
        `  rule/a: {${subject}, assertions: {pattern: '/^(a+)+$/'}}`,
        `  rule/b: {${subject}, where: [{subject: {type: Paths, matchParentKeys: /(a+)+$/}, assertions: {defined: true}}], assertions: {defined: true}}`,
        `  rule/c: {${subject}, assertions: {schema: {patternProperties: {b: {}}}}}`,
        '  boolean-parameter-prefixes: {severity: error, prefixes: [is, (a+)+]}',
        `  rule/d: {${subject}, assertions: {defined: true}}`,
        'oas3_1Rules:',
        '  rule/e: {subject: {type: Schema}, assertions: {ref: /^(a+)+$/}}',
      ].join('\n'),
    });
    const ignored = (name: string): string =>
      `redocly.yaml: the rule ${name} has a pattern, and patterns are not run, so it is ignored`;
    expect(notes).toEqual(
      ['rule/a', 'rule/b', 'rule/c', 'boolean-parameter-prefixes', 'rule/e'].map(ignored),
    );
    expect(problems.map(({ rule }) => rule)).toEqual(['operation-description', 'rule/d']);
  });
});

describe('references that only lead to each other', () => {
  test.each([
    ['one to itself', 'S: {$ref: "#/components/schemas/S"}'],
    ['two', 'S: {$ref: "#/components/schemas/T"}\n    T: {$ref: "#/components/schemas/S"}'],
    ['one through itself', 'S: {$ref: "#/components/schemas/S/properties/a"}'],
    [
      'one by its file',
      'S: {$ref: "api.yaml#/components/schemas/T"}\n    T: {$ref: "#/components/schemas/S"}',
    ],
  ])('%s', async (_, schemas) => {
    const found = await check({ 'api.yaml': `${SOUND}components:\n  schemas:\n    ${schemas}\n` });
    expect(places(found)).toEqual([expect.stringMatching(/^api\.yaml:10:\d+ error circle$/)]);
  });

  test('in several files: the one that closes the circle is refused where it is named', async () => {
    const found = await check({
      'api.yaml': `${HEAD}paths:\n  /a: {$ref: a.yaml}\n  /b: {$ref: a.yaml}\n`,
      'a.yaml': '$ref: b.yaml\n',
      'b.yaml': 'x: 1\n$ref: "api.yaml#/paths/~1a"\n',
    });
    expect(found.upload).toBeNull();
    expect(found.problems).not.toEqual([]);
    expect(found.problems.map(({ rule }) => rule)).toContain('no-unresolved-refs');
  });

  test('recursive schemas are none', async () => {
    const schemas =
      'Node: {type: object, properties: {next: {$ref: "#/components/schemas/Alias"}}}\n    Alias: {$ref: "#/components/schemas/Node"}';
    const found = await check({ 'api.yaml': `${SOUND}components:\n  schemas:\n    ${schemas}\n` });
    expect(found.problems).toEqual([]);
  });
});

test('a long chain of mere references is followed in little time', async () => {
  const count = 50_000;
  const schemas = Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `S${at}`,
      { $ref: `#/components/schemas/S${at + 1}` },
    ]),
  );
  const circle = async (): Promise<string | undefined> => {
    const bytes = Buffer.from(JSON.stringify({ ...parse(SOUND), components: { schemas } }));
    const reading = await readDefinition(bytes, 'a.json');
    if (!reading.ok) throw new Error(reading.problem.message);
    const policy = {
      root: '/',
      outside: false,
      network: false,
      signal: new AbortController().signal,
    };
    return new ReferencedFiles(reading.definition, policy).circleIn('a.json');
  };
  expect(await circle()).toBeUndefined();
  Object.assign(schemas, { [`S${count}`]: { $ref: '#/components/schemas/S0' } });
  expect(await circle()).toBe('#/components/schemas/S0');
});

test('lines that end in a mere carriage return are lines', async () => {
  const text = 'openapi: 3.1.0\ninfo: {title: Shop}\npaths: {}\n'.replaceAll('\n', '\r');
  expect(places(await check({ 'api.yaml': text }))).toEqual(['api.yaml:2:1 error struct']);
});

test('a chain of references may be of any length; rules of the library that cannot follow it are left out', async () => {
  const count = 5_000;
  const schemas = Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `S${at}`,
      { type: 'array', items: { $ref: `#/components/schemas/S${(at + 1) % count}` } },
    ]),
  );
  const text = JSON.stringify({ ...parse(SOUND), components: { schemas } });
  const found = await check({ 'api.json': text }, { file: 'api.json' });
  expect(found.problems).toEqual([]);
  const more = { 'api.json': text, 'redocly.yaml': 'rules: {operation-summary: warn}\n' };
  const withRule = await check(more, { file: 'api.json' });
  expect(places(withRule)).toEqual(['api.json:1:1 warning nesting']);
  expect(Buffer.from(found.upload?.bytes ?? []).toString()).toBe(text);
});

test('over 8 MB nothing is read, let alone sent', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'api.yaml'), Buffer.alloc(8 * 1024 * 1024 + 1, 0x20));
  expect(places(await check({}, { folder }))).toEqual(['api.yaml:1:1 error size']);
});

test.each([
  ['redocly.yaml', {}],
  ['.redocly.lint-ignore.yaml', {}],
  ['base.yaml', { 'redocly.yaml': 'extends: [spec, ./base.yaml]\n' }],
])('%s that leads out of the project is refused, and not read', async (name, files) => {
  const root = await temporaryFolder({ 'api.yaml': SOUND, ...files });
  await symlink('/dev/zero', join(root, name));
  await expect(check({}, { folder: root })).rejects.toThrow(
    `${name} is a symbolic link out of the project`,
  );
});

test('rules that a file outside the project would add are refused', async () => {
  const outside = await temporaryFolder({ 'rules.yaml': 'rules: {}\n' });
  const base = relative(await temporaryFolder(), outside).replaceAll('\\', '/');
  const root = await temporaryFolder({
    'api.yaml': SOUND,
    'redocly.yaml': `extends: [spec, ${base}/rules.yaml]\n`,
  });
  await expect(check({}, { folder: root })).rejects.toThrow('is outside the project');
});

test('of very many findings the first ones are listed, errors first', async () => {
  const keywords = Array.from({ length: 12_000 }, (_, n) => `k${n}: 1`).join(', ');
  const { problems, upload } = await check({
    'api.yaml': `${SOUND.replace('3.1.0', '3.0.3')}components:\n  schemas:\n    A: {${keywords}}\n    B: {type: nothing}\n`,
  });
  expect(upload).toBeNull();
  expect(problems).toHaveLength(10_001);
  expect(problems[0]?.message).toBe('12,001 findings: at most 10,000 are listed, errors first');
  expect(problems.filter(({ severity }) => severity === 'error')).toMatchObject([
    { rule: 'struct' },
  ]);
});

test('schemas of another dialect are not checked, and a note names each dialect once', async () => {
  const dialect = 'http://json-schema.org/draft-07/schema#';
  const schema = { $schema: dialect, type: 'nope', properties: { a: { $ref: '#/nowhere' } } };
  const schemas = { A: schema, B: { ...schema }, C: { type: 'nope' } };
  const text = JSON.stringify({ ...parse(SOUND), openapi: '3.1.0', components: { schemas } });
  const { problems, notes } = await check({ 'api.json': text }, { file: 'api.json' });
  expect(problems.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([
    expect.stringContaining('struct: `type` is "nope"'),
  ]);
  expect(notes).toEqual([`schemas in ${dialect} are not checked`]);
});

test('a parameter that is listed twice is found in another file, too', async () => {
  const path = 'get:\n  parameters: [{$ref: p.yaml}, {$ref: p.yaml}]\n  responses: {}\n';
  const found = await check({
    'api.yaml': SOUND.replace('paths:', 'paths:\n  /b: {$ref: b.yaml}'),
    'b.yaml': path,
    'p.yaml': '{name: q, in: query, schema: {type: string}}',
  });
  expect(found.problems.map(({ rule }) => rule)).toContain('operation-parameters-unique');
});
