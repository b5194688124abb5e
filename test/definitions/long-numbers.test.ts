/** Numbers that a double cannot hold: int64's maximum, ids in examples, long decimals. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkDefinition, type CheckedDefinition } from '../../src/definitions/upload-check.ts';
import { compareDefinitions } from '../../src/definitions/diff/diff.ts';
import { areSame } from '../../src/definitions/equal.ts';
import { readDefinition, type Definition } from '../../src/definitions/read-definition.ts';
import { temporaryFolder } from '../support/folder.ts';

const HEAD = 'openapi: 3.1.0\ninfo: {title: A, version: "1"}\npaths: {}\n';
const REFERRING = 'components: {schemas: {A: {$ref: "part.yaml#/S"}}}\n';

async function check(
  files: Readonly<Record<string, string>>,
): Promise<CheckedDefinition & { readonly root: string }> {
  const root = await temporaryFolder(files);
  const policy = { root, outside: false, network: false, signal: new AbortController().signal };
  const bytes = Buffer.from(files['api.yaml'] ?? '');
  return { ...(await checkDefinition(bytes, join(root, 'api.yaml'), policy)), root };
}

describe('several files', () => {
  test.each([
    [
      'a maximum',
      'S:\n  type: integer\n  maximum: 9223372036854775807\n',
      /maximum: 9223372036854775807\n/,
    ],
    ['one in a list', 'S:\n  enum: [1,-12345678901234567891]\n', /- -12345678901234567891\n/],
    ['decimals', 'S:\n  multipleOf: 0.10000000000000000001\n', /: 0\.10000000000000000001\n/],
    ['base 16', 'S:\n  maximum: 0x7fffffffffffffff\n', /maximum: 9223372036854775807\n/],
    [
      'the same number twice',
      'S:\n  minimum: 1234567890123456789\n  maximum: 1234567890123456789\n',
      /minimum: 1234567890123456789\n\s+maximum: 1234567890123456789\n/,
    ],
  ])('with a long number, %s, are bundled with its digits', async (_, part, sent) => {
    const { problems, upload } = await check({ 'api.yaml': HEAD + REFERRING, 'part.yaml': part });
    expect(problems).toEqual([]);
    expect(Buffer.from(upload?.bytes ?? []).toString()).toMatch(sent);
  });

  test('in JSON keep the digits too', async () => {
    const { problems, upload } = await check({
      'api.yaml': `${HEAD}x-id: 1234567890123456789\n${REFERRING.replace('yaml#', 'json#')}`,
      'part.json': '{"S": {"title": "1234567890123456789",\n "default":-1234567890123456789}}',
    });
    expect(problems).toEqual([]);
    const text = Buffer.from(upload?.bytes ?? []).toString();
    expect(text).toMatch(/x-id: 1234567890123456789\n/);
    expect(text).toMatch(/default: -1234567890123456789\n/);
    expect(text).toMatch(/title: "1234567890123456789"\n/);
  });

  test.each([
    ['as a key', 'S:\n  properties: {12345678901234567891: {}}\n', 2, 16],
    ['that overflows', 'S:\n  x-most: 1e400\n', 2, 11],
    [
      'beside another one of its value',
      'S:\n  minimum: 1234567890123456789\n  maximum: 1234567890123456788\n',
      2,
      12,
    ],
  ])('with a long number %s are refused at the number', async (_, part, line, column) => {
    const { problems, upload, root } = await check({
      'api.yaml': HEAD + REFERRING,
      'part.yaml': part,
    });
    expect(upload).toBeNull();
    expect(problems).toMatchObject([
      {
        severity: 'error',
        rule: 'long-number',
        place: { file: join(root, 'part.yaml'), line, column },
      },
    ]);
  });

  test('with such digits in texts, comments and quotes are bundled', async () => {
    const part = `S: # 12345678901234567891\n  type: integer\n  example: "12345678901234567891"\n  description: |\n    12345678901234567891\n  title: v 1e999\n  x-a: 9007199254740992\n`;
    const { problems, upload } = await check({ 'api.yaml': HEAD + REFERRING, 'part.yaml': part });
    expect(problems).toEqual([]);
    expect(upload?.bundled).toBe(true);
  });
});

test('one file is sent as it is', async () => {
  const text = `${HEAD}x-id: 1234567890123456789\n`;
  const { problems, upload } = await check({ 'api.yaml': text });
  expect(problems).toEqual([]);
  expect(Buffer.from(upload?.bytes ?? []).toString()).toBe(text);
});

describe('a comparison', () => {
  const read = async (text: string): Promise<Definition> => {
    const reading = await readDefinition(Buffer.from(text), 'api');
    if (!reading.ok) throw new Error(reading.problem.message);
    return reading.definition;
  };
  const OWN = { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths: {} };
  const json = (more: string): string => `${JSON.stringify(OWN).slice(0, -1)},${more}}`;

  test.each([
    ['x-a: 1234567890123456890', 'x-a: 1234567890123456891'],
    ['x-a: 0.30000000000000004', 'x-a: 0.300000000000000041'],
    ['x-a: 0.1', 'x-a: 0.10000000000000000001'],
    ['x-a: 1234567890123456800', 'x-a: 1234567890123456789'],
    ['x-a: {1234567890123456800: b}', 'x-a: {1234567890123456801: b}'],
    ['x-a: {1234567890123456890: b}', 'x-a: {1234567890123456891: b}'],
    [
      'x-a: [1234567890123456890, 1234567890123456891]',
      'x-a: [1234567890123456891, 1234567890123456890]',
    ],
    [
      'x-a: [1234567890123456890, 1234567890123456890, 1234567890123456891]',
      'x-a: [1234567890123456890, 1234567890123456891, 1234567890123456891]',
    ],
  ])('tells %s from %s', async (before, after) => {
    const [old, now] = await Promise.all([read(`${HEAD}${before}\n`), read(`${HEAD}${after}\n`)]);
    expect(areSame(old, now)).toBe(false);
    expect(areSame(old, old)).toBe(true);
    expect(compareDefinitions(old, now).changes).toMatchObject([
      { rule: 'number-changed', severity: 'risky' },
    ]);
    expect(areSame(now, old)).toBe(false);
    expect(compareDefinitions(now, now).changes).toEqual([]);
  });

  test('tells exponents that overflow apart', async () => {
    const [old, now] = await Promise.all([read(json('"x-a":1e400')), read(json('"x-a":1e401'))]);
    expect(areSame(old, now)).toBe(false);
  });

  test('knows a number in another notation, at another place and beside new ones', async () => {
    const [old, same, more] = await Promise.all([
      read(`${HEAD}x-a: 1234567890123456890\nx-b: 1\n`),
      read(json('"x-b":1.0,"x-a":1.234567890123456890E+18')),
      read(`${HEAD}x-c: 1234567890123456890\nx-a: 1234567890123456890\n`),
    ]);
    expect(areSame(old, same)).toBe(true);
    expect(compareDefinitions(old, same).changes).toEqual([]);
    expect(compareDefinitions(old, more).changes).toEqual([]);
    expect(compareDefinitions(more, old).changes).toEqual([]);
  });
});
