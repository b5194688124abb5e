// oxlint-disable unicorn/no-thenable -- a keyword of JSON Schema
/** More of the catalogue: what JSON Schema 2020-12 and OpenAPI 3.2 add, and what is said beside schemas. */
import type { RuleName, Severity } from '../../../src/definitions/diff/rules.ts';
import type { Tree } from '../../../src/definitions/definition-tree.ts';
import {
  answers,
  bothWays,
  casesOf,
  definition,
  json,
  object,
  ok,
  operation,
  query,
  responds,
  sends,
  takes,
  text,
  type Row,
} from './cases.ts';

const number = { type: 'integer' };
const list = (more: object): object => ({ type: 'array', ...more });
const needsA = { required: ['a'] };

/** A constraint that is added, and one that is dropped, sent and received. */
const onAndOff = (name: string, without: unknown, with_: unknown): Row[] => [
  ...bothWays(`${name} is added`, without, with_, 'constraint-tightened', 'breaking', 'safe'),
  ...bothWays(`${name} is dropped`, with_, without, 'constraint-loosened', 'safe', 'breaking'),
];

/** The same change in two schemas: told on both sides, with the severity for each. */
const changes = (
  name: string,
  before: unknown,
  after: unknown,
  rule: RuleName,
  severity: Severity,
) => bothWays(name, before, after, rule, severity, severity);

const CONSTRAINTS: readonly Row[] = [
  ...onAndOff('`not`', text, { ...text, not: { const: 'a' } }),
  ...bothWays(
    'what must not match allows more: the whole allows less',
    { not: { type: 'number', maximum: 5 } },
    { not: { type: 'number', maximum: 9 } },
    'limit-loosened',
    'breaking',
    'safe',
  ),
  ...changes(
    'what must not match is another type',
    { not: text },
    { not: number },
    'type-changed',
    'breaking',
  ),
  ...bothWays(
    'a `not` inside a `not` counts as if there were none',
    { not: { not: { ...text, maxLength: 5 } } },
    { not: { not: { ...text, maxLength: 9 } } },
    'limit-loosened',
    'safe',
    'breaking',
  ),
  ...onAndOff(
    'a condition',
    object({ a: text }),
    object({ a: text }, { if: needsA, then: { required: ['b'] } }),
  ),
  ...bothWays(
    'what follows from a condition demands more',
    { if: needsA, then: { required: ['b'] } },
    { if: needsA, then: { required: ['b', 'c'] } },
    'property-became-required',
    'breaking',
    'safe',
  ),
  ...onAndOff(
    '`else`',
    { if: needsA, then: { required: ['b'] } },
    { if: needsA, then: { required: ['b'] }, else: { required: ['c'] } },
  ),
  ...changes(
    'the condition is different',
    { if: needsA, then: { required: ['c'] } },
    { if: { required: ['a', 'b'] }, then: { required: ['c'] } },
    'property-became-required',
    'breaking',
  ),
  ['a condition without consequence', sends(text), sends({ ...text, if: { maxLength: 1 } })],
  ...onAndOff(
    '`contains`',
    list({ items: number }),
    list({ items: number, contains: { const: 1 } }),
  ),
  ...bothWays(
    'more items must match',
    list({ contains: number }),
    list({ contains: number, minContains: 2 }),
    'limit-tightened',
    'breaking',
    'safe',
  ),
  ...bothWays(
    'more items may match',
    list({ contains: number, maxContains: 2 }),
    list({ contains: number, maxContains: 3 }),
    'limit-loosened',
    'safe',
    'breaking',
  ),
  ['`minContains` without `contains`', sends(list({})), sends(list({ minContains: 2 }))],
  ...onAndOff(
    '`dependentRequired`',
    object({ a: text, n: text }),
    object({ a: text, n: text }, { dependentRequired: { a: ['n'] } }),
  ),
  ...onAndOff(
    '`dependentSchemas`',
    object({ a: text }),
    object({ a: text }, { dependentSchemas: { a: { minProperties: 2 } } }),
  ),
  ...bothWays(
    'a schema of `dependentSchemas` changes',
    object({}, { dependentSchemas: { a: { minProperties: 2 } } }),
    object({}, { dependentSchemas: { a: { minProperties: 3 } } }),
    'limit-tightened',
    'breaking',
    'safe',
  ),
  ...onAndOff('`patternProperties`', object({}), object({}, { patternProperties: { '^x': text } })),
  ...changes(
    'a schema of `patternProperties` changes',
    object({}, { patternProperties: { '^x': text } }),
    object({}, { patternProperties: { '^x': number } }),
    'type-changed',
    'breaking',
  ),
  ...onAndOff('`propertyNames`', object({}), object({}, { propertyNames: { maxLength: 3 } })),
  ...bothWays(
    'names of properties may be longer',
    object({}, { propertyNames: { maxLength: 3 } }),
    object({}, { propertyNames: { maxLength: 5 } }),
    'limit-loosened',
    'safe',
    'breaking',
  ),
  ...bothWays(
    '`unevaluatedProperties` closes an object',
    object({}),
    object({}, { unevaluatedProperties: false }),
    'object-closed',
    'breaking',
    'safe',
  ),
  [
    '`unevaluatedProperties` instead of `additionalProperties`',
    sends(object({}, { additionalProperties: false })),
    sends(object({}, { unevaluatedProperties: false })),
  ],
  ...bothWays(
    '`unevaluatedItems` ends a list',
    list({ prefixItems: [text] }),
    list({ prefixItems: [text], unevaluatedItems: false }),
    'items-narrowed',
    'breaking',
    'safe',
  ),
  ...changes(
    'a text is base64 now',
    text,
    { ...text, contentEncoding: 'base64' },
    'content-encoding-changed',
    'breaking',
  ),
  ...changes(
    'a text is base32 now',
    { ...text, contentEncoding: 'base64' },
    { ...text, contentEncoding: 'base32' },
    'content-encoding-changed',
    'breaking',
  ),
  ...changes(
    'a text holds another type',
    { ...text, contentMediaType: 'image/png' },
    { ...text, contentMediaType: 'image/gif' },
    'format-changed',
    'breaking',
  ),
  ...bothWays(
    'the type of what a text holds is said',
    text,
    { ...text, contentMediaType: 'image/png' },
    'format-added',
    'risky',
    'safe',
  ),
  ...onAndOff('`contentSchema`', text, { ...text, contentSchema: object({}) }),
  ...changes(
    'another multiple',
    { ...number, multipleOf: 4 },
    { ...number, multipleOf: 6 },
    'constraint-replaced',
    'breaking',
  ),
];

