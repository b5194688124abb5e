// oxlint-disable unicorn/no-thenable -- a keyword of JSON Schema
/** If a schema that an operation reaches changed, the comparison says something; else nothing. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { diffDefinitions } from '../../../src/definitions/diff/diff.ts';
import type { Tree } from '../../../src/definitions/definition-tree.ts';
import { definition, ok } from './cases.ts';

type Schema = Record<string, unknown>;

const { schema } = fc.letrec<{ schema: Schema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    texts(),
    numbers(),
    fc.constantFrom<Schema>(
      { $ref: '#/components/schemas/A' },
      { $ref: '#/components/schemas/B' },
      { $ref: '#anchor' },
      { enum: ['a', 'b'] },
      { const: 1 },
    ),
    objects(tie('schema')),
    lists(tie('schema')),
    combinations(tie('schema')),
  ),
}));

function texts(): fc.Arbitrary<Schema> {
  return fc.record(
    {
      type: fc.constant('string'),
      maxLength: fc.integer({ min: 1, max: 9 }),
      pattern: fc.constantFrom('^a', 'b$'),
      format: fc.constantFrom('date', 'uuid'),
      contentEncoding: fc.constantFrom('base64', 'base32'),
      contentMediaType: fc.constantFrom('image/png', 'image/gif'),
      default: fc.constantFrom('a', 'b'),
      description: fc.constantFrom('One', 'Two'),
      unknownKeyword: fc.constantFrom('one', 'two'),
    },
    { requiredKeys: ['type'] },
  );
}

function numbers(): fc.Arbitrary<Schema> {
  return fc.record(
    {
      type: fc.constantFrom('integer', 'number'),
      minimum: fc.integer({ min: 1, max: 9 }),
      multipleOf: fc.integer({ min: 2, max: 9 }),
      deprecated: fc.constant(true),
    },
    { requiredKeys: ['type'] },
  );
}

function objects(schema: fc.Arbitrary<Schema>): fc.Arbitrary<Schema> {
  const names = fc.constantFrom('a', 'b', 'c');
  return fc.record(
    {
      type: fc.constant('object'),
      properties: fc.dictionary(names, schema, { minKeys: 1, maxKeys: 3 }),
      required: fc.uniqueArray(names, { minLength: 1, maxLength: 2 }),
      additionalProperties: fc.oneof(fc.constant(false), schema),
      patternProperties: fc.dictionary(fc.constantFrom('^x', '^y'), schema, { minKeys: 1 }),
      propertyNames: texts(),
      dependentRequired: fc.constantFrom({ a: ['b'] }, { b: ['c'] }),
      dependentSchemas: fc.dictionary(names, schema, { minKeys: 1 }),
      minProperties: fc.integer({ min: 1, max: 9 }),
    },
    { requiredKeys: ['type', 'properties'] },
  );
}

function lists(schema: fc.Arbitrary<Schema>): fc.Arbitrary<Schema> {
  return fc.record(
    {
      type: fc.constant('array'),
      items: schema,
      prefixItems: fc.array(schema, { minLength: 1, maxLength: 2 }),
      contains: schema,
      minContains: fc.integer({ min: 2, max: 5 }),
      maxContains: fc.integer({ min: 6, max: 9 }),
      maxItems: fc.integer({ min: 1, max: 9 }),
    },
    { requiredKeys: ['type', 'contains'] },
  );
}

function combinations(schema: fc.Arbitrary<Schema>): fc.Arbitrary<Schema> {
  const some = fc.array(schema, { minLength: 2, maxLength: 3 });
  return fc.oneof(
    fc.record({ oneOf: some }),
    fc.record({ anyOf: some }),
    // Of two members that demand the same, one may demand less without any effect.
    fc.record({ allOf: fc.tuple(schema, fc.constant({ title: 'More' })) }),
    fc.record({ not: schema }),
    fc.record({ if: schema, then: schema, else: schema }),
  );
}

const documents = fc.record({ a: schema, b: texts(), c: schema, request: fc.boolean() });

/** A definition with one schema in its operation, and others that the first may refer to. */
function documentOf({
  a,
  b,
  c,
  request,
}: {
  a: Schema;
  b: Schema;
  c: Schema;
  request: boolean;
}): Tree {
  const content = { 'application/json': { schema: c } };
  const operation = request
    ? { requestBody: { content }, responses: { 200: ok } }
    : { responses: { 200: { ...ok, content } } };
  return definition(
    { '/a': { post: operation } },
    {
      components: {
        // A reference to itself, however far, demands nothing: A only refers to B.
        schemas: { A: { title: 'A', ...flat(a) }, B: b, C: { $anchor: 'anchor', type: 'boolean' } },
      },
    },
  );
}

