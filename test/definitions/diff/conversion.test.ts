/** The same API in 2.0 and in 3.x, by converters: nothing has changed for a client. */
import { describe, expect, test } from 'vitest';
import { diffDefinitions } from '../../../src/definitions/diff/diff.ts';

const info = { title: 'Shop', version: '1' };
const ok = { 200: { description: 'ok' } };
const text = { type: 'string' };

/** An operation of 2.0. */
const two = (operation: object, more: object = {}): Record<string, unknown> => ({
  swagger: '2.0',
  info,
  paths: { '/items': { post: { responses: ok, ...operation } } },
  ...more,
});

const three = (operation: object, more: object = {}): Record<string, unknown> => ({
  openapi: '3.0.3',
  info,
  paths: { '/items': { post: { responses: ok, ...operation } } },
  ...more,
});

const body = (content: object, more: object = {}): object => ({
  requestBody: { content, ...more },
});
const form = (type: string, schema: object, more: object = {}, encoding?: object): object =>
  body({ [type]: { schema: { type: 'object', ...schema }, ...(encoding && { encoding }) } }, more);
const field = (name: string, more: object = text): object => ({ name, in: 'formData', ...more });

const URLENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';
const item = { type: 'object', required: ['a'], properties: { a: text } };
const list = { type: 'array', items: text };

const judged = (before: object, after: object): string[] =>
  diffDefinitions({ ...before }, { ...after }).changes.map(
    ({ rule, severity, message }) => `${severity} ${rule}: ${message}`,
  );

const PAIRS: readonly (readonly [string, object, object])[] = [
  [
    'a body without `consumes`',
    two({ parameters: [{ name: 'body', in: 'body', schema: item }] }),
    three(body({ 'application/json': { schema: item } })),
  ],
  [
    'a body in two media types',
    two({
      consumes: ['application/json', 'application/xml'],
      parameters: [{ name: 'body', in: 'body', required: true, schema: item }],
    }),
    three(
      body(
        { 'application/json': { schema: item }, 'application/xml': { schema: item } },
        { required: true },
      ),
    ),
  ],
  [
    'a body that several operations share',
    two(
      { parameters: [{ $ref: '#/parameters/Item' }] },
      {
        parameters: { Item: { name: 'item', in: 'body', schema: { $ref: '#/definitions/Item' } } },
        definitions: { Item: item },
      },
    ),
    three(
      { requestBody: { $ref: '#/components/requestBodies/Item' } },
      {
        components: {
          requestBodies: {
            Item: {
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Item' } } },
            },
          },
          schemas: { Item: item },
        },
      },
    ),
  ],
  [
    'form fields',
    two({
      consumes: [URLENCODED],
      parameters: [field('a', { ...text, maxLength: 9 }), field('n', { type: 'integer' })],
    }),
    three(
      form(URLENCODED, { properties: { a: { ...text, maxLength: 9 }, n: { type: 'integer' } } }),
    ),
  ],
  [
    'form fields without `consumes`',
    two({ parameters: [field('a')] }),
    three(form(URLENCODED, { properties: { a: text } })),
  ],
  [
    'form fields, one of them required',
    two({
      consumes: [URLENCODED],
      parameters: [field('a', { ...text, required: true }), field('b')],
    }),
    three(
      form(URLENCODED, { required: ['a'], properties: { a: text, b: text } }, { required: true }),
    ),
  ],
  [
    'form fields in either encoding',
    two({ consumes: [URLENCODED, MULTIPART], parameters: [field('a')] }),
    three(
      body({
        [URLENCODED]: { schema: { type: 'object', properties: { a: text } } },
        [MULTIPART]: { schema: { type: 'object', properties: { a: text } } },
      }),
    ),
  ],
  [
    'a file in a form',
    two({ consumes: [MULTIPART], parameters: [field('f', { type: 'file' }), field('a')] }),
    three(form(MULTIPART, { properties: { f: { ...text, format: 'binary' }, a: text } })),
  ],
  [
    'a list in a form, a field for each item',
    two({
      consumes: [URLENCODED],
      parameters: [field('a', { ...list, collectionFormat: 'multi' })],
    }),
    three(form(URLENCODED, { properties: { a: list } })),
  ],
  [
    'a list in a form, separated by commas',
    two({ consumes: [URLENCODED], parameters: [field('a', list)] }),
    three(
      form(URLENCODED, { properties: { a: list } }, {}, { a: { style: 'form', explode: false } }),
    ),
  ],
  [
    'form fields of the path',
    {
      swagger: '2.0',
      info,
      paths: {
        '/items': { parameters: [field('a')], post: { consumes: [URLENCODED], responses: ok } },
      },
    },
    three(form(URLENCODED, { properties: { a: text } })),
  ],
  [
    'a list in the query, separated by commas',
    two({ parameters: [{ name: 'q', in: 'query', ...list, collectionFormat: 'csv' }] }),
    three({
      parameters: [{ name: 'q', in: 'query', style: 'form', explode: false, schema: list }],
    }),
  ],
  [
    'a list in the query without a format',
    two({ parameters: [{ name: 'q', in: 'query', ...list }] }),
    three({ parameters: [{ name: 'q', in: 'query', explode: false, schema: list }] }),
  ],
  [
    'a list in the query, once for each item',
    two({ parameters: [{ name: 'q', in: 'query', ...list, collectionFormat: 'multi' }] }),
    three({ parameters: [{ name: 'q', in: 'query', schema: list }] }),
  ],
  [
    'a list in the query, separated by spaces',
    two({ parameters: [{ name: 'q', in: 'query', ...list, collectionFormat: 'ssv' }] }),
    three({
      parameters: [
        { name: 'q', in: 'query', style: 'spaceDelimited', explode: false, schema: list },
      ],
    }),
  ],
  [
    'a list in the query, separated by pipes',
    two({ parameters: [{ name: 'q', in: 'query', ...list, collectionFormat: 'pipes' }] }),
    three({
      parameters: [
        { name: 'q', in: 'query', style: 'pipeDelimited', explode: false, schema: list },
      ],
    }),
  ],
  [
    'a list in a header',
    two({ parameters: [{ name: 'X-Q', in: 'header', ...list }] }),
    three({ parameters: [{ name: 'X-Q', in: 'header', schema: list }] }),
  ],
  [
    'a file as the answer',
    two({
      produces: ['application/pdf'],
      responses: { 200: { description: 'ok', schema: { type: 'file' } } },
    }),
    three({
      responses: {
        200: {
          description: 'ok',
          content: { 'application/pdf': { schema: { ...text, format: 'binary' } } },
        },
      },
    }),
  ],
  [
    'a header of an answer',
    two({ responses: { 200: { description: 'ok', headers: { 'X-N': { type: 'integer' } } } } }),
    three({
      responses: {
        200: { description: 'ok', headers: { 'X-N': { schema: { type: 'integer' } } } },
      },
    }),
  ],
  [
    'a discriminator',
    two(
      { parameters: [{ name: 'p', in: 'body', schema: { $ref: '#/definitions/Pet' } }] },
      {
        definitions: {
          Pet: {
            type: 'object',
            discriminator: 'kind',
            required: ['kind'],
            properties: { kind: text },
          },
        },
      },
    ),
    three(body({ 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } }), {
      components: {
        schemas: {
          Pet: {
            type: 'object',
            discriminator: { propertyName: 'kind' },
            required: ['kind'],
            properties: { kind: text },
          },
        },
      },
    }),
  ],
];