const VALUES: readonly Row[] = [
  ...bothWays(
    'other properties lose their schema',
    object({}, { additionalProperties: text }),
    object({}),
    'additional-properties-widened',
    'safe',
    'risky',
  ),
  ...bothWays(
    'items lose their schema',
    list({ items: text }),
    list({}),
    'items-widened',
    'safe',
    'breaking',
  ),
  ...bothWays(
    'a discriminator knows a value more',
    { discriminator: { propertyName: 'a', mapping: { x: '#/a' } } },
    { discriminator: { propertyName: 'a', mapping: { x: '#/a', y: '#/b' } } },
    'discriminator-value-added',
    'safe',
    'risky',
  ),
  [
    'an operation is no longer deprecated',
    operation({ deprecated: true }),
    operation({}),
    ['operation-undeprecated', 'safe'],
  ],
  ...changes('a constant changes', { const: 'x' }, { const: 'y' }, 'enum-replaced', 'breaking'),
  ...changes(
    'no value is left',
    { enum: ['a', 'b'] },
    { enum: ['c'] },
    'enum-replaced',
    'breaking',
  ),
  ...bothWays(
    'null joins the values',
    { enum: ['a'] },
    { enum: ['a', null] },
    'null-allowed',
    'safe',
    'breaking',
  ),
  ...bothWays(
    'null is no longer an alternative',
    { oneOf: [text, number, { type: 'null' }] },
    { oneOf: [text, number] },
    'null-forbidden',
    'breaking',
    'safe',
  ),
  [
    'nothing but null',
    sends({ type: 'null' }),
    sends(text),
    ['type-widened', 'safe'],
    ['null-forbidden', 'breaking'],
  ],
  ...bothWays('a schema takes nothing', {}, false, 'type-narrowed', 'breaking', 'safe'),
  ...changes(
    'a schema is no longer deprecated',
    object({ a: { ...text, deprecated: true } }),
    object({ a: text }),
    'property-undeprecated',
    'safe',
  ),
  [
    'response: a property is read-only',
    answers(object({ a: text })),
    answers(object({ a: { ...text, readOnly: true } })),
    ['access-changed', 'safe'],
  ],
  [
    'request: a property is read-only',
    sends(object({ a: text })),
    sends(object({ a: { ...text, readOnly: true } })),
    ['optional-property-removed', 'risky'],
  ],
  [
    'response: a required property is write-only',
    answers(object({ a: text }, needsA)),
    answers(object({ a: { ...text, writeOnly: true } }, needsA)),
    ['required-property-removed', 'breaking'],
  ],
  [
    'the pattern allows anything',
    answers({ ...text, pattern: '^a' }),
    answers({ ...text, pattern: '.*' }),
    ['pattern-removed', 'risky'],
  ],
  [
    'a format of another member of an allOf',
    sends({ allOf: [{ ...text, format: 'a' }, { format: 'b' }] }),
    sends({ allOf: [{ ...text, format: 'a' }, { format: 'c' }] }),
    ['constraint-changed', 'risky'],
  ],
];

