/** Pairs of definitions with rare constructs, and the worst that a client must expect. */
import type { Severity } from '../../../src/definitions/diff/rules.ts';
import type { Tree } from '../../../src/definitions/definition-tree.ts';
import {
  answers as answersWith,
  definition,
  json as jsonContent,
  object,
  query,
  sends as sendsWith,
  text,
} from './cases.ts';

type Verdict = Severity | 'none';
export type UnusualPair = readonly [name: string, before: Tree, after: Tree, verdict: Verdict];

const number = { type: 'integer' };
const schemas = (map: Tree): Tree => ({ components: { schemas: map } });
const ref = (name: string): Tree => ({ $ref: `#/components/schemas/${name}` });
const content = (schema: unknown): Tree => ({ content: jsonContent(schema) });
const api = (paths: object, more: object = {}, openapi = '3.1.0'): Tree => ({
  ...definition(paths, more),
  openapi,
});
const operation = (parts: object, more: object = {}, openapi = '3.1.0'): Tree =>
  api(
    { '/items': { post: { responses: { 200: { description: 'ok' } }, ...parts } } },
    more,
    openapi,
  );
const sends = (schema: unknown, more: object = {}, openapi = '3.1.0'): Tree => ({
  ...sendsWith(schema),
  ...more,
  openapi,
});
const answers = (schema: unknown, more: object = {}): Tree => ({ ...answersWith(schema), ...more });
const takes = (...parameters: unknown[]): Tree => operation({ parameters });
const asked = (schema: unknown, more: object = {}): object => query({ schema, ...more });
const both = (
  name: string,
  before: unknown,
  after: unknown,
  request: Verdict,
  response: Verdict,
): UnusualPair[] => [
  [`request: ${name}`, sends(before), sends(after), request],
  [`response: ${name}`, answers(before), answers(after), response],
];

const kids = { type: 'array', items: ref('T') };
const KIDS = schemas({ T: object({ kids }) });
const KIDS_AND_NAME = schemas({ T: object({ kids, name: text }, { required: ['name'] }) });

