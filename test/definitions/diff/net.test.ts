/** Whatever differs where a client can reach it is told: random definitions of all versions, and one random value of them changed. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffDefinitions } from '../../../src/definitions/diff/diff.ts';
import type { Tree } from '../../../src/definitions/definition-tree.ts';

type Node = Record<string, unknown>;
type Keys = readonly (string | number)[];
type Version = '2.0' | '3.0.3' | '3.1.0';

/** A place for everything that a definition of one version has. */
interface Shape {
  readonly version: Version;
  readonly prefix: string;
}

const ok = { description: 'ok' };
const refTo = ({ prefix }: Shape, name: string): Node => ({ $ref: `${prefix}${name}` });

const texts = fc.record(
  {
    type: fc.constant('string'),
    maxLength: fc.integer({ min: 1, max: 9 }),
    pattern: fc.constantFrom('^a', 'b$'),
    format: fc.constantFrom('date', 'uuid', 'custom'),
    default: fc.constantFrom('a', 'b'),
    xml: fc.constant({ name: 'x' }),
  },
  { requiredKeys: ['type'] },
);
const numbers = fc.record(
  {
    type: fc.constantFrom('integer', 'number'),
    minimum: fc.integer({ min: 1, max: 9 }),
    multipleOf: fc.integer({ min: 2, max: 9 }),
    enum: fc.constant([12, 24]),
  },
  { requiredKeys: ['type'] },
);

/** A schema without alternatives that one of its members may make meaningless. */
const schemaOf = (shape: Shape, names: readonly string[]): fc.Arbitrary<Node> =>
  fc.letrec<{ schema: Node }>((tie) => {
    const object = fc.record(
      {
        type: fc.constant('object'),
        properties: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('schema'), { minKeys: 1 }),
        required: fc.constantFrom(['a'], ['b', 'c']),
        additionalProperties: fc.oneof(fc.constant(false), tie('schema')),
      },
      { requiredKeys: ['type', 'properties'] },
    );
    const list = fc.record({ type: fc.constant('array'), items: tie('schema') });
    const reference = fc.constantFrom(...names).map((name) => refTo(shape, name));
    // Of two members that demand the same, one may demand less without any effect.
    const both = fc.record({ allOf: fc.tuple(tie('schema'), fc.constant({ title: 'More' })) });
    const either = fc
      .tuple(
        fc.constantFrom('oneOf', 'anyOf'),
        fc.array(tie('schema'), { minLength: 2, maxLength: 3 }),
      )
      .map(([kind, some]) => ({ [kind]: some }));
    const own = shape.version === '3.1.0' ? [fc.record({ const: fc.constantFrom('a', 'b') })] : [];
    const plain = [texts, numbers, reference, object, list, both, ...own];
    return {
      schema: fc.oneof(
        { depthSize: 'small' },
        ...plain,
        ...(shape.version === '2.0' ? [] : [either]),
      ),
    };
  }).schema;

/** A base whose kinds are only told by its discriminator, in several ways. */
const families = (shape: Shape): fc.Arbitrary<Node> =>
  fc
    .record({
      mapped: shape.version === '2.0' ? fc.constant(false) : fc.boolean(),
      listed: shape.version === '2.0' ? fc.constant(false) : fc.boolean(),
      cat: schemaOf(shape, ['Text']),
      dog: schemaOf(shape, ['Text']),
      kitten: schemaOf(shape, ['Text']),
    })
    .map(({ mapped, listed, cat, dog, kitten }) => {
      const base = (name: string, property: string, schema: Node): Node => ({
        allOf: [refTo(shape, name), { type: 'object', properties: { [property]: schema } }],
      });
      const refs = ['Cat', 'Dog', 'Kitten'].map((name) => refTo(shape, name));
      const mapping = { cat: `${shape.prefix}Cat`, dog: 'Dog', kitten: `${shape.prefix}Kitten` };
      const discriminator =
        shape.version === '2.0' ? 'kind' : { propertyName: 'kind', ...(mapped && { mapping }) };
      const pet = { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } };
      return {
        Pet: { ...pet, discriminator, ...(listed && { oneOf: refs }) },
        Cat: listed ? { type: 'object', properties: { cat } } : base('Pet', 'cat', cat),
        Dog: listed ? { type: 'object', properties: { dog } } : base('Pet', 'dog', dog),
        Kitten: listed ? { type: 'object', properties: { kitten } } : base('Cat', 'kitten', kitten),
      };
    });

interface Parts {
  readonly schemas: Node;
  readonly sent: Node;
  readonly read: Node;
  readonly failed: Node;
  readonly query: Node;
  readonly header: Node;
  readonly list: boolean;
  readonly shared: boolean;
  readonly status: string;
  readonly media: string;
}