/** Without references back to A, which never end. */
const flat = (value: Schema): Schema =>
  JSON.parse(
    JSON.stringify(value).replaceAll('#/components/schemas/A', '#/components/schemas/B'),
  ) as Schema;

const changesOf = (before: Tree, after: Tree): readonly unknown[] =>
  diffDefinitions(before, after).changes;

describe('a definition against itself', () => {
  test('says nothing', () => {
    fc.assert(
      fc.property(documents, (parts) => {
        const document = documentOf(parts);
        expect(changesOf(document, structuredClone(document))).toEqual([]);
      }),
    );
  });

  test('says nothing with its keys in another order', () => {
    fc.assert(
      fc.property(documents, (parts) => {
        const document = documentOf(parts);
        expect(changesOf(document, turned(document) as Tree)).toEqual([]);
      }),
    );
  });

  test('says nothing with another name for a schema', () => {
    fc.assert(
      fc.property(documents, (parts) => {
        const document = documentOf(parts);
        const renamed = JSON.stringify(document)
          .replaceAll('schemas/B', 'schemas/Other')
          .replace('"B":', '"Other":');
        expect(changesOf(document, JSON.parse(renamed) as Tree)).toEqual([]);
      }),
    );
  });
});

function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, each]) => [key, turned(each)]),
  );
}

test('another value of any keyword that an operation reaches is told', () => {
  fc.assert(
    fc.property(documents, fc.nat(), (parts, at) => {
      const document = documentOf(parts);
      const places = leavesOf(document);
      const place = places[at % places.length];
      if (place === undefined) return;
      const after = structuredClone(document);
      change(after, place);
      expect({ place, changes: changesOf(document, after) }).not.toEqual({ place, changes: [] });
    }),
    { numRuns: 300 },
  );
});

type Keys = readonly (string | number)[];

/** All values in the schema of the operation, through its references. */
function leavesOf(document: Tree): Keys[] {
  const body = ['paths', '/a', 'post'];
  const starts = [
    [...body, 'requestBody', 'content', 'application/json', 'schema'],
    [...body, 'responses', '200', 'content', 'application/json', 'schema'],
  ];
  const leaves: Keys[] = [];
  const seen = new Set<string>();
  const walk = (keys: Keys): void => {
    const value = valueAt(document, keys);
    if (typeof value !== 'object' || value === null) {
      if (value === undefined || seen.has(keys.join('/'))) return;
      seen.add(keys.join('/'));
      const target =
        keys.at(-1) === '$ref' && typeof value === 'string' ? targetOf(value) : undefined;
      if (target === undefined) leaves.push(keys);
      else if (!seen.has(target.join('/'))) {
        seen.add(target.join('/'));
        walk(target);
      }
      return;
    }
    for (const key of Object.keys(value)) walk([...keys, Array.isArray(value) ? Number(key) : key]);
  };
  for (const start of starts) walk(start);
  return leaves.filter((keys) => !['title', '$anchor'].includes(String(keys.at(-1))));
}

const targetOf = (ref: string): Keys =>
  ref === '#anchor' ? ['components', 'schemas', 'C'] : ref.slice(2).split('/');

const valueAt = (document: unknown, keys: Keys): unknown =>
  keys.reduce<unknown>(
    (value, key) => (value as Record<string, unknown> | undefined)?.[key],
    document,
  );

function change(document: Tree, keys: Keys): void {
  const holder = valueAt(document, keys.slice(0, -1)) as Record<string, unknown>;
  const key = String(keys.at(-1));
  const value = holder[key];
  if (typeof value === 'number') holder[key] = value + 10;
  else if (typeof value === 'boolean') delete holder[key];
  else holder[key] = key === 'type' ? 'null' : `${String(value)}z`;
}
