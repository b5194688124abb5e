/**
 * The catalogue: one small change a row, and what it must be called. The kinds of change are those
 * of the public lists of oasdiff, openapi-diff and Specmatic; if they disagree, ADR 71 decides.
 */
import type { RuleName, Severity } from '../../../src/definitions/diff/rules.ts';
import type { Tree } from '../../../src/definitions/definition-tree.ts';

export interface Case {
  readonly name: string;
  readonly before: Tree;
  readonly after: Tree;
  /** All that is reported, in any order; none: no change at all. */
  readonly expected: readonly (readonly [RuleName, Severity])[];
}

export const definition = (paths: object, more: object = {}): Tree => ({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths,
  ...more,
});

export const operation = (more: object): Tree =>
  definition({ '/items': { post: { responses: { 200: { description: 'ok' } }, ...more } } });

export const json = (schema: unknown): object => ({ 'application/json': { schema } });
export const sends = (schema: unknown): Tree =>
  operation({ requestBody: { content: json(schema) } });
export const answers = (schema: unknown): Tree =>
  operation({ responses: { 200: { description: 'ok', content: json(schema) } } });
export const takes = (...parameters: object[]): Tree => operation({ parameters });
export const responds = (responses: object): Tree => operation({ responses });

export const query = (more: object = {}): object => ({
  name: 'q',
  in: 'query',
  schema: { type: 'string' },
  ...more,
});
export const object = (properties: object, more: object = {}): object => ({
  type: 'object',
  properties,
  ...more,
});
export const text = { type: 'string' };
const none: Case['expected'] = [];

const commented = ($comment: string): Tree =>
  sends({
    oneOf: [
      { type: 'string', $comment },
      { type: 'integer', $comment },
    ],
  });

const animals = (discriminator: object): Tree => ({
  ...sends({
    oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
    discriminator,
  }),
  components: {
    schemas: {
      Cat: object({ kind: text, lives: text }),
      Dog: object({ kind: text, breed: text }),
      Fish: object({ kind: text, fins: text }),
    },
  },
});

export type Row = readonly [string, Tree, Tree, ...Case['expected']];

/** A change of a schema, sent and received: name, schemas, rule, and severity for each side. */
export function bothWays(
  name: string,
  before: unknown,
  after: unknown,
  rule: RuleName,
  request: Severity,
  response: Severity,
): Row[] {
  return [
    [`request: ${name}`, sends(before), sends(after), [rule, request]],
    [`response: ${name}`, answers(before), answers(after), [rule, response]],
  ];
}

/** A schema that allows what `integer` does: nothing has changed, in either direction. */
const wholeNumbers = (name: string, schema: unknown): Row[] => [
  [name, sends({ type: 'integer' }), sends(schema)],
  [`${name}, and back`, answers(schema), answers({ type: 'integer' })],
];

/** Alternatives that are constants. */
const constants = (kind: 'oneOf' | 'anyOf'): Row[] => [
  [
    `values that an ${kind} of constants lists are listed by an enum`,
    sends({
      [kind]: [{ const: 'x' }, { ...text, const: 'y' }],
    }),
    sends({ ...text, enum: ['x', 'y'] }),
  ],
  [
    `values of an enum become an ${kind} of constants, one of them null`,
    answers({ enum: ['x', 'y', 'z', null] }),
    answers({ [kind]: [{ const: 'x' }, { enum: ['y', 'z'] }, { const: null }] }),
  ],
  ...bothWays(
    `a constant of an ${kind} is removed`,
    { [kind]: [{ const: 'x' }, { const: 'y' }] },
    { [kind]: [{ const: 'x' }] },
    'enum-value-removed',
    'breaking',
    'safe',
  ),
  [
    `what a constant of an ${kind} means is said in other words`,
    sends({ [kind]: [{ const: 'x', description: 'a' }, { const: 'y' }] }),
    sends({ [kind]: [{ const: 'x', description: 'b' }, { const: 'y' }] }),
    ['documentation-changed', 'safe'],
  ],
];

const oauth = (scopes: string[]): Tree => operation({ security: [{ oauth: scopes }] });
const secured = (...security: object[]): Tree => operation({ security });
export const ok = { description: 'ok' };
const get = { get: { responses: { 200: ok } } };