const partsOf = (shape: Shape): fc.Arbitrary<Parts> => {
  const schema = schemaOf(shape, ['Pet', 'Text', 'Thing']);
  return fc.record({
    schemas: fc
      .tuple(families(shape), texts, schemaOf(shape, ['Pet', 'Text']))
      .map(([family, Text, Thing]) => Object.assign(family, { Text, Thing })),
    sent: schema,
    read: schema,
    failed: schema,
    query: fc.oneof(texts, numbers),
    header: texts,
    list: fc.boolean(),
    shared: fc.boolean(),
    status: fc.constantFrom('200', shape.version === '2.0' ? '201' : '2XX', 'default'),
    media: fc.constantFrom('application/json', 'application/*', '*/*', 'text/xml'),
  });
};

const SECURITY = [{ key: [] }, { login: ['read'] }];
const info = { title: 'Pets', version: '1' };

function two({
  schemas,
  sent,
  read,
  failed,
  query,
  header,
  list,
  status,
  shared,
  media,
}: Parts): Tree {
  const q = list
    ? { name: 'q', in: 'query', type: 'array', items: query, collectionFormat: 'pipes' }
    : { ...query, name: 'q', in: 'query', required: true };
  const failure = { ...ok, schema: failed };
  return {
    swagger: '2.0',
    info,
    host: 'pets.example',
    basePath: '/v1',
    schemes: ['https'],
    consumes: [media],
    produces: [media],
    security: SECURITY,
    securityDefinitions: {
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      login: {
        type: 'oauth2',
        flow: 'accessCode',
        authorizationUrl: 'https://pets.example/a',
        tokenUrl: 'https://pets.example/t',
        scopes: { read: 'Read' },
      },
    },
    paths: {
      '/pets/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, type: 'string' }],
        post: {
          operationId: 'post',
          parameters: [q, { name: 'body', in: 'body', schema: sent }],
          responses: {
            [status]: { ...ok, schema: read, headers: { 'X-A': header } },
            404: shared ? { $ref: '#/responses/Failed' } : failure,
          },
        },
      },
    },
    responses: { Failed: failure },
    definitions: schemas,
  };
}

function three(version: Version, parts: Parts): Tree {
  const { schemas, sent, read, failed, query, header, list, status, shared, media } = parts;
  const q = list
    ? { name: 'q', in: 'query', explode: false, schema: { type: 'array', items: query } }
    : { name: 'q', in: 'query', required: true, deprecated: true, schema: query };
  const failure = { ...ok, content: { [media]: { schema: failed } } };
  const called = {
    post: { requestBody: { content: { [media]: { schema: read } } }, responses: { 200: ok } },
  };
  const form = {
    type: 'object',
    properties: { a: query, b: { type: 'object', properties: { c: header } } },
  };
  return {
    openapi: version,
    info,
    servers: [
      { url: 'https://{place}.example', variables: { place: { default: 'a', enum: ['a', 'b'] } } },
    ],
    security: SECURITY,
    paths: {
      '/pets/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        post: {
          operationId: 'post',
          parameters: [
            q,
            { name: 'filter', in: 'query', content: { 'application/json': { schema: sent } } },
            { name: 'X-B', in: 'header', schema: header },
          ],
          requestBody: shared
            ? { $ref: '#/components/requestBodies/Sent' }
            : {
                required: true,
                content: {
                  [media]: { schema: sent },
                  'multipart/form-data': {
                    schema: form,
                    encoding: {
                      a: { contentType: 'text/a', headers: { 'X-C': { schema: header } } },
                    },
                  },
                },
              },
          responses: {
            [status]: {
              ...ok,
              content: { [media]: { schema: read } },
              headers: { 'X-A': { schema: header } },
              links: { next: { operationId: 'post', parameters: { id: '$response.body#/id' } } },
            },
            404: shared ? { $ref: '#/components/responses/Failed' } : failure,
          },
          callbacks: {
            done: {
              '{$request.body#/url}': {
                post: { ...called.post, callbacks: { again: { '{$request.body#/url}': called } } },
              },
            },
          },
        },
      },
    },
    ...(version === '3.1.0' && { webhooks: { born: called } }),
    components: {
      schemas,
      requestBodies: { Sent: { content: { [media]: { schema: sent } } } },
      responses: { Failed: failure },
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-Key' },
        other: { $ref: '#/components/securitySchemes/login' },
        login: {
          type: 'oauth2',
          flows: {
            authorizationCode: {
              authorizationUrl: 'https://pets.example/a',
              tokenUrl: 'https://pets.example/t',
              refreshUrl: 'https://pets.example/r',
              scopes: { read: 'Read' },
            },
          },
        },
      },
    },
  };
}

