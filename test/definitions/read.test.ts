import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { extentOfJson } from '../../src/definitions/json-text.ts';
import { readDefinition, type Definition } from '../../src/definitions/read-definition.ts';
import { equalContent } from '../../src/definitions/equal.ts';

const read = (text: string | Uint8Array, file = '/p/api.yaml') =>
  readDefinition(typeof text === 'string' ? Buffer.from(text) : text, file);

async function accepted(text: string | Uint8Array, file?: string): Promise<Definition> {
  const reading = await read(text, file);
  if (!reading.ok) throw new Error(reading.problem.message);
  return reading.definition;
}

async function refused(text: string | Uint8Array, file?: string) {
  const reading = await read(text, file);
  if (reading.ok) throw new Error('it was taken');
  const { rule, place } = reading.problem;
  return `${rule} ${place.line}:${place.column}`;
}

const HEAD = 'openapi: 3.1.0\ninfo: {title: Shop, version: 1.0.0}\n';

describe('what is read', () => {
  test.each([
    ['2.0', 'swagger: "2.0"\ninfo: {title: Shop, version: "1"}\npaths: {}\n'],
    ['3.0.3', 'openapi: 3.0.3\ninfo: {title: Shop, version: "1"}\npaths: {}\n'],
    ['3.1.0', `${HEAD}paths: {}\n`],
    ['3.2.0', 'openapi: 3.2.0\ninfo: {title: Shop, version: "1"}\npaths: {}\n'],
    ['3.1.0', '{"openapi":"3.1.0","info":{"title":"Shop","version":"1"},"paths":{}}'],
    ['3.1.0', '{openapi: 3.1.0, info: {title: Shop, version: 1}, paths: {}}'],
  ])('OpenAPI %s', async (specification, text) => {
    expect(await accepted(text)).toMatchObject({ specification, title: 'Shop' });
  });

  test('the text loses its byte order mark', async () => {
    const definition = await accepted(Buffer.from(`\uFEFF${HEAD}`));
    expect(definition.text).toBe(HEAD);
  });

  test('a version that looks like a date is a string', async () => {
    const { content } = await accepted(
      'openapi: 3.1.0\ninfo:\n  title: Shop\n  version: 2023-03-20\n',
    );
    expect(content).toMatchObject({ info: { version: '2023-03-20' } });
  });

  test('words that YAML 1.1 took for booleans are strings', async () => {
    const { content } = await accepted(`${HEAD}x-a: [yes, no, on, off]\n`);
    expect(content['x-a']).toEqual(['yes', 'no', 'on', 'off']);
  });

  test('tabs are sound in JSON and in the flow of YAML', async () => {
    const { format } = await accepted('{\n\t"openapi": "3.1.0",\n\t"info": {"title": "Shop"}\n}');
    expect(format).toBe('json');
  });
});