const requires = (...names: string[]): object =>
  object({ a: text, b: text }, names.length > 0 ? { required: names } : {});
const named = (tree: Tree, schemas: object): Tree => ({ ...tree, components: { schemas } });
const mapping = (target: string): object => ({
  oneOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }],
  discriminator: { propertyName: 'a', mapping: { a: target, b: 'B' } },
});
const AB = { A: requires('a'), B: requires('b') };

const UNIONS: readonly Row[] = [
  [
    'request: an inline copy and something else',
    named(sends({ $ref: '#/components/schemas/A' }), AB),
    sends({ oneOf: [requires('a'), text] }),
    ['alternative-added', 'safe'],
  ],
  [
    'response: an inline copy and something else',
    named(answers({ $ref: '#/components/schemas/A' }), AB),
    answers({ oneOf: [requires('a'), text] }),
    ['alternative-added', 'risky'],
  ],
  [
    'response: two alternatives that require one each',
    answers(requires('a', 'b')),
    answers({ oneOf: [requires('a'), requires('b')] }),
    ['property-became-optional', 'breaking'],
    ['property-became-optional', 'breaking'],
  ],
  [
    'request: two alternatives that require one each',
    sends(requires('a', 'b')),
    sends({ oneOf: [requires('a'), requires('b')] }),
    ['property-became-optional', 'safe'],
    ['alternative-added', 'safe'],
  ],
  [
    'response: what is required is required by an alternative',
    answers(requires('a', 'b')),
    answers({ ...requires(), oneOf: [needsA, { required: ['b'] }] }),
    ['property-became-optional', 'breaking'],
    ['property-became-optional', 'breaking'],
    ['constraint-tightened', 'safe'],
  ],
  [
    'response: an alternative that says more',
    answers(requires()),
    answers({ oneOf: [requires('a'), requires('b')] }),
    ['property-became-required', 'safe'],
    ['alternative-added', 'risky'],
  ],
  [
    'request: several become one that takes them all',
    sends({ oneOf: [requires('a'), requires('b')] }),
    sends(requires()),
    ['property-became-optional', 'safe'],
    ['alternative-removed', 'breaking'],
  ],
  [
    'response: other alternatives',
    answers({ oneOf: [text, number] }),
    answers({ oneOf: [{ type: 'boolean' }, list({})] }),
    ['alternatives-replaced', 'breaking'],
    ['alternative-removed', 'safe'],
    ['alternative-removed', 'safe'],
    ['alternative-added', 'risky'],
    ['alternative-added', 'risky'],
  ],
  [
    'each of two alternatives that have no names gets a property',
    answers({ oneOf: [object({ a: text, b: text }), object({ c: text, d: text })] }),
    answers({
      oneOf: [object({ c: text, d: text, e: text }), object({ a: text, b: text, e: text })],
    }),
    ['optional-property-added', 'safe'],
    ['optional-property-added', 'safe'],
  ],
  [
    'an alternative gets a name',
    sends({ oneOf: [requires('a'), text] }),
    named(sends({ oneOf: [{ $ref: '#/components/schemas/A' }, text] }), AB),
  ],
  [
    'a discriminator names schemas or refers to them',
    named(sends(mapping('A')), AB),
    named(sends(mapping('#/components/schemas/A')), AB),
  ],
  [
    'a discriminator refers to another schema',
    named(sends(mapping('A')), AB),
    named(sends(mapping('B')), AB),
    ['discriminator-target-changed', 'risky'],
  ],
];