/** Without values that two places share. */
const alone = (document: Tree): Tree => JSON.parse(JSON.stringify(document)) as Tree;

const two0: Shape = { version: '2.0', prefix: '#/definitions/' };
const documents: fc.Arbitrary<Tree> = fc.oneof(
  partsOf(two0).map((parts) => alone(two(parts))),
  ...(['3.0.3', '3.1.0'] as const).map((version) =>
    partsOf({ version, prefix: '#/components/schemas/' }).map((parts) =>
      alone(three(version, parts)),
    ),
  ),
);

test('a definition against itself is not changed', () => {
  fc.assert(
    fc.property(documents, (document) => {
      expect(diffDefinitions(document, structuredClone(document)).changes).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

test('any other value that a client can reach is told', () => {
  fc.assert(
    fc.property(documents, fc.nat(), (document, at) => {
      const places = leavesOf(document);
      const place = places[at % places.length];
      if (place === undefined) return;
      const after = structuredClone(document);
      change(after, place);
      const { changes } = diffDefinitions(document, after);
      expect({ place, changes }).not.toEqual({ place, changes: [] });
    }),
    { numRuns: 300 },
  );
});

/** Keys whose values only people read. */
const NOTES = new Set(['description', 'title', 'summary', 'example', 'examples', 'tags']);

/** The places of all values that a client can reach: those of operations, through references, and what a discriminator stands for. */
function leavesOf(document: Tree): Keys[] {
  const leaves: Keys[] = [];
  const seen = new Set<string>();
  const follow = (ref: string): void =>
    walk(
      ref
        .slice(2)
        .split('/')
        .map((key) => key.replaceAll('~1', '/')),
    );
  const walk = (keys: Keys): void => {
    if (seen.has(keys.join(' '))) return;
    seen.add(keys.join(' '));
    const value = valueAt(document, keys);
    if (typeof value !== 'object' || value === null) {
      leaves.push(keys);
      return;
    }
    if (Array.isArray(value)) {
      for (const at of value.keys()) walk([...keys, at]);
      return;
    }
    const node = value as Node;
    const { $ref } = node;
    if (typeof $ref === 'string') follow($ref);
    for (const key of Object.keys(node)) {
      // A path parameter is always required, and the name of a body is never sent.
      if (
        NOTES.has(key) ||
        key === '$ref' ||
        (key === 'required' && node['in'] === 'path') ||
        (key === 'name' && node['in'] === 'body')
      )
        continue;
      walk([...keys, key]);
    }
    if (node['discriminator'] !== undefined && node['oneOf'] === undefined)
      for (const name of kindsOf(document, keys)) walk(name);
  };
  for (const key of [
    'paths',
    'webhooks',
    'servers',
    'security',
    'host',
    'basePath',
    'schemes',
    'consumes',
    'produces',
    'securityDefinitions',
  ])
    if (document[key] !== undefined) walk([key]);
  if (document['openapi'] !== undefined) walk(['components', 'securitySchemes']);
  return leaves.filter((keys) => !keys.includes('scopes'));
}

/** The schemas that include the one at `keys`, and those that include them. */
function kindsOf(document: Tree, keys: Keys): Keys[] {
  const prefix = keys.slice(0, -1);
  const name = String(keys.at(-1));
  const schemas = valueAt(document, prefix);
  if (!['schemas', 'definitions'].includes(String(prefix.at(-1)))) return [];
  return Object.entries(schemas as Node).flatMap(([other, schema]) => {
    const members = (schema as { allOf?: readonly Node[] }).allOf ?? [];
    const includes = members.some(({ $ref }) => $ref === `#/${[...prefix, name].join('/')}`);
    const at = [...prefix, other];
    return includes ? [at].concat(kindsOf(document, at) as (string | number)[][]) : [];
  });
}

const valueAt = (document: unknown, keys: Keys): unknown =>
  keys.reduce<unknown>((value, key) => (value as Node | undefined)?.[key], document);

function change(document: Tree, keys: Keys): void {
  const holder = valueAt(document, keys.slice(0, -1)) as Node;
  const key = String(keys.at(-1));
  const value = holder[key];
  if (typeof value === 'number') holder[key] = value + 10;
  else if (typeof value === 'boolean') delete holder[key];
  else if (key === 'type' && !['apiKey', 'oauth2'].includes(String(value))) holder[key] = 'boolean';
  else holder[key] = `${String(value)}z`;
}
