/** Definitions with rare constructs: what the standard allows, what not, and the findings. */

import { api, api2, get, id, info, ok, schemas, type Part } from './cases.ts';

/** `error rule` and `warning rule`; none: silent. */
export type UnusualCase = readonly [name: string, definition: Part, ...found: string[]];

const P = '#/components/schemas/';
const json = (schema: unknown): Part => ({ content: { 'application/json': { schema } } });

/** By the letter of the standard, which forbids none of it. */
export const UNUSUAL_LEGAL: readonly UnusualCase[] = [
  [
    'schemes, host with port, root base path (2.0)',
    api2({ host: 'x.example:8080', basePath: '/', schemes: ['ws', 'wss', 'https'] }),
  ],
  [
    'shared parameters and responses; multi; allowEmptyValue (2.0)',
    api2({
      parameters: {
        Q: {
          name: 'q',
          in: 'query',
          type: 'array',
          items: { type: 'string' },
          collectionFormat: 'multi',
          allowEmptyValue: true,
        },
      },
      responses: {
        R: {
          description: 'r',
          headers: {
            'X-A': { type: 'array', items: { type: 'integer' }, collectionFormat: 'pipes' },
          },
        },
      },
      paths: {
        '/a': {
          parameters: [{ $ref: '#/parameters/Q' }],
          get: { responses: { default: { $ref: '#/responses/R' } } },
        },
      },
    }),
  ],
  [
    'cleared produces and security (2.0)',
    api2({
      produces: ['application/json'],
      securityDefinitions: { k: { type: 'apiKey', in: 'query', name: 'k' } },
      security: [{ k: [] }],
      paths: { '/a': get({ produces: [], consumes: [], security: [] }) },
    }),
  ],
  [
    'a file as an answer (2.0)',
    api2({
      paths: {
        '/a': {
          get: {
            produces: ['image/png'],
            responses: { 200: { description: 'ok', schema: { type: 'file' } } },
          },
        },
      },
    }),
  ],
  [
    'form with a file beside texts (2.0)',
    api2({
      paths: {
        '/a': {
          post: {
            consumes: ['multipart/form-data'],
            parameters: [
              { name: 'f', in: 'formData', type: 'file', required: true },
              {
                name: 't',
                in: 'formData',
                type: 'array',
                items: { type: 'string' },
                collectionFormat: 'multi',
              },
            ],
            responses: ok,
          },
        },
      },
    }),
  ],
  [
    'discriminator by name, xml, x-nullable (2.0)',
    api2({
      definitions: {
        Pet: {
          type: 'object',
          discriminator: 'kind',
          required: ['kind'],
          properties: {
            kind: { type: 'string' },
            n: { type: 'string', 'x-nullable': true, readOnly: true, xml: { attribute: true } },
          },
          additionalProperties: {},
        },
        Cat: { allOf: [{ $ref: '#/definitions/Pet' }, { type: 'object', maxProperties: 9 }] },
      },
    }),
  ],
  ['extension among the paths (2.0)', api2({ paths: { 'x-note': { get: 1 }, '/a': get() } })],
  ['no paths at all (3.0)', api('3.0', { paths: {} })],
  [
    'relative servers, an empty default (3.0)',
    api('3.0', {
      servers: [
        { url: '/v1' },
        { url: '//cdn.example/{a}', variables: { a: { default: '' } } },
        { url: '.' },
      ],
    }),
  ],
  [
    'several variables in one segment (3.0)',
    api('3.0', {
      paths: {
        '/f/{name}.{ext}': get({
          parameters: [
            { ...id, name: 'name' },
            { ...id, name: 'ext' },
          ],
        }),
        '/f/{id}:copy': { parameters: [id], post: { responses: ok } },
        '/f/mine': get(),
      },
    }),
  ],
  [
    'media types with parameters and ranges (3.0)',
    api('3.0', {
      paths: {
        '/a': {
          get: {
            responses: {
              200: {
                description: 'ok',
                content: {
                  '*/*': {},
                  'application/*': {},
                  'application/vnd.x.v1+json; charset=utf-8': { schema: {} },
                },
              },
            },
          },
        },
      },
    }),
  ],
  [
    'callbacks and links by reference (3.0)',
    api('3.0', {
      paths: {
        '/a/{id}': {
          parameters: [id],
          get: {
            operationId: 'g',
            responses: {
              200: {
                description: 'ok',
                links: {
                  self: {
                    operationRef: '#/paths/~1a~1{id}/get',
                    parameters: { 'path.id': '$response.body#/id' },
                  },
                  enc: { operationRef: '#/paths/~1a~1%7Bid%7D/get' },
                  L: { $ref: '#/components/links/L' },
                },
              },
            },
          },
          post: {
            callbacks: {
              done: { '{$request.body#/url}?x={$request.query.x}': { post: { responses: ok } } },
              C: { $ref: '#/components/callbacks/C' },
            },
            responses: ok,
          },
        },
      },
      components: {
        links: { L: { operationId: 'g', requestBody: '$request.body' } },
        callbacks: { C: { 'http://x.example/{$url}': { get: { responses: ok } } } },
      },
    }),
  ],
  [
    'styles for all places (3.0)',
    api('3.0', {
      paths: {
        '/a/{m}/{l}': get({
          parameters: [
            {
              name: 'm',
              in: 'path',
              required: true,
              style: 'matrix',
              explode: true,
              schema: { type: 'array', items: {} },
            },
            { name: 'l', in: 'path', required: true, style: 'label', schema: { type: 'integer' } },
            {
              name: 'd',
              in: 'query',
              style: 'deepObject',
              explode: true,
              schema: { type: 'object' },
            },
            { name: 'r', in: 'query', allowReserved: true, schema: { type: 'string' } },
            {
              name: 'p',
              in: 'query',
              style: 'pipeDelimited',
              explode: false,
              schema: { type: 'array', items: { type: 'string' } },
            },
            { name: 'c', in: 'cookie', schema: { type: 'string' } },
            { name: 'j', in: 'query', ...json({ type: 'object' }) },
          ],
        }),
      },
    }),
  ],
  [
    'HEAD, TRACE and a body of DELETE (3.0)',
    api('3.0', {
      paths: {
        '/a': {
          head: { responses: ok },
          trace: { responses: ok },
          delete: { requestBody: json({}), responses: ok },
          options: { responses: { default: { description: 'd' } } },
        },
      },
    }),
  ],
  [
    'a body of GET, which later versions allow (3.1)',
    api('3.1', { paths: { '/a': get({ requestBody: json({}) }) } }),
  ],
  [
    'keywords of the author alone (3.1)',
    schemas('3.1', { A: { type: 'string', myKeyword: 1, 'acme:unit': 'kg', summary: 's' } }),
  ],
  [
    'a circle that alternatives end, and one through properties (3.0)',
    schemas('3.0', {
      Pet: {
        oneOf: [{ $ref: P + 'Cat' }],
        discriminator: { propertyName: 'kind' },
      },
      Cat: { allOf: [{ $ref: P + 'Base' }, { properties: { kittens: { $ref: P + 'Cat' } } }] },
      Base: { properties: { pet: { allOf: [{ $ref: P + 'Pet' }] } } },
      Node: { allOf: [{ properties: { next: { allOf: [{ $ref: P + 'Node' }] } } }] },
      Twice: { allOf: [{ $ref: P + 'Base' }, { $ref: P + 'Base' }] },
    }),
  ],
  [
    'one anchor in two resources, and both anchors of one schema (3.1)',
    schemas('3.1', {
      A: { $anchor: 'x', $dynamicAnchor: 'x' },
      B: { $id: 'https://x.example/b', $anchor: 'x', $defs: { c: { $dynamicRef: '#x' } } },
      C: { $dynamicRef: '#x' },
      D: { $id: 'https://x.example/d#' },
    }),
  ],
  [
    'encodings of properties in all parts of a schema, and of any name (3.0)',
    api('3.0', {
      paths: {
        '/a': {
          post: {
            requestBody: {
              content: {
                'multipart/form-data; boundary=x': {
                  schema: { $ref: P + 'Form' },
                  encoding: { a: {}, b: {}, c: {} },
                },
                'application/x-www-form-urlencoded': {
                  schema: { type: 'object', additionalProperties: { type: 'string' } },
                  encoding: { any: { style: 'form' } },
                },
                'multipart/mixed': { encoding: { any: {} } },
                '*/*': { schema: { type: 'object' }, encoding: {} },
              },
            },
            responses: ok,
          },
        },
      },
      components: {
        schemas: {
          Form: {
            properties: { a: {} },
            allOf: [{ $ref: P + 'More' }],
            oneOf: [{ properties: { c: {} } }],
          },
          More: { anyOf: [{ properties: { b: {} } }] },
        },
      },
    }),
  ],
  [
    'all runtime expressions as keys of a callback (3.0)',
    api('3.0', {
      components: {
        callbacks: {
          C: Object.fromEntries(
            [
              '{$url}',
              '{$method}/{$statusCode}',
              '$request.query.queryUrl',
              '{$request.path.id}',
              '{$request.header.X-Call-Back}',
              '{$request.body}',
              '{$response.body#/a~1b/0}',
              'https://x.example/{id}',
              'onEvent',
            ].map((key) => [key, { post: { responses: ok } }]),
          ),
        },
      },
    }),
  ],
  [
    'a discriminator of what others extend (3.0)',
    schemas('3.0', {
      Pet: {
        type: 'object',
        required: ['kind'],
        properties: { kind: { type: 'string' } },
        discriminator: { propertyName: 'kind' },
      },
      Alias: { $ref: P + 'Pet' },
      Cat: { allOf: [{ $ref: P + 'Alias' }, { type: 'object' }] },
    }),
  ],
  [
    'a discriminator of what others extend by a reference (3.1)',
    schemas('3.1', {
      Pet: { type: 'object', discriminator: { propertyName: 'kind' } },
      Cat: { $ref: P + 'Pet', type: 'object' },
    }),
  ],
  [
    'defaults and examples at the limits, and among the values (3.1)',
    schemas('3.1', {
      A: { type: 'integer', minimum: 1, maximum: 3, example: 3, examples: [1, 2, 'x'] },
      B: { enum: [{ a: [1] }, 2], default: { a: [1] } },
      C: { type: ['string', 'null'], enum: ['a'], default: null },
    }),
  ],
  [
    'addresses of flows by reference to the server (3.1)',
    api('3.1', {
      components: {
        securitySchemes: {
          f: { type: 'oauth2', flows: { implicit: { authorizationUrl: '/auth', scopes: {} } } },
        },
        schemas: { A: { xml: { namespace: 'urn:x:y' } }, B: { xml: { namespace: '' } } },
      },
    }),
  ],
  [
    'null among values that may be null (3.0)',
    schemas('3.0', {
      S: { type: 'string', nullable: true, enum: ['a', null], default: null },
      N: { not: {} },
      O: { type: 'object', additionalProperties: false },
      A: { type: 'array', items: {} },
    }),
  ],
  [
    'references into the middle of things (3.0)',
    api('3.0', {
      paths: {
        '/a/{id}': {
          parameters: [id],
          get: {
            responses: {
              200: {
                description: 'ok',
                ...json({ type: 'object', properties: { 'x/y~z': { type: 'string' } } }),
              },
            },
          },
          put: {
            responses: {
              200: {
                description: 'ok',
                ...json({
                  $ref: '#/paths/~1a~1%7Bid%7D/get/responses/200/content/application~1json/schema/properties/x~1y~0z',
                }),
              },
            },
          },
        },
      },
    }),
  ],
  [
    'a recursive schema through all kinds of nesting (3.0)',
    schemas('3.0', {
      T: {
        type: 'object',
        properties: {
          me: { $ref: P + 'T' },
          list: { type: 'array', items: { $ref: P + 'T' } },
          map: { type: 'object', additionalProperties: { $ref: P + 'T' } },
          not: { not: { $ref: P + 'T' } },
          any: { anyOf: [{ $ref: P + 'T' }, { type: 'string' }] },
        },
      },
    }),
  ],
  [
    'schemes of all kinds (3.0)',
    api('3.0', {
      components: {
        securitySchemes: {
          d: { type: 'http', scheme: 'Digest' },
          b: { type: 'http', scheme: 'BEARER', bearerFormat: 'JWT' },
          o: {
            type: 'openIdConnect',
            openIdConnectUrl: 'https://x.example/.well-known/openid-configuration',
          },
          f: {
            type: 'oauth2',
            flows: {
              implicit: { authorizationUrl: 'https://x.example/a', scopes: {} },
              password: {
                tokenUrl: 'https://x.example/t',
                refreshUrl: 'https://x.example/r',
                scopes: { a: 'A' },
              },
            },
          },
        },
      },
      security: [{}, { o: ['any:scope'] }, { d: [], f: ['a'] }],
    }),
  ],
  [
    'roles of a scheme that has no scopes (3.1)',
    api('3.1', {
      components: {
        securitySchemes: {
          k: { type: 'apiKey', in: 'header', name: 'k' },
          m: { type: 'mutualTLS' },
        },
      },
      security: [{ k: ['admin'], m: ['ops'] }],
    }),
  ],
  [
    'path items as components, by webhooks (3.1)',
    {
      openapi: '3.1.0',
      info: { ...info, summary: 's', license: { name: 'MIT', identifier: 'MIT' } },
      components: { pathItems: { P: { post: { requestBody: json(true), responses: ok } } } },
      webhooks: { w: { $ref: '#/components/pathItems/P', summary: 's', description: 'd' } },
    },
  ],
  [
    'schemas that are true and false (3.1)',
    schemas('3.1', {
      T: true,
      F: false,
      L: { type: 'array', prefixItems: [true], items: false },
      O: {
        additionalProperties: false,
        properties: { a: true },
        unevaluatedProperties: false,
        dependentRequired: { a: ['b'] },
        dependentSchemas: { a: true },
        minContains: 0,
        contains: false,
        propertyNames: { pattern: '^a' },
        patternProperties: { '^\\p{L}$': true },
      },
    }),
  ],
  [
    'null as a type, a constant and a value (3.1)',
    schemas('3.1', {
      a: { type: 'null' },
      b: { const: null },
      c: { enum: [null, 1, 'a', {}, []] },
      d: { type: ['object', 'array', 'null'], examples: [] },
      e: { type: ['number', 'null'], exclusiveMinimum: 0, minimum: 0, default: null },
    }),
  ],
  [
    'dynamic references (3.1)',
    schemas('3.1', {
      Tree: {
        $id: 'https://x.example/tree',
        $dynamicAnchor: 'node',
        type: 'object',
        properties: {
          children: { type: 'array', items: { $dynamicRef: '#node' } },
          root: { $ref: '#' },
          other: { $ref: 'tree#node' },
        },
      },
      Strict: {
        $id: 'https://x.example/strict',
        $dynamicAnchor: 'node',
        $ref: 'tree',
        unevaluatedProperties: false,
      },
    }),
  ],
  [
    'an embedded schema of its own dialect with $defs (3.1)',
    schemas('3.1', {
      S: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $vocabulary: {},
        $defs: { n: { $anchor: 'n', type: 'integer' } },
        $ref: '#/components/schemas/S/$defs/n',
        $comment: 'c',
        contentMediaType: 'application/json',
        contentEncoding: 'base64url',
        contentSchema: { type: 'object' },
      },
    }),
  ],
  [
    'a response, parameter, header and example with text beside $ref (3.1)',
    api('3.1', {
      paths: {
        '/a': {
          get: {
            parameters: [{ $ref: '#/components/parameters/Q', description: 'd' }],
            responses: { 200: { $ref: '#/components/responses/R', description: 'd' } },
          },
        },
      },
      components: {
        parameters: {
          Q: {
            name: 'q',
            in: 'query',
            schema: {},
            examples: { e: { $ref: '#/components/examples/E', summary: 's' } },
          },
        },
        responses: {
          R: {
            description: 'r',
            headers: { H: { $ref: '#/components/headers/H', description: 'h' } },
          },
        },
        headers: { H: { schema: {} } },
        examples: { E: { value: 1 } },
      },
    }),
  ],
  [
    'answers without description, servers with names (3.2)',
    api('3.2', {
      servers: [{ url: 'https://x.example', name: 'prod' }],
      paths: { '/a': { get: { responses: { 200: { summary: 's' }, default: {} } } } },
    }),
  ],
  [
    'a query string as a whole, cookie style (3.2)',
    api('3.2', {
      paths: {
        '/a': {
          query: {
            parameters: [
              {
                name: 'f',
                in: 'querystring',
                content: { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } },
              },
              { name: 'c', in: 'cookie', style: 'cookie', schema: { type: 'string' } },
            ],
            responses: ok,
          },
          additionalOperations: { COPY: { responses: ok }, 'M-SEARCH': { responses: ok } },
        },
      },
    }),
  ],
  [
    'sequences, positional encodings, examples of both forms (3.2)',
    api('3.2', {
      paths: {
        '/a': {
          post: {
            requestBody: {
              content: {
                'multipart/mixed': {
                  itemSchema: {},
                  prefixEncoding: [{ contentType: 'application/json' }],
                  itemEncoding: { contentType: 'image/png' },
                },
              },
            },
            responses: {
              200: {
                description: 'ok',
                content: {
                  'text/event-stream': {
                    itemSchema: { type: 'object' },
                    examples: { e: { dataValue: { a: 1 }, serializedValue: 'data: a' } },
                  },
                  'application/jsonl': { itemSchema: true },
                },
              },
            },
          },
        },
      },
    }),
  ],
  [
    'default mapping, node types, deprecated scheme, device flow (3.2)',
    api('3.2', {
      components: {
        securitySchemes: {
          o: {
            type: 'oauth2',
            deprecated: true,
            oauth2MetadataUrl: 'https://x.example/m',
            flows: {
              deviceAuthorization: {
                deviceAuthorizationUrl: 'https://x.example/d',
                tokenUrl: 'https://x.example/t',
                scopes: {},
              },
            },
          },
        },
        schemas: {
          A: {
            type: 'object',
            xml: { nodeType: 'element' },
            properties: { k: { type: 'string', xml: { nodeType: 'attribute' } } },
          },
          U: {
            oneOf: [{ $ref: P + 'A' }],
            discriminator: { propertyName: 'k', defaultMapping: 'A' },
          },
        },
      },
      tags: [
        { name: 't', summary: 'T', kind: 'badge' },
        { name: 'u', parent: 't' },
      ],
    }),
  ],
  [
    'its own address, and references by it (3.2)',
    {
      openapi: '3.2.0',
      $self: 'https://x.example/api.json',
      info,
      paths: {
        '/a': {
          get: {
            responses: {
              200: {
                description: 'ok',
                ...json({ $ref: 'https://x.example/api.json#/components/schemas/S' }),
              },
            },
          },
        },
      },
      components: { schemas: { S: { type: 'string' } } },
    },
  ],
  [
    'a scheme by reference (3.2)',
    api('3.2', {
      components: { securitySchemes: { k: { type: 'apiKey', in: 'header', name: 'k' } } },
      security: [{ '#/components/securitySchemes/k': [] }],
    }),
  ],
  [
    'a variable twice in one path (3.0)',
    api('3.0', { paths: { '/a/{id}/b/{id}': get({ parameters: [id] }) } }),
  ],
  [
    'a scope that the flow does not have (3.0)',
    api('3.0', {
      components: {
        securitySchemes: {
          k: {
            type: 'oauth2',
            flows: { implicit: { authorizationUrl: 'https://x.example', scopes: { a: 'A' } } },
          },
        },
      },
      security: [{ k: ['b'] }],
    }),
  ],
  [
    'deepObject of a text (3.0)',
    api('3.0', {
      paths: {
        '/a': get({
          parameters: [{ name: 'q', in: 'query', style: 'deepObject', schema: { type: 'string' } }],
        }),
      },
    }),
  ],
];