describe('an API that is converted from 2.0', () => {
  test.each(PAIRS)('to 3.0: %s', (_, before, after) => {
    expect(judged(before, after)).toEqual([]);
  });

  test.each(PAIRS)('to 3.1: %s', (_, before, after) => {
    expect(judged(before, { ...after, openapi: '3.1.1' })).toEqual([]);
  });

  test.each(PAIRS)('back from 3.0: %s', (_, before, after) => {
    expect(judged(after, before)).toEqual([]);
  });
});

describe('an API that is converted from 2.0 and changed', () => {
  const before = two({ consumes: [URLENCODED], parameters: [field('a'), field('b')] });

  test('a field that becomes required is told', () => {
    const after = three(form(URLENCODED, { required: ['a'], properties: { a: text, b: text } }));
    expect(judged(before, after)).toEqual([expect.stringMatching(/^breaking /)]);
  });

  test('a field that is of another type is told', () => {
    const after = three(form(URLENCODED, { properties: { a: { type: 'integer' }, b: text } }));
    expect(judged(before, after)).toEqual([expect.stringMatching(/^breaking type-changed/)]);
  });

  test('a field that is gone is told', () => {
    expect(judged(before, three(form(URLENCODED, { properties: { a: text } })))).toHaveLength(1);
  });

  test('another encoding is told', () => {
    const after = three(form(MULTIPART, { properties: { a: text, b: text } }));
    expect(judged(before, after)).toContainEqual(
      expect.stringMatching(/^breaking media-type-removed/),
    );
  });

  test('a list whose items are separated otherwise is told', () => {
    const commas = two({ consumes: [URLENCODED], parameters: [field('a', list)] });
    const after = three(form(URLENCODED, { properties: { a: list } }));
    expect(judged(commas, after)).toEqual([expect.stringMatching(/part-encoding-changed/)]);
  });
});