const media = (more: object): Tree =>
  responds({ 200: { ...ok, content: { 'application/jsonl': more } } });
const form = (encoding: object): Tree =>
  operation({
    requestBody: { content: { 'multipart/form-data': { schema: object({ f: text }), encoding } } },
  });
const shared = (type: string): Tree => ({
  ...responds({
    200: { ...ok, content: { 'application/json': { $ref: '#/components/mediaTypes/M' } } },
  }),
  components: { mediaTypes: { M: { schema: { type } } } },
});

const BODIES: readonly Row[] = [
  [
    '3.2: the items of a sequence',
    media({ itemSchema: text }),
    media({ itemSchema: number }),
    ['type-changed', 'breaking'],
  ],
  [
    '3.2: the items of a sequence get a schema',
    media({}),
    media({ itemSchema: number }),
    ['type-narrowed', 'safe'],
  ],
  [
    '3.2: how the items are written',
    media({ itemEncoding: { contentType: 'text/plain' } }),
    media({ itemEncoding: { contentType: 'text/html' } }),
    ['part-encoding-changed', 'breaking'],
  ],
  [
    '3.2: how the first item is written',
    media({ prefixEncoding: [{ contentType: 'text/plain' }] }),
    media({ prefixEncoding: [{ contentType: 'text/html' }] }),
    ['part-encoding-changed', 'breaking'],
  ],
  [
    '3.2: a media type by reference',
    shared('string'),
    shared('integer'),
    ['type-changed', 'breaking'],
  ],
  [
    '3.2: a media type gets a name',
    responds({ 200: { ...ok, content: json({ type: 'string' }) } }),
    shared('string'),
  ],
  [
    'the content type of a part',
    form({ f: { contentType: 'image/png' } }),
    form({ f: { contentType: 'image/gif' } }),
    ['part-encoding-changed', 'breaking'],
  ],
  [
    'a content type of a part more',
    form({ f: { contentType: 'image/png' } }),
    form({ f: { contentType: 'image/png, image/gif' } }),
    ['part-type-added', 'safe'],
  ],
  [
    'a content type of a part less',
    form({ f: { contentType: 'image/png, image/gif' } }),
    form({ f: { contentType: 'image/png' } }),
    ['part-type-removed', 'breaking'],
  ],
  [
    'the style of a part',
    form({ f: { style: 'form' } }),
    form({ f: { style: 'spaceDelimited' } }),
    ['part-encoding-changed', 'breaking'],
  ],
  [
    'a part needs a header',
    form({ f: {} }),
    form({ f: { headers: { 'X-A': { required: true, schema: text } } } }),
    ['required-header-added', 'breaking'],
  ],
  [
    'a header of a part is another type',
    form({ f: { headers: { 'X-A': { schema: text } } } }),
    form({ f: { headers: { 'X-A': { schema: number } } } }),
    ['type-changed', 'breaking'],
  ],
  [
    'the content of a header',
    responds({ 200: { ...ok, headers: { 'X-A': { content: json(text) } } } }),
    responds({ 200: { ...ok, headers: { 'X-A': { content: json(number) } } } }),
    ['type-changed', 'breaking'],
  ],
  [
    'a header is written in another way',
    responds({ 200: { ...ok, headers: { 'X-A': { schema: list({}) } } } }),
    responds({ 200: { ...ok, headers: { 'X-A': { explode: true, schema: list({}) } } } }),
    ['header-serialization-changed', 'breaking'],
  ],
  [
    'a header always comes now',
    responds({ 200: { ...ok, headers: { 'X-A': { schema: text } } } }),
    responds({ 200: { ...ok, headers: { 'X-A': { required: true, schema: text } } } }),
    ['header-became-required', 'safe'],
  ],
  [
    'a header is deprecated',
    responds({ 200: { ...ok, headers: { 'X-A': { schema: text } } } }),
    responds({ 200: { ...ok, headers: { 'X-A': { deprecated: true, schema: text } } } }),
    ['header-deprecated', 'safe'],
  ],
  [
    'a header is no longer deprecated',
    responds({ 200: { ...ok, headers: { 'X-A': { deprecated: true, schema: text } } } }),
    responds({ 200: { ...ok, headers: { 'X-A': { schema: text } } } }),
    ['header-undeprecated', 'safe'],
  ],
];