describe('what is refused, and where', () => {
  test.each([
    ['a tab as indentation', 'openapi: 3.1.0\ninfo:\n\ttitle: Shop\n', /^syntax 3:/],
    ['a syntax error', 'openapi: 3.1.0\ninfo: {title: Shop\npaths: {}\n', /^syntax 3:/],
    ['a duplicate key', `${HEAD}paths: {}\npaths: {}\n`, /^duplicate-key 4:1$/],
    ['two documents', `${HEAD}---\n${HEAD}`, /^syntax/],
    ['no OpenAPI at all', 'title: Shop\n', /^not-openapi 1:1$/],
    ['a list', '[1, 2]', /^not-openapi 1:1$/],
    ['nothing', '', /^not-openapi 1:1$/],
    ['no title', 'openapi: 3.1.0\ninfo: {version: 1.0.0}\n', /^not-openapi 1:1$/],
    ['a blank title', 'openapi: 3.1.0\ninfo: {title: " ", version: 1.0.0}\n', /^not-openapi/],
    ['a title that is a number', 'openapi: 3.1.0\ninfo: {title: 2023}\n', /^not-openapi 1:1$/],
    [
      'a version that is a number',
      `# ours\nopenapi: 3.1\n${HEAD.split('\n')[1]}\n`,
      /^not-openapi 2:1$/,
    ],
    ['another version that is a number', 'swagger: 2.0\ninfo: {title: A}\n', /^not-openapi 1:1$/],
    ['a version to come', 'openapi: 3.9.0\ninfo: {title: A}\n', /^not-openapi 1:1$/],
    ['an older one', 'swagger: "1.2"\ninfo: {title: A}\n', /^not-openapi 1:1$/],
    ['an alias that holds itself', `${HEAD}x-a: &a [*a]\n`, /^(aliases|syntax)/],
    ['deep nesting', `${HEAD}x-a: ${'['.repeat(5000)}${']'.repeat(5000)}\n`, /^nesting/],
    ['a constructor', `${HEAD}x-a: !!js/function "function () {}"\n`, /^syntax 3:/],
  ])('%s', async (_name, text, place) => {
    expect(await refused(text)).toMatch(place);
  });

  test.each([
    [
      'a duplicate key',
      '{"openapi":"3.1.0",\n "info":{"title":"A","title":"B"}}',
      /^duplicate-key 2:22$/,
    ],
    ['a trailing comma', '{"openapi":"3.1.0",\n}', /^syntax 2:1$/],
    ['lists without end', `{"a":${'['.repeat(200_000)}`, /^nesting 1:1$/],
    ['an end that is missing', '{"openapi":"3.1.0"', /^syntax 1:19$/],
    ['a misspelt word', '{"openapi":"3.1.0",\n "a": tru,\n "b": 1}\n', /^syntax 2:7$/],
    [
      'a misspelt word, 100 levels deep',
      `${'['.repeat(100)}tru${']'.repeat(100)}`,
      /^syntax 1:101$/,
    ],
    ['deep nesting', '['.repeat(100_000) + ']'.repeat(100_000), /^nesting 1:1$/],
  ])('in JSON: %s', async (_name, text, place) => {
    expect(await refused(text, '/p/api.json')).toMatch(place);
  });

  test('a bomb of aliases, at once', async () => {
    const levels = Array.from({ length: 30 }, (_, at) =>
      at === 0 ? 'x-0: &a0 [1, 2]' : `x-${at}: &a${at} [${`*a${at - 1},`.repeat(9)} 1]`,
    );
    expect(await refused(`${HEAD}${levels.join('\n')}\n`)).toMatch(/^aliases/);
  });

  test('in JSON: millions of values, which are not blamed on aliases', async () => {
    const text = `{"openapi":"3.1.0","info":{"title":"A"},"x-a":[${'1,'.repeat(2_000_000)}1]}`;
    expect(await read(text, '/p/api.json')).toMatchObject({
      problem: { message: 'more than 2,000,000 values' },
    });
  });

  test('a great many aliases', async () => {
    const text = `${HEAD}x-a: &a 1\nx-b: [${'*a,'.repeat(20_000)} 1]\n`;
    expect(await refused(text)).toMatch(/^aliases/);
  });

  test('other encodings, by name', async () => {
    const problems = await Promise.all(
      [Buffer.from(`\uFEFF${HEAD}`, 'utf16le'), Buffer.from(HEAD, 'utf16le')].map((bytes) =>
        read(bytes),
      ),
    );
    for (const reading of problems) {
      expect(reading).toMatchObject({
        ok: false,
        problem: { rule: 'encoding', message: expect.stringContaining('UTF-16') },
      });
    }
  });

  test('a byte that is not UTF-8, at its place', async () => {
    const bytes = Buffer.concat([
      Buffer.from(`${HEAD}x-a: caf`),
      Buffer.from([0xe9]),
      Buffer.from('\n'),
    ]);
    expect(await refused(bytes)).toBe('encoding 3:9');
  });
});

test('arbitrary bytes never throw', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
      expect(await read(bytes)).toHaveProperty('ok');
    }),
    { numRuns: 300 },
  );
});

test('a duplicate key is found in any JSON, and only there', () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      expect(extentOfJson(json).duplicate).toBeUndefined();
      expect(extentOfJson(`{"a":${json},"b":[${json}],"\\u0061":1}`).duplicate?.key).toBe('a');
    }),
  );
});

test('content is equal whatever the notation', async () => {
  const yaml = await accepted(
    '# a comment\ninfo: {version: "1", title: Shop}\nopenapi: 3.1.0\nx-a: 1.0\n',
  );
  const json = await accepted('{"openapi":"3.1.0","x-a":1,"info":{"title":"Shop","version":"1"}}');
  expect(equalContent(yaml.content, json.content)).toBe(true);
  expect(equalContent({ a: [1, 2] }, { a: [2, 1] })).toBe(false);
  expect(equalContent({ a: undefined }, { b: undefined })).toBe(false);
  expect(equalContent({}, [])).toBe(false);
});

test.each([
  ['paths: {}\npaths: {}\n', 'paths'],
  ['a:\n  "b c": 1\n  "b c": 2\n', 'b c'],
  ["a:\n  'd': 1\n  'd': 2\n", 'd'],
])('the key that YAML has twice is named: %j', async (text, key) => {
  const bytes = Buffer.from(`${HEAD}${text}`);
  const reading = await readDefinition(bytes, 'api.yaml');
  expect(reading).toMatchObject({
    ok: false,
    problem: { message: `the key "${key}" appears twice` },
  });
});

test.each([
  ['a number that is merged too', "r: &r\n  '400': a\nresponses:\n  <<: *r\n  400: c\n", true],
  ['a number that is there twice', 'a:\n  400: x\n  400: y\n', false],
  ['a number that is there in quotes', "a:\n  '400': x\n  400: y\n", false],
])(
  'the key that YAML has twice is to be written in quotes if it is %s',
  async (_, text, quotes) => {
    const reading = await readDefinition(Buffer.from(`${HEAD}${text}`), 'api.yaml');
    const message = reading.ok ? '' : reading.problem.message;
    expect(message).toContain('the key "400" appears twice');
    expect(message.includes("write it in quotes, '400'")).toBe(quotes);
  },
);