export const UNUSUAL_PAIRS: readonly UnusualPair[] = [
  [
    'request: a recursive schema gets a required property',
    sends(ref('T'), KIDS),
    sends(ref('T'), KIDS_AND_NAME),
    'breaking',
  ],
  [
    'response: a recursive schema gets a required property',
    answers(ref('T'), KIDS),
    answers(ref('T'), KIDS_AND_NAME),
    'safe',
  ],
  ...both(
    'maxItems of a list in a map of lists',
    { type: 'object', additionalProperties: { type: 'array', items: text, maxItems: 5 } },
    { type: 'object', additionalProperties: { type: 'array', items: text, maxItems: 4 } },
    'breaking',
    'safe',
  ),
  ...both(
    'an optional property inside two allOf members becomes required in one',
    { allOf: [object({ a: text }), object({ b: text })] },
    { allOf: [object({ a: text }, { required: ['a'] }), object({ b: text })] },
    'breaking',
    'safe',
  ),
  ...both(
    'an allOf of one is written out',
    { allOf: [object({ a: text }, { required: ['a'] })] },
    object({ a: text }, { required: ['a'] }),
    'none',
    'none',
  ),
  ...both(
    'anyOf of two types becomes a list of types',
    { anyOf: [text, number] },
    { type: ['string', 'integer'] },
    'none',
    'none',
  ),
  ...both(
    'enum of one type gets a null',
    { type: 'string', enum: ['a'] },
    { type: ['string', 'null'], enum: ['a', null] },
    'safe',
    'breaking',
  ),
  ...both('minLength 0 is said aloud', text, { type: 'string', minLength: 0 }, 'none', 'none'),
  ...both(
    'a default is given to an optional property',
    object({ a: text }),
    object({ a: { type: 'string', default: 'x' } }),
    'risky',
    'risky',
  ),
  ...both(
    'a property moves from the branch of a oneOf to the schema beside it',
    {
      type: 'object',
      required: ['k'],
      properties: { k: text },
      oneOf: [object({ a: text }, { required: ['a'] }), object({ b: text }, { required: ['b'] })],
    },
    {
      type: 'object',
      required: ['k'],
      properties: { k: text, c: text },
      oneOf: [object({ a: text }, { required: ['a'] }), object({ b: text }, { required: ['b'] })],
    },
    'safe',
    'safe',
  ),
  ...both(
    'the items of a tuple swap places',
    { type: 'array', prefixItems: [text, number] },
    { type: 'array', prefixItems: [number, text] },
    'breaking',
    'breaking',
  ),
  ...both(
    'a tuple gets one place more, and then no more',
    { type: 'array', prefixItems: [text], items: false },
    { type: 'array', prefixItems: [text, number], items: false },
    'safe',
    'breaking',
  ),

  [
    'a query parameter becomes a list, same style, one value looks alike',
    takes(asked(text)),
    takes(asked({ type: 'array', items: text })),
    'breaking',
  ],
  [
    'a parameter by content becomes one by schema',
    takes({ name: 'q', in: 'query', content: { 'application/json': { schema: text } } }),
    takes(asked(text)),
    'breaking',
  ],
  [
    'a cookie is demanded',
    takes(),
    takes({ name: 'c', in: 'cookie', required: true, schema: text }),
    'breaking',
  ],
  [
    'a matrix parameter becomes a simple one',
    api({
      '/a/{id}': {
        get: {
          parameters: [{ name: 'id', in: 'path', required: true, style: 'matrix', schema: text }],
          responses: {},
        },
      },
    }),
    api({
      '/a/{id}': {
        get: {
          parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
          responses: {},
        },
      },
    }),
    'breaking',
  ],
  [
    'style form is said aloud',
    takes(asked({ type: 'array', items: text })),
    takes(asked({ type: 'array', items: text }, { style: 'form', explode: true })),
    'none',
  ],
  [
    'default answer takes over a stated error',
    operation({ responses: { 200: { description: 'ok' }, 404: { description: 'n' } } }),
    operation({ responses: { 200: { description: 'ok' }, default: { description: 'n' } } }),
    'risky',
  ],
  [
    '202 beside 200',
    operation({ responses: { 200: { description: 'ok' } } }),
    operation({ responses: { 200: { description: 'ok' }, 202: { description: 'later' } } }),
    'safe',
  ],
  [
    'a wildcard media type of the request takes the place of a stated one',
    operation({ requestBody: { content: { 'application/json': { schema: text } } } }),
    operation({ requestBody: { content: { 'application/*': { schema: text } } } }),
    'safe',
  ],
  [
    'the case of a media type',
    operation({ requestBody: { content: { 'application/JSON': { schema: text } } } }),
    operation({ requestBody: { content: { 'application/json': { schema: text } } } }),
    'none',
  ],
  [
    'a path gets a slash at its end',
    api({ '/a': { get: { responses: {} } } }),
    api({ '/a/': { get: { responses: {} } } }),
    'breaking',
  ],
  [
    'a constant segment becomes a variable',
    api({ '/a/me': { get: { responses: {} } } }),
    api({
      '/a/{id}': {
        get: {
          parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
          responses: {},
        },
      },
    }),
    'breaking',
  ],
  [
    'POST becomes PUT',
    api({ '/a': { post: { responses: {} } } }),
    api({ '/a': { put: { responses: {} } } }),
    'breaking',
  ],
  [
    'an operation moves into a path item by reference',
    api({ '/a': { get: { responses: { 200: { description: 'ok', ...content(text) } } } } }),
    api(
      { '/a': { $ref: '#/components/pathItems/A' } },
      {
        components: {
          pathItems: {
            A: { get: { responses: { 200: { description: 'ok', ...content(text) } } } },
          },
        },
      },
    ),
    'none',
  ],
  [
    'security of the definition is dropped for one operation',
    api(
      { '/a': { get: { responses: {} } } },
      {
        security: [{ k: [] }],
        components: { securitySchemes: { k: { type: 'apiKey', in: 'header', name: 'k' } } },
      },
    ),
    api(
      { '/a': { get: { security: [], responses: {} } } },
      {
        security: [{ k: [] }],
        components: { securitySchemes: { k: { type: 'apiKey', in: 'header', name: 'k' } } },
      },
    ),
    'safe',
  ],
  [
    'two schemes that are both needed become one of two',
    api(
      { '/a': { get: { responses: {} } } },
      {
        security: [{ a: [], b: [] }],
        components: {
          securitySchemes: {
            a: { type: 'http', scheme: 'basic' },
            b: { type: 'apiKey', in: 'header', name: 'k' },
          },
        },
      },
    ),
    api(
      { '/a': { get: { responses: {} } } },
      {
        security: [{ a: [] }, { b: [] }],
        components: {
          securitySchemes: {
            a: { type: 'http', scheme: 'basic' },
            b: { type: 'apiKey', in: 'header', name: 'k' },
          },
        },
      },
    ),
    'safe',
  ],
  [
    'one of two schemes becomes both',
    api(
      { '/a': { get: { responses: {} } } },
      {
        security: [{ a: [] }, { b: [] }],
        components: {
          securitySchemes: {
            a: { type: 'http', scheme: 'basic' },
            b: { type: 'apiKey', in: 'header', name: 'k' },
          },
        },
      },
    ),
    api(
      { '/a': { get: { responses: {} } } },
      {
        security: [{ a: [], b: [] }],
        components: {
          securitySchemes: {
            a: { type: 'http', scheme: 'basic' },
            b: { type: 'apiKey', in: 'header', name: 'k' },
          },
        },
      },
    ),
    'breaking',
  ],
  [
    'bearer becomes Bearer',
    api(
      { '/a': { get: { responses: {} } } },
      {
        security: [{ a: [] }],
        components: { securitySchemes: { a: { type: 'http', scheme: 'bearer' } } },
      },
    ),
    api(
      { '/a': { get: { responses: {} } } },
      {
        security: [{ a: [] }],
        components: { securitySchemes: { a: { type: 'http', scheme: 'Bearer' } } },
      },
    ),
    'none',
  ],
  [
    'http becomes https on the same host',
    api({}, { servers: [{ url: 'http://x.example/v1' }] }),
    api({}, { servers: [{ url: 'https://x.example/v1' }] }),
    'risky',
  ],
  [
    'a server gets a path',
    api({}, { servers: [{ url: 'https://x.example' }] }),
    api({}, { servers: [{ url: 'https://x.example/v1' }] }),
    'breaking',
  ],
  [
    'a webhook sends a value more of an enum',
    api(
      {},
      {
        webhooks: {
          h: { post: { requestBody: content({ type: 'string', enum: ['a'] }), responses: {} } },
        },
      },
    ),
    api(
      {},
      {
        webhooks: {
          h: {
            post: { requestBody: content({ type: 'string', enum: ['a', 'b'] }), responses: {} },
          },
        },
      },
    ),
    'risky',
  ],
  [
    'a webhook demands another answer of the client',
    api(
      {},
      {
        webhooks: {
          h: {
            post: { responses: { 200: { description: 'ok', ...content(object({ a: text })) } } },
          },
        },
      },
    ),
    api(
      {},
      {
        webhooks: {
          h: {
            post: {
              responses: {
                200: { description: 'ok', ...content(object({ a: text }, { required: ['a'] })) },
              },
            },
          },
        },
      },
    ),
    'breaking',
  ],
  [
    'a callback goes to another expression',
    operation({ callbacks: { c: { '{$request.body#/u}': { post: { responses: {} } } } } }),
    operation({ callbacks: { c: { '{$request.query.u}': { post: { responses: {} } } } } }),
    'breaking',
  ],
  [
    'the schema is renamed, its content stays',
    answers(ref('A'), schemas({ A: object({ a: text }) })),
    answers(ref('B'), schemas({ B: object({ a: text }) })),
    'none',
  ],
  [
    'a schema nobody uses changes',
    answers(text, schemas({ A: text })),
    answers(text, schemas({ A: number })),
    'none',
  ],
  [
    'an unused parameter component changes',
    answers(text, { components: { parameters: { P: asked(text) } } }),
    answers(text, { components: { parameters: { P: asked(number, { required: true }) } } }),
    'none',
  ],
  [
    'a property named like a member of Object is added',
    answers(object({ a: text })),
    answers(object({ a: text, constructor: text, toString: number, hasOwnProperty: text })),
    'safe',
  ],
  [
    'a property named __proto__ becomes required',
    JSON.parse(JSON.stringify(sends(object({ a: text }))).replace('"a":', '"__proto__":')),
    JSON.parse(
      JSON.stringify(sends(object({ a: text }, { required: ['__proto__'] }))).replace(
        '"a":',
        '"__proto__":',
      ),
    ),
    'breaking',
  ],
  [
    '2.0 collectionFormat pipes in the items of a header of the answer',
    {
      swagger: '2.0',
      info: { title: 'a', version: '1' },
      paths: {
        '/a': {
          get: {
            responses: {
              200: { description: 'ok', headers: { H: { type: 'array', items: text } } },
            },
          },
        },
      },
    },
    {
      swagger: '2.0',
      info: { title: 'a', version: '1' },
      paths: {
        '/a': {
          get: {
            responses: {
              200: {
                description: 'ok',
                headers: { H: { type: 'array', items: text, collectionFormat: 'pipes' } },
              },
            },
          },
        },
      },
    },
    'breaking',
  ],
  [
    '2.0 form field becomes required',
    {
      swagger: '2.0',
      info: { title: 'a', version: '1' },
      consumes: ['application/x-www-form-urlencoded'],
      paths: {
        '/a': {
          post: { parameters: [{ name: 'f', in: 'formData', type: 'string' }], responses: {} },
        },
      },
    },
    {
      swagger: '2.0',
      info: { title: 'a', version: '1' },
      consumes: ['application/x-www-form-urlencoded'],
      paths: {
        '/a': {
          post: {
            parameters: [{ name: 'f', in: 'formData', type: 'string', required: true }],
            responses: {},
          },
        },
      },
    },
    'breaking',
  ],
  [
    '3.0 exclusiveMaximum true becomes a number in 3.1',
    sends({ type: 'number', maximum: 9, exclusiveMaximum: true }, {}, '3.0.3'),
    sends({ type: 'number', exclusiveMaximum: 9 }, {}, '3.1.0'),
    'none',
  ],
  [
    '3.2 items of a stream lose a required property',
    operation(
      {
        responses: {
          200: {
            description: 'ok',
            content: {
              'application/jsonl': { itemSchema: object({ a: text }, { required: ['a'] }) },
            },
          },
        },
      },
      {},
      '3.2.0',
    ),
    operation(
      {
        responses: {
          200: {
            description: 'ok',
            content: { 'application/jsonl': { itemSchema: object({ a: text }) } },
          },
        },
      },
      {},
      '3.2.0',
    ),
    'breaking',
  ],
  [
    '3.2 an additional operation is gone',
    api({ '/a': { additionalOperations: { COPY: { responses: {} } } } }, {}, '3.2.0'),
    api({ '/a': {} }, {}, '3.2.0'),
    'breaking',
  ],
  [
    '3.2 the whole query demands a field',
    api(
      {
        '/a': {
          query: {
            parameters: [
              {
                name: 'f',
                in: 'querystring',
                content: { 'application/x-www-form-urlencoded': { schema: object({ a: text }) } },
              },
            ],
            responses: {},
          },
        },
      },
      {},
      '3.2.0',
    ),
    api(
      {
        '/a': {
          query: {
            parameters: [
              {
                name: 'f',
                in: 'querystring',
                content: {
                  'application/x-www-form-urlencoded': {
                    schema: object({ a: text }, { required: ['a'] }),
                  },
                },
              },
            ],
            responses: {},
          },
        },
      },
      {},
      '3.2.0',
    ),
    'breaking',
  ],
  [
    'maxProperties of the answer is raised',
    answers({ type: 'object', maxProperties: 3 }),
    answers({ type: 'object', maxProperties: 4 }),
    'breaking',
  ],
  [
    'a read-only property becomes writable and required',
    sends(object({ a: { type: 'string', readOnly: true } }, { required: ['a'] })),
    sends(object({ a: text }, { required: ['a'] })),
    'breaking',
  ],
];