const linked = (links: object): Tree => responds({ 200: { ...ok, links } });
const served = (...servers: object[]): Tree => definition({}, { servers });
const region = (more: object): object => ({
  url: 'https://{r}.example',
  variables: { r: { default: 'eu', ...more } },
});
const oauth = (flow: object): Tree =>
  definition(
    {},
    {
      components: {
        securitySchemes: { o: { type: 'oauth2', flows: { clientCredentials: flow } } },
      },
    },
  );

const AROUND: readonly Row[] = [
  [
    'the type of a parameter gets a name',
    takes(query()),
    named(takes(query({ schema: { $ref: '#/components/schemas/T' } })), { T: text }),
  ],
  [
    'a parameter may be null',
    takes(query()),
    takes(query({ schema: { type: ['string', 'null'] } })),
    ['null-allowed', 'safe'],
  ],
  ['a link is removed', linked({ a: { operationId: 'x' } }), linked({}), ['link-removed', 'risky']],
  [
    'a link leads elsewhere',
    linked({ a: { operationId: 'x' } }),
    linked({ a: { operationId: 'y' } }),
    ['link-changed', 'risky'],
  ],
  ['a link is added', linked({}), linked({ a: { operationId: 'x' } }), ['link-added', 'safe']],
  [
    'a value may no longer be empty',
    takes(query({ allowEmptyValue: true })),
    takes(query()),
    ['empty-value-forbidden', 'breaking'],
  ],
  [
    'a value may be empty',
    takes(query()),
    takes(query({ allowEmptyValue: true })),
    ['empty-value-allowed', 'safe'],
  ],
  [
    'a parameter is no longer deprecated',
    takes(query({ deprecated: true })),
    takes(query()),
    ['parameter-undeprecated', 'safe'],
  ],
  [
    'another path on the same server',
    served({ url: 'https://a.example/v1' }),
    served({ url: 'https://a.example/v2' }),
    ['server-path-changed', 'breaking'],
    ['server-added', 'safe'],
  ],
  [
    'another path, wherever that is',
    served({ url: '/v1' }),
    served({ url: '/v2' }),
    ['server-path-changed', 'breaking'],
    ['server-added', 'safe'],
  ],
  [
    'another server',
    served({ url: 'https://a.example' }),
    served({ url: 'https://b.example' }),
    ['server-removed', 'risky'],
    ['server-added', 'safe'],
  ],
  [
    'a slash at the end of a server',
    served({ url: 'https://a.example/' }),
    served({ url: 'https://a.example' }),
  ],
  [
    'a value of a variable is removed',
    served(region({ enum: ['eu', 'us'] })),
    served(region({ enum: ['eu'] })),
    ['server-value-removed', 'breaking'],
  ],
  [
    'a value of a variable is added',
    served(region({ enum: ['eu'] })),
    served(region({ enum: ['eu', 'us'] })),
    ['server-value-added', 'safe'],
  ],
  [
    'only some values of a variable are allowed',
    served(region({})),
    served(region({ enum: ['eu'] })),
    ['server-value-removed', 'breaking'],
  ],
  [
    'the default of a variable',
    served(region({})),
    served(region({ default: 'us' })),
    ['server-default-changed', 'risky'],
  ],
  [
    'the server of an operation',
    operation({ servers: [{ url: 'https://a.example/v1' }] }),
    operation({ servers: [{ url: 'https://a.example/v2' }] }),
    ['server-path-changed', 'breaking'],
    ['server-added', 'safe'],
  ],
  [
    'the server of a path',
    definition({
      '/a': { servers: [{ url: 'https://a.example' }], get: { responses: { 200: ok } } },
    }),
    definition({
      '/a': { servers: [{ url: 'https://b.example' }], get: { responses: { 200: ok } } },
    }),
    ['server-removed', 'risky'],
    ['server-added', 'safe'],
  ],
  [
    'an address of OAuth',
    oauth({ tokenUrl: 'https://a.example' }),
    oauth({ tokenUrl: 'https://b.example' }),
    ['oauth-url-changed', 'risky'],
  ],
  [
    'a scope is no longer offered',
    oauth({ tokenUrl: 'x', scopes: { a: '', b: '' } }),
    oauth({ tokenUrl: 'x', scopes: { a: '' } }),
    ['oauth-scope-removed', 'risky'],
  ],
  [
    'a scope is offered',
    oauth({ tokenUrl: 'x', scopes: { a: '' } }),
    oauth({ tokenUrl: 'x', scopes: { a: '', b: '' } }),
    ['oauth-scope-added', 'safe'],
  ],
  [
    '3.2: QUERY is removed',
    definition({ '/a': { query: { responses: { 200: ok } } } }),
    definition({ '/a': {} }),
    ['operation-removed', 'breaking'],
  ],
  [
    '3.2: another method is removed',
    definition({ '/a': { additionalOperations: { COPY: { responses: { 200: ok } } } } }),
    definition({ '/a': {} }),
    ['operation-removed', 'breaking'],
  ],
  [
    '2.0: another base path',
    { swagger: '2.0', basePath: '/v1', paths: {} },
    { swagger: '2.0', basePath: '/v2', paths: {} },
    ['server-path-changed', 'breaking'],
    ['server-added', 'safe'],
  ],
  [
    '2.0: items are separated in another way',
    takes(query({ schema: undefined, type: 'array', items: { type: 'array', items: text } })),
    takes(
      query({
        schema: undefined,
        type: 'array',
        items: { type: 'array', items: text, collectionFormat: 'pipes' },
      }),
    ),
    ['parameter-serialization-changed', 'breaking'],
  ],
];

