import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SEVERITIES, DIFF_RULES } from '../../../src/definitions/diff/rules.ts';
import { diffDefinitions } from '../../../src/definitions/diff/diff.ts';
import { CASES } from './cases.ts';
import { FINER_CASES } from './finer-cases.ts';
import { judged, text, users } from './judged.ts';
import { QUIET_CASES } from './quiet-cases.ts';
import { UNUSUAL_PAIRS } from './unusual-pairs.ts';
import { WIRE_CASES } from './wire-cases.ts';

const ALL_CASES = [...CASES, ...FINER_CASES, ...QUIET_CASES, ...WIRE_CASES];

describe('the catalogue of changes', () => {
  test.each(ALL_CASES)('$name', ({ before, after, expected }) => {
    const found = judged(before, after).map((each) => each.join(' '));
    expect(found).toHaveLength(expected.length);
    expect(new Set(found)).toEqual(new Set(expected.map((each) => each.join(' '))));
  });

  test.each(ALL_CASES)('nothing changed where both are: $name', ({ after }) => {
    expect(judged(after, structuredClone(after))).toEqual([]);
  });

  test.each(UNUSUAL_PAIRS)('unusual: %s', (_, before, after, verdict) => {
    const { counts } = diffDefinitions(before, after);
    const worst = SEVERITIES.find((severity) => counts[severity] > 0);
    expect(worst ?? 'none').toBe(verdict);
  });

  test('holds every rule, but for those that need a definition of their own', () => {
    const rules = new Set(ALL_CASES.flatMap(({ expected }) => expected.map(([rule]) => rule)));
    const missing = Object.keys(DIFF_RULES).filter((rule) => !(rules as Set<string>).has(rule));
    expect(missing).toEqual(ELSEWHERE);
  });
});

/** Tested below or too large to be a row. */
const ELSEWHERE = ['reference-changed', 'too-entangled', 'number-changed'];

describe('references', () => {
  test('a change of a shared schema is told once, with all operations that it reaches', () => {
    const before = users({ User: { type: 'object', properties: { name: text } } }, '/a', '/b');
    const after = users(
      { User: { type: 'object', properties: { name: { type: 'integer' } } } },
      '/a',
      '/b',
    );

    const { changes, operations, schemas } = diffDefinitions(before, after);

    expect(changes).toEqual([
      {
        rule: 'type-changed',
        severity: 'breaking',
        subject: 'User.name',
        message: 'the type changed from string to integer',
        direction: 'response',
        oldPointer: '#/components/schemas/User/properties/name',
        newPointer: '#/components/schemas/User/properties/name',
        operations: ['GET /a', 'GET /b'],
      },
    ]);
    expect(operations).toEqual({ added: [], removed: [], changed: ['GET /a', 'GET /b'] });
    expect(schemas).toEqual({ added: [], removed: [], changed: ['User'] });
  });

  test('a property that is a reference is told where it stands', () => {
    const amount = { Amount: { type: 'object', properties: { value: text } } };
    const without = users({ ...amount, User: { type: 'object' } }, '/a');
    const withAmount = users(
      {
        ...amount,
        User: { type: 'object', properties: { amount: { $ref: '#/components/schemas/Amount' } } },
      },
      '/a',
    );
    const pointer = '#/components/schemas/User/properties/amount';
    expect(diffDefinitions(withAmount, without).changes).toMatchObject([
      { subject: 'User', oldPointer: pointer, newPointer: '#/components/schemas/User' },
    ]);
    expect(diffDefinitions(without, withAmount).changes).toMatchObject([
      { subject: 'User.amount', oldPointer: '#/components/schemas/User', newPointer: pointer },
    ]);
  });

  test('a wrapper that is gone is told where it stood', () => {
    const field = { Field: { type: 'object', properties: { name: text } } };
    const reference = { $ref: '#/components/schemas/Field' };
    const wrapped = { type: 'object', properties: { Field: reference } };
    const list = (items: object) => users({ ...field, User: { type: 'array', items } }, '/a');

    const { changes } = diffDefinitions(list(wrapped), list(reference));

    expect(changes.map(({ subject, message }) => `${subject}: ${message}`)).toEqual([
      'User[]: the property `Field` was removed',
      'Field.name: the property `name` was added',
    ]);
  });

  test('another serialization has the same words wherever it is', () => {
    const answers = (explode: boolean) => ({
      openapi: '3.0.3',
      info: { title: 'T', version: '1' },
      paths: {
        '/a': {
          get: {
            parameters: [{ name: 'q', in: 'query', explode, schema: list }],
            responses: {
              200: { description: 'ok', headers: { 'X-A': { explode, schema: list } } },
            },
          },
        },
      },
    });
    const list = { type: 'array', items: text };

    const { changes } = diffDefinitions(answers(false), answers(true));

    expect(changes.map(({ message }) => message.split(' changed ')[0])).toEqual([
      'the serialization of the query parameter `q`',
      'the serialization of the header `x-a`',
    ]);
  });

  test('loops end, and a change inside one reaches the operation', () => {
    const loop = (type: string) =>
      users(
        {
          User: {
            type: 'object',
            properties: {
              boss: { $ref: '#/components/schemas/User' },
              team: { $ref: '#/components/schemas/Team' },
            },
          },
          Team: {
            type: 'object',
            properties: { head: { $ref: '#/components/schemas/User' }, size: { type } },
          },
        },
        '/a',
      );

    const { changes } = diffDefinitions(loop('integer'), loop('string'));

    expect(changes).toMatchObject([
      { subject: 'Team.size', rule: 'type-changed', operations: ['GET /a'] },
    ]);
  });

  test('a reference to itself, to nowhere and to another file end too', () => {
    const odd = (ref: string) => users({ User: { $ref: ref } }, '/a');
    expect(judged(odd('#/components/schemas/User'), odd('#/components/schemas/User'))).toEqual([]);
    expect(judged(odd('#/nowhere'), odd('#/nowhere'))).toEqual([]);
    expect(judged(odd('a.yaml'), odd('b.yaml'))).toEqual([
      ['reference-changed', 'risky'],
      ['reference-changed', 'risky'],
    ]);
  });

  test('a chain of 20,000 schemas does not exhaust the stack', () => {
    const chain = (last: object) =>
      users(
        {
          User: { $ref: '#/components/schemas/S0' },
          ...Object.fromEntries(
            Array.from({ length: 20_000 }, (_, at) => [
              `S${at}`,
              at === 19_999
                ? last
                : { type: 'array', items: { $ref: `#/components/schemas/S${at + 1}` } },
            ]),
          ),
        },
        '/a',
      );
    expect(judged(chain(text), chain({ type: 'integer' }))).toEqual([['type-changed', 'breaking']]);
  });
});

