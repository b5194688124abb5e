import { readFile } from 'node:fs/promises';
/** What says the same on both sides is not read, but what it refers to is still compared. */
import { expect, test } from 'vitest';
import { diffDefinitions } from '../../../src/definitions/diff/diff.ts';
import { readAndBundle } from '../../../src/definitions/comparable.ts';
import type { Tree } from '../../../src/definitions/definition-tree.ts';
import { openWorld } from '../../support/world.ts';
import { definition, json, ok } from './cases.ts';

const toB = { $ref: '#/components/schemas/B' };

/** An operation whose body is a schema that refers to B, and B itself. */
const sending = (schema: object, b: object, more: object = {}): Tree =>
  definition(
    { '/a': { post: { requestBody: { content: json(schema) }, responses: { 200: ok }, ...more } } },
    { components: { schemas: { B: b } } },
  );

const rules = (before: Tree, after: Tree): readonly string[] =>
  diffDefinitions(before, after).changes.map(({ rule }) => rule);

test.each([
  ['a property', { type: 'object', properties: { b: toB } }],
  ['an item', { type: 'array', items: toB }],
  ['an item of a list of items', { type: 'array', items: [toB] }],
  ['any other property', { type: 'object', additionalProperties: toB }],
  ['a property of a property', { properties: { a: { properties: { b: toB } } } }],
  ['a member of an allOf', { properties: { a: { allOf: [toB, { title: 'B' }] } } }],
  ['an alternative', { oneOf: [toB, { type: 'boolean' }] }],
])('%s that refers to what changed', (_, schema) => {
  const found = rules(sending(schema, { type: 'string' }), sending(schema, { type: 'object' }));
  expect(found).toEqual(['type-changed']);
});

test('a property whose schema elsewhere became read-only is gone from the request', () => {
  const schema = { type: 'object', properties: { b: toB } };
  const text = { type: 'string' };
  const found = rules(sending(schema, text), sending(schema, { ...text, readOnly: true }));
  expect(found).toEqual(['optional-property-removed']);
});

test('a property whose schema elsewhere is no longer read-only is new in the request', () => {
  const schema = { type: 'object', properties: { b: toB } };
  const text = { type: 'string' };
  const found = rules(sending(schema, { ...text, readOnly: true }), sending(schema, text));
  expect(found).toEqual(['optional-property-added']);
});

test('a parameter whose schema elsewhere became a list is written in another way', () => {
  const parameters = [{ name: 'b', in: 'query', explode: false, schema: toB }];
  const list = { type: 'array', items: { type: 'string' } };
  const found = rules(
    sending({}, { type: 'string' }, { parameters }),
    sending({}, list, { parameters }),
  );
  expect(found).toContain('parameter-serialization-changed');
});

test.each(['$ref', String.raw`\u0024ref`, String.raw`$\u0072\u0065\u0066`])(
  'another file that JSON refers to as %s is read',
  async (key) => {
    const head = '{"openapi":"3.1.0","info":{"title":"A","version":"1"},"paths":{},';
    const world = await openWorld({
      'api.json': `${head}"components":{"schemas":{"B":{"${key}" : "b.json"}}}}`,
      'b.json': '{"type":"string"}',
    });
    const file = `${world.folder}/api.json`;
    const read = await readAndBundle(await readFile(file), file, {
      root: world.folder,
      outside: false,
      network: false,
      signal: new AbortController().signal,
    });
    expect(JSON.stringify(read.ok && read.definition.content)).toContain('"type":"string"');
  },
);