const anchored = (type: string): Tree =>
  named(answers({ $ref: '#tt' }), { T: { $anchor: 'tt', type } });
const dynamic = (type: string): Tree =>
  named(answers({ $ref: '#/components/schemas/S' }), {
    S: { items: { $dynamicRef: '#node' }, $defs: { N: { $dynamicAnchor: 'node', type } } },
  });
const based = (type: string): Tree =>
  named(answers({ $ref: '#/components/schemas/S' }), {
    S: { $id: 'https://x.example/s', $defs: { n: { type } }, $ref: '#/$defs/n' },
  });
const byId = (type: string): Tree =>
  named(answers({ $ref: 'https://x.example/s' }), { S: { $id: 'https://x.example/s', type } });
const chained = (maxLength: number): Tree =>
  named(answers({ $ref: '#/components/schemas/A' }), {
    A: { $ref: '#/components/schemas/B', maxLength },
    B: text,
  });
const defaulted = (defaultMapping: string): Tree =>
  named(sends({ ...mapping('A'), discriminator: { propertyName: 'a', defaultMapping } }), AB);

const NAMES: readonly Row[] = [
  ['`$anchor`', anchored('string'), anchored('integer'), ['type-changed', 'breaking']],
  ['`$dynamicAnchor`', dynamic('string'), dynamic('integer'), ['type-changed', 'breaking']],
  [
    'a pointer relative to an `$id`',
    based('string'),
    based('integer'),
    ['type-changed', 'breaking'],
  ],
  ['an `$id`', byId('string'), byId('integer'), ['type-changed', 'breaking']],
  [
    'what a chain of references demands on its way',
    chained(5),
    chained(9),
    ['limit-loosened', 'breaking'],
  ],
  [
    '3.2: `defaultMapping`',
    defaulted('A'),
    defaulted('B'),
    ['discriminator-target-changed', 'risky'],
  ],
];

export const FINER_CASES = casesOf([
  ...CONSTRAINTS,
  ...VALUES,
  ...UNIONS,
  ...BODIES,
  ...AROUND,
  ...NAMES,
]);