test('2.0 and 3.0 say the same in their own words', () => {
  const old = {
    swagger: '2.0',
    info: { title: 'Shop', version: '1' },
    host: 'shop.example',
    basePath: '/v1',
    schemes: ['https'],
    consumes: ['application/json'],
    produces: ['application/json'],
    paths: {
      '/items': {
        post: {
          parameters: [
            { name: 'limit', in: 'query', type: 'integer', maximum: 10 },
            { name: 'body', in: 'body', required: true, schema: { $ref: '#/definitions/Item' } },
          ],
          responses: { 200: { description: 'ok', schema: { $ref: '#/definitions/Item' } } },
        },
      },
    },
    definitions: {
      Item: {
        type: 'object',
        required: ['name'],
        properties: { name: text, note: { ...text, 'x-nullable': true } },
      },
    },
  };
  const now = {
    openapi: '3.0.3',
    info: { title: 'Shop', version: '1' },
    servers: [{ url: 'https://shop.example/v1' }],
    paths: {
      '/items': {
        post: {
          parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', maximum: 10 } }],
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Item' } } },
          },
          responses: {
            200: {
              description: 'ok',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Item' } } },
            },
          },
        },
      },
    },
    components: {
      schemas: {
        Item: {
          type: 'object',
          required: ['name'],
          properties: { name: text, note: { ...text, nullable: true } },
        },
      },
    },
  };
  expect(judged(old, now)).toEqual([]);
});

test('never throws, whatever the parts of a definition are', () => {
  const keys = [
    'openapi',
    'paths',
    '/a/{b}',
    'get',
    'parameters',
    'schema',
    '$ref',
    'allOf',
    'oneOf',
    'properties',
    'responses',
    '200',
    'content',
    'enum',
    'type',
    'security',
    'webhooks',
    'components',
    'schemas',
    'items',
    'required',
    'discriminator',
  ];
  const leaf = fc.oneof(
    fc.constantFrom('#/paths', '#/components/schemas/items', '#', 'object', 'query', '3.1.0'),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
  );
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: 'medium' },
      leaf,
      fc.dictionary(fc.constantFrom(...keys), tie('tree')),
      fc.array(tie('tree'), { maxLength: 3 }),
    ),
  }));
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom(...keys), tree),
      fc.dictionary(fc.constantFrom(...keys), tree),
      (before, after) => {
        diffDefinitions(before, after);
        expect(diffDefinitions(after, structuredClone(after)).changes).toEqual([]);
      },
    ),
    { numRuns: 500 },
  );
});