export const UNUSUAL_FAULTS: readonly UnusualCase[] = [
  [
    'headers that something else describes (3.0)',
    api('3.0', {
      paths: {
        '/a': get({
          parameters: ['Accept', 'content-type', 'Authorization', 'X-Own'].map((name) => ({
            name,
            in: 'header',
            schema: { type: 'string' },
          })),
          responses: { 200: { description: 'ok', headers: { 'Content-type': { schema: {} } } } },
        }),
      },
    }),
    'warning no-effect',
    'warning no-effect',
    'warning no-effect',
    'warning no-effect',
  ],
  [
    'a body of GET (3.0)',
    api('3.0', { paths: { '/a': get({ requestBody: json({}) }) } }),
    'warning no-effect',
  ],
  [
    'an empty value in a path, and an array as a deep object (3.0)',
    api('3.0', {
      paths: {
        '/a/{id}': get({
          parameters: [
            { ...id, allowEmptyValue: true },
            { name: 'q', in: 'query', style: 'deepObject', schema: { type: 'array', items: {} } },
          ],
        }),
      },
    }),
    'warning no-effect',
    'warning no-effect',
  ],
  [
    'an empty value in a header (2.0)',
    api2({
      paths: {
        '/a': get({
          parameters: [{ name: 'h', in: 'header', type: 'string', allowEmptyValue: true }],
        }),
      },
    }),
    'warning no-effect',
  ],
  [
    'encodings for JSON, and of a property that is not there (3.1)',
    api('3.1', {
      paths: {
        '/a': {
          post: {
            requestBody: {
              content: {
                'application/json': { schema: {}, encoding: { a: {} } },
                'multipart/form-data': {
                  schema: { allOf: [{ $ref: P + 'Form' }] },
                  encoding: { a: { headers: { 'Content-Type': { schema: {} } } }, b: {} },
                },
              },
            },
            responses: ok,
          },
        },
      },
      components: { schemas: { Form: { properties: { a: {} } } } },
    }),
    'warning encoding-property',
    'warning no-effect',
    'warning no-effect',
  ],
  [
    'callbacks by what is no expression (3.0)',
    api('3.0', {
      components: {
        callbacks: {
          C: {
            'https://x.example/?u={$reqest.body#/url}': { post: { responses: ok } },
            '$request.body.url': { post: { responses: ok } },
          },
        },
      },
    }),
    'warning callback-expression',
    'warning callback-expression',
  ],
  [
    'a schema that is a part of itself (3.0)',
    schemas('3.0', { R: { allOf: [{ $ref: P + 'R' }] } }),
    'error all-of-circle',
  ],
  [
    'schemas that are parts of each other (2.0)',
    api2({
      definitions: {
        A: { allOf: [{ type: 'object' }, { $ref: '#/definitions/B' }] },
        B: { allOf: [{ allOf: [{ $ref: '#/definitions/A' }] }] },
      },
    }),
    'error all-of-circle',
  ],
  [
    'schemas that are parts of each other by references with siblings (3.1)',
    schemas('3.1', {
      A: { $ref: P + 'B', type: 'object' },
      B: { allOf: [{ type: 'object', $ref: P + 'A' }] },
    }),
    'error all-of-circle',
  ],
  [
    'a dynamic reference to nothing (3.1)',
    schemas('3.1', { A: { properties: { b: { $dynamicRef: '#nope' } } } }),
    'error no-unresolved-refs',
  ],
  [
    'a dynamic reference to another file (3.1)',
    schemas('3.1', { A: { $dynamicRef: 'get.json#a' } }),
    'warning unresolved-uri',
  ],
  [
    'anchors of a wrong form (3.1)',
    schemas('3.1', { A: { $anchor: '1#x' }, B: { $dynamicAnchor: 'a b' } }),
    'error anchor-form',
    'error anchor-form',
  ],
  [
    'one anchor in two schemas (3.1)',
    schemas('3.1', { A: { $anchor: 'x' }, B: { properties: { b: { $dynamicAnchor: 'x' } } } }),
    'error anchor-unique',
  ],
  [
    'an id with a fragment, beside a discriminator (3.1)',
    schemas('3.1', {
      Cat: { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } },
      Pet: {
        $id: 'https://x.example/s#frag',
        oneOf: [{ $ref: P + 'Cat' }],
        discriminator: { propertyName: 'kind', mapping: { c: P + 'Cat' } },
      },
    }),
    'warning id-form',
  ],
  [
    'a discriminator where nothing composes (3.0)',
    schemas('3.0', { A: { type: 'object', discriminator: { propertyName: 'kind' } } }),
    'warning discriminator-composition',
  ],
  [
    'addresses of flows and a namespace that are none (3.0)',
    api('3.0', {
      components: {
        securitySchemes: {
          f: {
            type: 'oauth2',
            flows: { implicit: { authorizationUrl: 'not a url', scopes: {} } },
          },
        },
        schemas: { A: { type: 'object', xml: { namespace: 'rel/ns' } } },
      },
    }),
    'warning url-form',
    'warning url-form',
  ],
  [
    'values twice, and a default that is none of them (3.0)',
    schemas('3.0', {
      A: { type: 'string', enum: ['a', 'a'] },
      B: { type: 'string', enum: ['a', 'b'], default: 'zzz' },
    }),
    'warning repeated-entry',
    'warning schema-default',
  ],
  [
    'a default of another type than its list, which is told once (3.0)',
    schemas('3.0', { A: { type: 'integer', enum: [1, 2], default: 'x' } }),
    'warning schema-default',
  ],
  [
    'values twice in a parameter (2.0)',
    api2({
      paths: {
        '/a': get({ parameters: [{ name: 'q', in: 'query', type: 'string', enum: ['a', 'a'] }] }),
      },
    }),
    'warning repeated-entry',
  ],
  [
    'examples outside the limits (3.0)',
    api('3.0', {
      paths: {
        '/a': get({
          parameters: [
            { name: 'q', in: 'query', schema: { $ref: P + 'Few' }, example: 0 },
            {
              name: 'r',
              in: 'query',
              schema: { $ref: P + 'Few' },
              examples: { e: { $ref: '#/components/examples/Many' } },
            },
          ],
        }),
      },
      components: {
        examples: { Many: { value: 10 } },
        schemas: {
          Few: { type: 'integer', minimum: 1, maximum: 10, exclusiveMaximum: true, example: 11 },
        },
      },
    }),
    'warning schema-example',
    'warning schema-example',
    'warning schema-example',
  ],
  [
    'an example at an exclusive limit (3.1)',
    schemas('3.1', { A: { type: 'integer', exclusiveMinimum: 3, examples: [4, 3] } }),
    'warning schema-example',
  ],
  [
    'an example in a file that is not sent',
    api('3.0', {
      paths: { '/a': { get: { $ref: 'get.json' } } },
      components: { examples: { E: { externalValue: 'e.xml' } } },
    }),
    'warning external-value',
  ],
  [
    'a header of a style for queries, and styles that no place has (3.0)',
    api('3.0', {
      paths: {
        '/a': get({ parameters: [{ name: 'q', in: 'query', style: 'nope', schema: {} }] }),
      },
      components: { headers: { H: { style: 'form', schema: { type: 'string' } } } },
    }),
    'error parameter-style',
    'error parameter-style',
  ],
  [
    'files in a body and in a property, but not as a whole response (2.0)',
    api2({
      paths: {
        '/a': {
          post: {
            parameters: [{ name: 'b', in: 'body', schema: { type: 'file' } }],
            responses: {
              200: { description: 'a', schema: { type: 'file' } },
              201: { description: 'b', schema: { $ref: '#/definitions/File' } },
              202: { description: 'c', schema: { $ref: '#/definitions/Object' } },
            },
          },
        },
      },
      definitions: {
        File: { type: 'file' },
        Object: { type: 'object', properties: { a: { type: 'file' } } },
      },
    }),
    'warning file-type',
    'warning file-type',
  ],
  ['an empty value', api('3.0', { tags: null }), 'warning empty-value'],
  [
    'a reference by the `$id` of no document',
    schemas('3.1', {
      A: { $id: 'https://ids.example/a', properties: { b: { $ref: 'other' } } },
    }),
    'warning unresolved-uri',
  ],
  [
    'a tag by reference',
    api('3.0', { tags: [{ $ref: '#/x-tag' }], 'x-tag': { name: 'a' } }),
    'warning spec-strict-refs',
  ],
  [
    'a server with an unmatched brace',
    api('3.0', { servers: [{ url: 'https://{a.example' }] }),
    'warning server-form',
  ],
  [
    'a scheme with the flow of another kind',
    api('3.0', {
      components: {
        securitySchemes: { k: { type: 'http', scheme: 'basic', in: 'header' } },
      },
    }),
    'warning security-flow',
  ],
  ['a path with a fragment', api('3.0', { paths: { '/a#b': get() } }), 'warning path-fragment'],
  [
    'a path with one variable twice (3.2)',
    api('3.2', { paths: { '/{id}/{id}': get({ parameters: [id] }) } }),
    'warning path-variable-once',
  ],
  [
    'a path with a variable without a name',
    api('3.0', { paths: { '/a/{}': get() } }),
    'error path-declaration-must-exist',
  ],
  [
    'no responses',
    api('3.0', { paths: { '/a': { get: { responses: {} } } } }),
    'warning responses-empty',
  ],
  [
    'a media type that is none',
    api('3.0', {
      paths: { '/a': { get: { responses: { 200: { description: 'a', content: { json: {} } } } } } },
    }),
    'warning media-type-form',
  ],
  [
    'an example with two values',
    api('3.0', {
      components: { examples: { E: { value: 1, externalValue: 'https://x.example' } } },
    }),
    'warning no-example-value-and-externalValue',
  ],
  [
    'a property that is read-only and write-only',
    schemas('3.0', { A: { properties: { b: { readOnly: true, writeOnly: true } } } }),
    'warning read-and-write-only',
  ],
  [
    'nullable without a type',
    schemas('3.0', { A: { nullable: true } }),
    'warning nullable-type-sibling',
  ],
  [
    'body without schema (2.0)',
    api2({ paths: { '/a': { post: { parameters: [{ name: 'b', in: 'body' }], responses: ok } } } }),
    'error struct',
  ],
  [
    'an object in the query (2.0)',
    api2({ paths: { '/a': get({ parameters: [{ name: 'q', in: 'query', type: 'object' }] }) } }),
    'error struct',
  ],
  [
    'multi in a path (2.0)',
    api2({
      paths: {
        '/a/{p}': get({
          parameters: [
            {
              name: 'p',
              in: 'path',
              required: true,
              type: 'array',
              items: { type: 'string' },
              collectionFormat: 'multi',
            },
          ],
        }),
      },
    }),
    'warning collection-format',
  ],
  [
    'a file in the query (2.0)',
    api2({
      paths: {
        '/a': get({
          consumes: ['multipart/form-data'],
          parameters: [{ name: 'q', in: 'query', type: 'file' }],
        }),
      },
    }),
    'error form-consumes',
  ],
  [
    'accessCode without token address (2.0)',
    api2({
      securityDefinitions: {
        o: {
          type: 'oauth2',
          flow: 'accessCode',
          authorizationUrl: 'https://x.example',
          scopes: {},
        },
      },
    }),
    'error struct',
  ],
  ['base path without slash (2.0)', api2({ host: 'x.example', basePath: 'v1' }), 'error host-form'],
  [
    'a scheme of 3.0 (2.0)',
    api2({ securityDefinitions: { o: { type: 'http', scheme: 'basic' } } }),
    'error struct',
    'warning unknown-field',
  ],
  ['scheme ftp (2.0)', api2({ schemes: ['ftp'] }), 'error struct'],
  [
    'response without description (2.0)',
    api2({ paths: { '/a': { get: { responses: { 200: {} } } } } }),
    'error struct',
  ],
  [
    'a parameter with a schema outside the body (2.0)',
    api2({
      paths: {
        '/a': get({ parameters: [{ name: 'q', in: 'query', schema: { type: 'string' } }] }),
      },
    }),
    'error struct',
    'warning unknown-field',
  ],
  [
    'requestBody without content (3.0)',
    api('3.0', { paths: { '/a': { post: { requestBody: {}, responses: ok } } } }),
    'error struct',
  ],
  [
    'example and examples (3.0)',
    api('3.0', {
      paths: {
        '/a': get({
          parameters: [
            { name: 'q', in: 'query', schema: {}, example: 1, examples: { a: { value: 1 } } },
          ],
        }),
      },
    }),
    'warning example-and-examples',
  ],
  [
    'a response that is a request body (3.0)',
    api('3.0', {
      paths: { '/a': { get: { responses: { 200: { $ref: '#/components/requestBodies/B' } } } } },
      components: { requestBodies: { B: { content: {} } } },
    }),
    'error reference-kind',
  ],
  [
    'a server variable without default (3.0)',
    api('3.0', { servers: [{ url: 'https://{a}.x.example', variables: { a: { enum: ['b'] } } }] }),
    'error struct',
  ],
  [
    'a server variable with an empty list (3.0)',
    api('3.0', {
      servers: [{ url: 'https://{a}.x.example', variables: { a: { enum: [], default: 'b' } } }],
    }),
    'warning server-variable-values',
  ],
  [
    'http without scheme (3.0)',
    api('3.0', { components: { securitySchemes: { h: { type: 'http' } } } }),
    'error struct',
  ],
  [
    'openIdConnect without address (3.0)',
    api('3.0', { components: { securitySchemes: { h: { type: 'openIdConnect' } } } }),
    'error struct',
  ],
  [
    'a header with name and place (3.0)',
    api('3.0', { components: { headers: { H: { name: 'H', in: 'header', schema: {} } } } }),
    'warning unknown-field',
    'warning unknown-field',
  ],
  [
    'the same parameter by reference and inline (3.0)',
    api('3.0', {
      paths: {
        '/a': get({
          parameters: [
            { $ref: '#/components/parameters/Q' },
            { name: 'q', in: 'query', schema: {} },
          ],
        }),
      },
      components: { parameters: { Q: { name: 'q', in: 'query', schema: {} } } },
    }),
    'error operation-parameters-unique',
  ],
  [
    'a discriminator without a property (3.0)',
    schemas('3.0', {
      S: { oneOf: [{ $ref: P + 'T' }], discriminator: { mapping: {} } },
      T: { type: 'object' },
    }),
    'error struct',
  ],
  [
    'an id twice, once in a callback (3.0)',
    api('3.0', {
      paths: {
        '/a': {
          post: {
            operationId: 'x',
            callbacks: { c: { '{$url}': { post: { operationId: 'x', responses: ok } } } },
            responses: ok,
          },
        },
      },
    }),
    'error operation-operationId-unique',
  ],
  [
    'a link by both id and reference (3.0)',
    api('3.0', {
      paths: {
        '/a': {
          get: {
            operationId: 'g',
            responses: {
              200: {
                description: 'ok',
                links: { l: { operationId: 'g', operationRef: '#/paths/~1a/get' } },
              },
            },
          },
        },
      },
    }),
    'warning link-operation-id',
  ],
  [
    'required as in draft 3 (3.0)',
    schemas('3.0', {
      S: { type: 'object', properties: { a: { type: 'string', required: true } } },
    }),
    'error struct',
  ],
  ['required of nothing (3.0)', schemas('3.0', { S: { required: [] } }), 'warning empty-list'],
  [
    'a length as text (3.0)',
    schemas('3.0', { S: { type: 'string', minLength: '3' } }),
    'error struct',
  ],
  [
    'a negative length (3.0)',
    schemas('3.0', { S: { type: 'string', minLength: -1 } }),
    'error struct',
  ],
  [
    'a list of items (3.0)',
    schemas('3.0', { S: { type: 'array', items: [{ type: 'string' }] } }),
    'error struct',
  ],
  ['tags as texts (3.0)', api('3.0', { tags: ['a'] }), 'error struct'],
  [
    'external docs without an address (3.0)',
    api('3.0', { externalDocs: { description: 'd' } }),
    'error struct',
  ],
  [
    'a license without a name (3.0)',
    api('3.0', { info: { ...info, license: { url: 'https://x.example' } } }),
    'error struct',
  ],
  [
    'scopes of a key (3.0)',
    api('3.0', {
      components: { securitySchemes: { k: { type: 'apiKey', in: 'header', name: 'k' } } },
      security: [{ k: ['a'] }],
    }),
    'warning security-scopes',
  ],
  [
    'content of a parameter that is empty (3.0)',
    api('3.0', { paths: { '/a': get({ parameters: [{ name: 'q', in: 'query', content: {} }] }) } }),
    'error parameter-value',
  ],
  ['paths missing (3.0)', { openapi: '3.0.3', info }, 'error struct'],
  [
    'a type twice (3.1)',
    schemas('3.1', { S: { type: ['string', 'string'] } }),
    'warning repeated-entry',
  ],
  [
    'a reference to nothing in dependentSchemas (3.1)',
    schemas('3.1', { S: { dependentSchemas: { a: { $ref: P + 'Nope' } } } }),
    'error no-unresolved-refs',
  ],
  [
    'a path item component of a bad name (3.1)',
    api('3.1', { components: { pathItems: { 'a b': {} } } }),
    'error spec-components-invalid-map-name',
  ],
  ['prefixItems that is no list (3.1)', schemas('3.1', { S: { prefixItems: {} } }), 'error struct'],
  [
    'a bad pattern of properties (3.1)',
    schemas('3.1', { S: { patternProperties: { '[': {} } } }),
    'warning schema-pattern',
  ],
  ['multipleOf zero (3.1)', schemas('3.1', { S: { multipleOf: 0 } }), 'error struct'],
  ['$defs as a list (3.1)', schemas('3.1', { S: { $defs: [] } }), 'error struct'],
  [
    'a dialect that is no address (3.1)',
    api('3.1', { jsonSchemaDialect: 'not a uri' }),
    'warning url-form',
  ],
  [
    'definitions by the old spelling of items (3.1)',
    schemas('3.1', { S: { type: 'array', items: [{}] } }),
    'error struct',
  ],
  [
    'a parent that is its own child (3.2)',
    api('3.2', {
      tags: [
        { name: 'a', parent: 'b' },
        { name: 'b', parent: 'a' },
      ],
    }),
    'warning spec-no-invalid-tag-parents',
    'warning spec-no-invalid-tag-parents',
  ],
  [
    'a query string with a schema (3.2)',
    api('3.2', {
      paths: { '/a': get({ parameters: [{ name: 'f', in: 'querystring', schema: {} }] }) },
    }),
    'error spec-querystring-parameters',
  ],
  [
    'two whole query strings (3.2)',
    api('3.2', {
      paths: {
        '/a': get({
          parameters: ['f', 'g'].map((name) => ({
            name,
            in: 'querystring',
            content: { 'a/b': {} },
          })),
        }),
      },
    }),
    'error spec-querystring-parameters',
  ],
  [
    'a default mapping to nothing (3.2)',
    schemas('3.2', {
      A: { type: 'object' },
      S: {
        oneOf: [{ $ref: P + 'A' }],
        discriminator: { propertyName: 'k', defaultMapping: 'Nope' },
      },
    }),
    'error spec-discriminator-defaultMapping',
  ],
  [
    'an optional property tells alternatives apart (3.2)',
    schemas('3.2', {
      A: { type: 'object', properties: { k: { type: 'string' } } },
      S: { oneOf: [{ $ref: P + 'A' }], discriminator: { propertyName: 'k' } },
    }),
    'warning discriminator-optional',
  ],
  [
    'GET as an additional operation (3.2)',
    api('3.2', { paths: { '/a': { additionalOperations: { GET: { responses: ok } } } } }),
    'warning additional-operations',
  ],
  [
    'a value and a data value (3.2)',
    api('3.2', { components: { examples: { E: { value: 1, dataValue: 1 } } } }),
    'warning spec-example-values',
  ],
  [
    'a device flow without its address (3.2)',
    api('3.2', {
      components: {
        securitySchemes: {
          o: {
            type: 'oauth2',
            flows: { deviceAuthorization: { tokenUrl: 'https://x.example', scopes: {} } },
          },
        },
      },
    }),
    'error struct',
  ],
  [
    'an id twice, once in an additional operation (3.2)',
    api('3.2', {
      paths: {
        '/a': {
          get: { operationId: 'x', responses: ok },
          additionalOperations: { COPY: { operationId: 'x', responses: ok } },
        },
      },
    }),
    'error operation-operationId-unique',
  ],
  [
    'style cookie in a query (3.2)',
    api('3.2', {
      paths: {
        '/a': get({ parameters: [{ name: 'q', in: 'query', style: 'cookie', schema: {} }] }),
      },
    }),
    'error parameter-style',
  ],
];