const ROWS: readonly Row[] = [
  ['nothing', sends(text), sends(text)],
  ['an operation is added', definition({}), definition({ '/a': get }), ['operation-added', 'safe']],
  [
    'an operation is removed',
    definition({ '/a': get }),
    definition({}),
    ['operation-removed', 'breaking'],
  ],
  [
    'a deprecated operation is removed',
    definition({ '/a': { get: { ...get.get, deprecated: true } } }),
    definition({}),
    ['deprecated-operation-removed', 'risky'],
  ],
  [
    'a method is removed',
    definition({ '/a': { ...get, put: get.get } }),
    definition({ '/a': get }),
    ['operation-removed', 'breaking'],
  ],
  [
    'an operation is deprecated',
    operation({}),
    operation({ deprecated: true }),
    ['operation-deprecated', 'safe'],
  ],
  [
    'the operationId changes',
    operation({ operationId: 'a' }),
    operation({ operationId: 'b' }),
    ['operation-id-changed', 'risky'],
  ],
  ['an operationId is given', operation({}), operation({ operationId: 'a' })],
  [
    'a tag changes',
    operation({ tags: ['a'] }),
    operation({ tags: ['b'] }),
    ['documentation-changed', 'safe'],
  ],
  ...['description', 'example'].map((note): Row => [
    `the ${note} of a parameter changes`,
    operation({ parameters: [{ name: 'a', in: 'query', schema: text, [note]: 'a' }] }),
    operation({ parameters: [{ name: 'a', in: 'query', schema: text, [note]: 'b' }] }),
    ['documentation-changed', 'safe'],
  ]),
  [
    'the description of a request body changes',
    operation({ requestBody: { description: 'a', content: json(text) } }),
    operation({ requestBody: { description: 'b', content: json(text) } }),
    ['documentation-changed', 'safe'],
  ],
  [
    'the description of a response changes',
    operation({ responses: { 200: { description: 'a' } } }),
    operation({ responses: { 200: { description: 'b' } } }),
    ['documentation-changed', 'safe'],
  ],
  [
    'the description of a header changes',
    operation({
      responses: { 200: { ...ok, headers: { A: { description: 'a', schema: text } } } },
    }),
    operation({
      responses: { 200: { ...ok, headers: { A: { description: 'b', schema: text } } } },
    }),
    ['documentation-changed', 'safe'],
  ],
  [
    'the example of a media type changes',
    operation({ requestBody: { content: { 'text/plain': { schema: text, example: 'a' } } } }),
    operation({ requestBody: { content: { 'text/plain': { schema: text, example: 'b' } } } }),
    ['documentation-changed', 'safe'],
  ],
  ['an extension changes', operation({ 'x-a': 1 }), operation({ 'x-a': 2 })],
  [
    'a path parameter is renamed',
    definition({
      '/a/{id}': {
        get: { ...get.get, parameters: [{ name: 'id', in: 'path', required: true, schema: text }] },
      },
    }),
    definition({
      '/a/{key}': {
        get: {
          ...get.get,
          parameters: [{ name: 'key', in: 'path', required: true, schema: text }],
        },
      },
    }),
    ['path-parameter-renamed', 'safe'],
  ],
  [
    'the type of a path parameter changes',
    definition({
      '/a/{id}': {
        get: { ...get.get, parameters: [{ name: 'id', in: 'path', required: true, schema: text }] },
      },
    }),
    definition({
      '/a/{id}': {
        get: {
          ...get.get,
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        },
      },
    }),
    ['type-changed', 'breaking'],
  ],
  [
    'a required parameter is added',
    takes(),
    takes(query({ required: true })),
    ['parameter-added-required', 'breaking'],
  ],
  ['an optional parameter is added', takes(), takes(query()), ['parameter-added-optional', 'safe']],
  ['a parameter is removed', takes(query()), takes(), ['parameter-removed', 'risky']],
  [
    'a parameter becomes required',
    takes(query()),
    takes(query({ required: true })),
    ['parameter-became-required', 'breaking'],
  ],
  [
    'a parameter becomes optional',
    takes(query({ required: true })),
    takes(query()),
    ['parameter-became-optional', 'safe'],
  ],
  [
    'a parameter is deprecated',
    takes(query()),
    takes(query({ deprecated: true })),
    ['parameter-deprecated', 'safe'],
  ],
  [
    'a parameter moves to the header',
    takes(query({ required: true })),
    takes(query({ in: 'header', required: true })),
    ['parameter-removed', 'risky'],
    ['parameter-added-required', 'breaking'],
  ],
  [
    'the name of a header changes case',
    takes(query({ in: 'header', name: 'X-A' })),
    takes(query({ in: 'header', name: 'x-a' })),
  ],
  [
    'a list is no longer exploded',
    takes(query({ schema: { type: 'array', items: text } })),
    takes(query({ schema: { type: 'array', items: text }, explode: false })),
    ['parameter-serialization-changed', 'breaking'],
  ],
  ['explode of a single value', takes(query()), takes(query({ explode: false }))],
  [
    'a parameter moves up to the path item',
    takes(query()),
    definition({ '/items': { parameters: [query()], post: { responses: { 200: ok } } } }),
  ],
  [
    'a default of a parameter changes',
    takes(query({ schema: { ...text, default: 'a' } })),
    takes(query({ schema: { ...text, default: 'b' } })),
    ['default-changed', 'risky'],
  ],
  [
    'a parameter becomes an enum',
    takes(query()),
    takes(query({ schema: { ...text, enum: ['a'] } })),
    ['enum-introduced', 'breaking'],
  ],

  [
    'a required body is added',
    operation({}),
    operation({ requestBody: { required: true, content: json(text) } }),
    ['body-added-required', 'breaking'],
  ],
  ['an optional body is added', operation({}), sends(text), ['body-added-optional', 'safe']],
  ['the body is removed', sends(text), operation({}), ['body-removed', 'risky']],
  [
    'the body becomes required',
    sends(text),
    operation({ requestBody: { required: true, content: json(text) } }),
    ['body-became-required', 'breaking'],
  ],
  [
    'the body becomes optional',
    operation({ requestBody: { required: true, content: json(text) } }),
    sends(text),
    ['body-became-optional', 'safe'],
  ],
  [
    'a media type of the request is removed',
    operation({ requestBody: { content: { ...json(text), 'text/plain': {} } } }),
    sends(text),
    ['media-type-removed', 'breaking'],
  ],
  [
    'a media type of the request is added',
    sends(text),
    operation({ requestBody: { content: { ...json(text), 'text/plain': {} } } }),
    ['media-type-added', 'safe'],
  ],
  [
    'a media type of the response is removed',
    responds({ 200: { ...ok, content: { ...json(text), 'text/plain': {} } } }),
    answers(text),
    ['media-type-removed', 'breaking'],
  ],
  [
    'a media type of the response is added',
    answers(text),
    responds({ 200: { ...ok, content: { ...json(text), 'text/plain': {} } } }),
    ['media-type-added', 'safe'],
  ],

  [
    'a success response is removed',
    responds({ 200: ok, 201: ok }),
    responds({ 200: ok }),
    ['success-response-removed', 'breaking'],
  ],
  [
    'an error response is removed',
    responds({ 200: ok, 404: ok }),
    responds({ 200: ok }),
    ['other-response-removed', 'risky'],
  ],
  [
    'a response is added',
    responds({ 200: ok }),
    responds({ 200: ok, 404: ok }),
    ['response-added', 'safe'],
  ],
  [
    'a status becomes a range',
    responds({ 200: ok }),
    responds({ '2XX': ok }),
    ['response-added', 'safe'],
  ],
  [
    'a required response header is removed',
    responds({ 200: { ...ok, headers: { 'X-A': { required: true, schema: text } } } }),
    responds({ 200: ok }),
    ['required-header-removed', 'breaking'],
  ],
  [
    'an optional response header is removed',
    responds({ 200: { ...ok, headers: { 'X-A': { schema: text } } } }),
    responds({ 200: ok }),
    ['optional-header-removed', 'risky'],
  ],
  [
    'a response header is added',
    responds({ 200: ok }),
    responds({ 200: { ...ok, headers: { 'X-A': { schema: text } } } }),
    ['header-added', 'safe'],
  ],
  [
    'a response header becomes optional',
    responds({ 200: { ...ok, headers: { 'X-A': { required: true, schema: text } } } }),
    responds({ 200: { ...ok, headers: { 'X-A': { schema: text } } } }),
    ['header-became-optional', 'breaking'],
  ],

  [
    'authentication is added',
    operation({}),
    secured({ key: [] }),
    ['security-tightened', 'breaking'],
  ],
  [
    'authentication becomes optional',
    secured({ key: [] }),
    secured({ key: [] }, {}),
    ['security-loosened', 'safe'],
  ],
  [
    'another way in',
    secured({ key: [] }),
    secured({ key: [] }, { basic: [] }),
    ['security-loosened', 'safe'],
  ],
  [
    'a way in is closed',
    secured({ key: [] }, { basic: [] }),
    secured({ key: [] }),
    ['security-tightened', 'breaking'],
  ],
  [
    'a scope is added',
    oauth(['read']),
    oauth(['read', 'write']),
    ['security-tightened', 'breaking'],
  ],
  ['a scope is dropped', oauth(['read', 'write']), oauth(['read']), ['security-loosened', 'safe']],
  [
    'the header of a key changes',
    definition(
      {},
      { components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'A' } } } },
    ),
    definition(
      {},
      { components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'B' } } } },
    ),
    ['security-scheme-changed', 'breaking'],
  ],
  [
    'a server is removed',
    definition({}, { servers: [{ url: 'https://a' }, { url: 'https://b' }] }),
    definition({}, { servers: [{ url: 'https://a' }] }),
    ['server-removed', 'risky'],
  ],

  ...bothWays(
    'a required property is added',
    object({}),
    object({ a: text }, { required: ['a'] }),
    'required-property-added',
    'breaking',
    'safe',
  ),
  ...bothWays(
    'an optional property is added',
    object({}),
    object({ a: text }),
    'optional-property-added',
    'safe',
    'safe',
  ),
  [
    'response: a property is added to a closed object',
    answers(object({}, { additionalProperties: false })),
    answers(object({ a: text }, { additionalProperties: false })),
    ['property-added-to-closed-object', 'risky'],
  ],
  ...bothWays(
    'a required property is removed',
    object({ a: text }, { required: ['a'] }),
    object({}),
    'required-property-removed',
    'risky',
    'breaking',
  ),
  ...bothWays(
    'an optional property is removed',
    object({ a: text }),
    object({}),
    'optional-property-removed',
    'risky',
    'risky',
  ),
  [
    'request: a property is removed from a closed object',
    sends(object({ a: text }, { additionalProperties: false })),
    sends(object({}, { additionalProperties: false })),
    ['property-removed-from-closed-object', 'breaking'],
  ],
  ...bothWays(
    'a property becomes required',
    object({ a: text }),
    object({ a: text }, { required: ['a'] }),
    'property-became-required',
    'breaking',
    'safe',
  ),
  ...bothWays(
    'a property becomes optional',
    object({ a: text }, { required: ['a'] }),
    object({ a: text }),
    'property-became-optional',
    'safe',
    'breaking',
  ),
  [
    'request: a required read-only property is added',
    sends(object({})),
    sends(object({ a: { ...text, readOnly: true } }, { required: ['a'] })),
  ],
  [
    'response: a required write-only property is removed',
    answers(object({ a: { ...text, writeOnly: true } }, { required: ['a'] })),
    answers(object({})),
  ],
  ...bothWays(
    'a property is deprecated',
    object({ a: text }),
    object({ a: { ...text, deprecated: true } }),
    'property-deprecated',
    'safe',
    'safe',
  ),
  ...bothWays(
    'a nested property becomes required',
    object({ a: object({ b: text }) }),
    object({ a: object({ b: text }, { required: ['b'] }) }),
    'property-became-required',
    'breaking',
    'safe',
  ),
  ...bothWays(
    'a property of the items becomes required',
    { type: 'array', items: object({ b: text }) },
    { type: 'array', items: object({ b: text }, { required: ['b'] }) },
    'property-became-required',
    'breaking',
    'safe',
  ),
  [
    'properties move into an allOf',
    sends(object({ a: text }, { required: ['a'] })),
    sends({ allOf: [object({ a: text }), { required: ['a'] }] }),
  ],
  ...bothWays(
    'an allOf requires more',
    { allOf: [object({ a: text })] },
    { allOf: [object({ a: text }), { required: ['a'] }] },
    'property-became-required',
    'breaking',
    'safe',
  ),

  ...bothWays(
    'the type changes',
    text,
    { type: 'integer' },
    'type-changed',
    'breaking',
    'breaking',
  ),
  ...bothWays(
    'number becomes integer',
    { type: 'number' },
    { type: 'integer' },
    'type-narrowed',
    'breaking',
    'safe',
  ),
  ...bothWays(
    'integer becomes number',
    { type: 'integer' },
    { type: 'number' },
    'type-widened',
    'safe',
    'breaking',
  ),
  ...bothWays(
    'a type is one of two now',
    text,
    { type: ['string', 'integer'] },
    'type-widened',
    'safe',
    'breaking',
  ),
  ...bothWays('a type is required of anything', {}, text, 'type-narrowed', 'breaking', 'safe'),
  [
    'the type of an object is said aloud',
    sends({ properties: { a: text } }),
    sends(object({ a: text })),
  ],
  ...bothWays(
    'null is allowed',
    text,
    { type: ['string', 'null'] },
    'null-allowed',
    'safe',
    'breaking',
  ),
  ...bothWays(
    'null is forbidden',
    { type: ['string', 'null'] },
    text,
    'null-forbidden',
    'breaking',
    'safe',
  ),
  [
    'nullable is written in the way of 3.1',
    { ...sends({ type: 'string', nullable: true }), openapi: '3.0.3' },
    sends({ type: ['string', 'null'] }),
  ],
  [
    'nullable is written as an anyOf',
    sends({ type: ['string', 'null'] }),
    sends({ anyOf: [text, { type: 'null' }] }),
  ],
  ...bothWays(
    'the format changes',
    { ...text, format: 'date' },
    { ...text, format: 'date-time' },
    'format-changed',
    'breaking',
    'breaking',
  ),
  ...bothWays(
    'a format is added',
    text,
    { ...text, format: 'uuid' },
    'format-added',
    'risky',
    'safe',
  ),
  ...bothWays(
    'a format is removed',
    { ...text, format: 'uuid' },
    text,
    'format-removed',
    'safe',
    'risky',
  ),
  ...bothWays(
    'int32 becomes int64',
    { type: 'integer', format: 'int32' },
    { type: 'integer', format: 'int64' },
    'format-widened',
    'safe',
    'breaking',
  ),
  ...bothWays(
    'int64 becomes int32',
    { type: 'integer', format: 'int64' },
    { type: 'integer', format: 'int32' },
    'format-narrowed',
    'breaking',
    'safe',
  ),
  ...bothWays(
    'an enum value is removed',
    { enum: ['a', 'b'] },
    { enum: ['a'] },
    'enum-value-removed',
    'breaking',
    'safe',
  ),
  ...bothWays(
    'an enum value is added',
    { enum: ['a'] },
    { enum: ['a', 'b'] },
    'enum-value-added',
    'safe',
    'risky',
  ),
  ...bothWays(
    'an enum is introduced',
    text,
    { ...text, enum: ['a'] },
    'enum-introduced',
    'breaking',
    'safe',
  ),
  ...bothWays(
    'an enum is dropped',
    { ...text, enum: ['a'] },
    text,
    'enum-dropped',
    'safe',
    'risky',
  ),
  ['enum values in another order', sends({ enum: ['a', 'b'] }), sends({ enum: ['b', 'a'] })],
  ['a const is an enum of one', sends({ const: 'a' }), sends({ enum: ['a'] })],
  ...bothWays(
    'maxLength is lowered',
    { ...text, maxLength: 9 },
    { ...text, maxLength: 5 },
    'limit-tightened',
    'breaking',
    'safe',
  ),
  ...bothWays(
    'maxLength is raised',
    { ...text, maxLength: 5 },
    { ...text, maxLength: 9 },
    'limit-loosened',
    'safe',
    'breaking',
  ),
  ...bothWays(
    'maxLength is set',
    text,
    { ...text, maxLength: 9 },
    'limit-tightened',
    'breaking',
    'safe',
  ),
  ...bothWays(
    'maxLength is unset',
    { ...text, maxLength: 9 },
    text,
    'limit-loosened',
    'safe',
    'breaking',
  ),
  ...bothWays(
    'minItems is raised',
    { type: 'array', minItems: 1 },
    { type: 'array', minItems: 2 },
    'limit-tightened',
    'breaking',
    'safe',
  ),
  ...bothWays(
    'minItems is lowered',
    { type: 'array', minItems: 2 },
    { type: 'array', minItems: 1 },
    'limit-loosened',
    'safe',
    'breaking',
  ),
  [
    'minItems of none is said aloud',
    sends({ type: 'array' }),
    sends({ type: 'array', minItems: 0 }),
  ],
  ...bothWays(
    'items must be unique',
    { type: 'array' },
    { type: 'array', uniqueItems: true },
    'limit-tightened',
    'breaking',
    'safe',
  ),
  ...bothWays(
    'the maximum becomes exclusive',
    { type: 'number', maximum: 5 },
    { type: 'number', exclusiveMaximum: 5 },
    'limit-tightened',
    'breaking',
    'safe',
  ),
  [
    'an exclusive maximum is written in the way of 3.1',
    sends({ type: 'number', maximum: 5, exclusiveMaximum: true }),
    sends({ type: 'number', exclusiveMaximum: 5 }),
  ],
  ...bothWays(
    'multipleOf is set',
    { type: 'integer' },
    { type: 'integer', multipleOf: 10 },
    'limit-tightened',
    'breaking',
    'safe',
  ),
  ...bothWays(
    'multipleOf is a divisor now',
    { type: 'integer', multipleOf: 10 },
    { type: 'integer', multipleOf: 5 },
    'limit-loosened',
    'safe',
    'breaking',
  ),
  ...wholeNumbers('a whole number is a number with `multipleOf: 1`', {
    type: 'number',
    multipleOf: 1,
  }),
  ...wholeNumbers('`multipleOf: 1` is written beside `integer`', {
    type: 'integer',
    multipleOf: 1,
  }),
  ...wholeNumbers('a whole number is a number with `multipleOf: 1` in an `allOf`', {
    allOf: [{ type: 'number' }, { multipleOf: 1 }],
  }),
  ...bothWays(
    'a whole number is a number with `multipleOf: 5`',
    { type: 'integer' },
    { type: 'number', multipleOf: 5 },
    'limit-tightened',
    'breaking',
    'safe',
  ),
  [
    'request: a whole number may be a half now',
    sends({ type: 'integer' }),
    sends({ type: 'number', multipleOf: 0.5 }),
    ['type-widened', 'safe'],
    ['limit-loosened', 'safe'],
  ],
  ...bothWays(
    'a pattern is added',
    text,
    { ...text, pattern: '^a' },
    'pattern-added',
    'breaking',
    'safe',
  ),
  ...bothWays(
    'a pattern changes',
    { ...text, pattern: '^a' },
    { ...text, pattern: '^b' },
    'pattern-changed',
    'risky',
    'risky',
  ),
  ...bothWays(
    'a pattern is removed',
    { ...text, pattern: '^a' },
    text,
    'pattern-removed',
    'safe',
    'risky',
  ),
  ...bothWays(
    'an object is closed',
    object({}),
    object({}, { additionalProperties: false }),
    'object-closed',
    'breaking',
    'safe',
  ),
  ...bothWays(
    'an object is opened',
    object({}, { additionalProperties: false }),
    object({}),
    'object-opened',
    'safe',
    'risky',
  ),
  ...bothWays(
    'other properties get a schema',
    object({}),
    object({}, { additionalProperties: text }),
    'additional-properties-narrowed',
    'breaking',
    'safe',
  ),
  ...bothWays(
    'the schema of other properties changes',
    object({}, { additionalProperties: text }),
    object({}, { additionalProperties: { type: 'integer' } }),
    'type-changed',
    'breaking',
    'breaking',
  ),
  ...bothWays(
    'items get a schema',
    { type: 'array' },
    { type: 'array', items: text },
    'items-narrowed',
    'breaking',
    'safe',
  ),
  ...bothWays(
    'an alternative is removed',
    { oneOf: [text, { type: 'integer' }, { type: 'boolean' }] },
    { oneOf: [text, { type: 'integer' }] },
    'alternative-removed',
    'breaking',
    'safe',
  ),
  ...bothWays(
    'an alternative is added',
    { anyOf: [text, { type: 'integer' }] },
    { anyOf: [text, { type: 'integer' }, { type: 'boolean' }] },
    'alternative-added',
    'safe',
    'risky',
  ),
  ...bothWays(
    'one schema becomes one of two',
    text,
    { oneOf: [text, { type: 'integer' }] },
    'alternative-added',
    'safe',
    'risky',
  ),
  [
    'alternatives in another order',
    sends({ oneOf: [text, { type: 'integer' }] }),
    sends({ oneOf: [{ type: 'integer' }, text] }),
  ],
  [
    'only comments on alternatives change',
    commented('old'),
    commented('new'),
    ['documentation-changed', 'safe'],
    ['documentation-changed', 'safe'],
  ],
  ...bothWays(
    'the discriminator changes',
    { oneOf: [text, {}], discriminator: { propertyName: 'a' } },
    { oneOf: [text, {}], discriminator: { propertyName: 'b' } },
    'discriminator-changed',
    'breaking',
    'breaking',
  ),
  ...bothWays(
    'an object becomes a text: that alone is told',
    object({ a: text, b: text }, { required: ['a'] }),
    { ...text, maxLength: 3 },
    'type-changed',
    'breaking',
    'breaking',
  ),
  ...bothWays(
    'a discriminator is added',
    { oneOf: [text, {}] },
    { oneOf: [text, {}], discriminator: { propertyName: 'a' } },
    'discriminator-added',
    'safe',
    'safe',
  ),
  ...bothWays(
    'a discriminator is removed',
    { oneOf: [text, {}], discriminator: { propertyName: 'a' } },
    { oneOf: [text, {}] },
    'discriminator-removed',
    'risky',
    'risky',
  ),
  [
    'the type of listed values is said',
    sends({ enum: ['a'] }),
    sends({ ...text, enum: ['a'] }),
    ...none,
  ],
  [
    'the type of listed values is no longer said',
    answers({ ...text, enum: ['a'] }),
    answers({ enum: ['a'] }),
    ...none,
  ],
  ...bothWays(
    'a value of the discriminator is removed',
    { discriminator: { propertyName: 'a', mapping: { x: '#/a', y: '#/b' } } },
    { discriminator: { propertyName: 'a', mapping: { x: '#/a' } } },
    'discriminator-value-removed',
    'breaking',
    'safe',
  ),
  ...constants('oneOf'),
  ...constants('anyOf'),
  [
    'a discriminator maps the names of its alternatives, which hold without it',
    animals({ propertyName: 'kind' }),
    animals({ propertyName: 'kind', mapping: { Cat: '#/components/schemas/Cat', Dog: 'Dog' } }),
  ],
  [
    'a discriminator no longer maps the names of its alternatives',
    animals({ propertyName: 'kind', mapping: { Cat: 'Cat', Dog: '#/components/schemas/Dog' } }),
    animals({ propertyName: 'kind' }),
  ],
  [
    'a discriminator gives the name of an alternative to another',
    animals({ propertyName: 'kind' }),
    animals({ propertyName: 'kind', mapping: { Cat: 'Dog' } }),
    ['discriminator-target-changed', 'risky'],
  ],
  [
    'a discriminator no longer maps the name of a schema that is none of its alternatives',
    animals({ propertyName: 'kind', mapping: { Cat: 'Cat', Fish: 'Fish' } }),
    animals({ propertyName: 'kind', mapping: { Cat: 'Cat' } }),
    ['discriminator-value-removed', 'breaking'],
  ],
  ...bothWays(
    'a keyword that no rule reads changes',
    { xml: { name: 'a' } },
    { xml: { name: 'b' } },
    'constraint-changed',
    'risky',
    'risky',
  ),
  ...bothWays(
    'a description changes',
    { ...text, description: 'a' },
    { ...text, description: 'b' },
    'documentation-changed',
    'safe',
    'safe',
  ),
  [
    'a schema gets a name',
    sends(object({ a: text })),
    {
      ...sends({ $ref: '#/components/schemas/A' }),
      components: { schemas: { A: object({ a: text }) } },
    },
  ],
  [
    'a webhook sends a value that it did not',
    definition(
      {},
      {
        webhooks: {
          sold: {
            post: { requestBody: { content: json({ enum: ['a'] }) }, responses: { 200: ok } },
          },
        },
      },
    ),
    definition(
      {},
      {
        webhooks: {
          sold: {
            post: { requestBody: { content: json({ enum: ['a', 'b'] }) }, responses: { 200: ok } },
          },
        },
      },
    ),
    ['enum-value-added', 'risky'],
  ],
  [
    'a webhook wants more in the answer',
    definition(
      {},
      {
        webhooks: { sold: { post: { responses: { 200: { ...ok, content: json(object({})) } } } } },
      },
    ),
    definition(
      {},
      {
        webhooks: {
          sold: {
            post: {
              responses: {
                200: { ...ok, content: json(object({ a: text }, { required: ['a'] })) },
              },
            },
          },
        },
      },
    ),
    ['required-property-added', 'breaking'],
  ],
];

export const casesOf = (rows: readonly Row[]): readonly Case[] =>
  rows.map(([name, before, after, ...expected]) => ({
    name,
    before,
    after,
    expected: expected.length === 0 ? none : expected,
  }));

export const CASES = casesOf(ROWS);
