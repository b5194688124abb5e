/** The rules of oasdiff's catalogue that are not about one keyword of a schema. */
import type { Tree } from '../../../src/definitions/definition-tree.ts';
import {
  answers,
  definition,
  object,
  ok,
  operation,
  query,
  responds,
  sends,
  takes,
  text,
  CASES,
  type Case,
} from './cases.ts';
import { FINER_CASES } from './finer-cases.ts';
import type { CataloguePair, Level } from './catalogue.ts';

const get = { get: { responses: { 200: ok } } };
const gone = definition({});
const path = (more: object): Tree => definition({ '/a': { get: { ...get.get, ...more } } });
const dated = (more: object): Tree => path({ deprecated: true, ...more });
const sunset = (date: string): object => ({ 'x-sunset': date });
const secured = (...security: object[]): Tree => operation({ security });
const allSecured = (...security: object[]): Tree => definition({ '/a': get }, { security });
const scheme = (more: object): Tree =>
  definition({}, { components: { securitySchemes: { s: more } } });
const flow = (more: object): Tree =>
  scheme({
    type: 'oauth2',
    flows: {
      authorizationCode: {
        authorizationUrl: 'https://a.example',
        tokenUrl: 'https://a.example/t',
        scopes: { r: 'read' },
        ...more,
      },
    },
  });
const apiKey = { type: 'apiKey', in: 'header', name: 'A' };
const level = (name: string): object => ({ 'x-stability-level': name });
const required = (names: string[], property: object = text): object =>
  object({ a: property }, { required: names });
const readOnly = { ...text, readOnly: true };
const writeOnly = { ...text, writeOnly: true };
const header = (more: object): Tree =>
  responds({ 200: { ...ok, headers: { 'X-A': { schema: text, ...more } } } });
const typed = (type: string): Tree =>
  responds({ 200: { ...ok, content: { [type]: { schema: text } } } });
const held = (media: object, request: boolean): Tree =>
  request
    ? operation({ requestBody: { content: { 'application/json': media } } })
    : responds({ 200: { ...ok, content: { 'application/json': media } } });
const plain = (schema: object): Tree =>
  operation({
    requestBody: {
      content: { 'application/x-www-form-urlencoded': { schema: object({ a: schema }) } },
    },
  });
const headerParameter = (schema: object): Tree =>
  takes(query({ in: 'header', name: 'X-A', schema }));
const hooks = (...names: string[]): Tree =>
  definition({}, { webhooks: Object.fromEntries(names.map((name) => [name, { post: get.get }])) });
const versioned = (version: string, paths: object): Tree => ({
  ...definition(paths),
  info: { title: 'A', version },
});
const extensible = (...values: string[]): object => ({ ...text, 'x-extensible-enum': values });
const schemas = (...names: string[]): Tree =>
  definition(
    {},
    { components: { schemas: Object.fromEntries(names.map((name) => [name, text])) } },
  );
const parameter = (more: object): Tree => takes(query(more));
const property = (more: object): Tree => sends(object({ a: { ...text, ...more } }));
const received = (more: object): Tree => answers(object({ a: { ...text, ...more } }));
const shared = (more: object): Tree => definition({ '/a': { parameters: [query(more)], ...get } });

/** An id, its level, and the pair; or the name of the case that is such a pair. */
type Row = readonly [string, Level, Tree, Tree] | readonly [string, Level, string];

const CALLS: readonly Row[] = [
  ['endpoint-added', 'info', 'an operation is added'],
  ['api-path-removed-without-deprecation', 'error', 'an operation is removed'],
  ['api-removed-without-deprecation', 'error', 'a method is removed'],
  ['api-path-removed-with-deprecation', 'info', dated({}), gone],
  [
    'api-removed-with-deprecation',
    'info',
    definition({ '/a': { ...get, put: { ...get.get, deprecated: true } } }),
    path({}),
  ],
  ['api-path-removed-before-sunset', 'error', dated(sunset('2999-01-01')), gone],
  [
    'api-removed-before-sunset',
    'error',
    definition({
      '/a': { ...get, put: { ...get.get, deprecated: true, ...sunset('2999-01-01') } },
    }),
    path({}),
  ],
  ['api-path-sunset-parse', 'error', dated(sunset('soon')), gone],
  ['endpoint-deprecated', 'info', path({}), dated({})],
  ['endpoint-deprecated-with-sunset', 'info', path({}), dated(sunset('2999-01-01'))],
  ['endpoint-reactivated', 'info', dated({}), path({})],
  ['api-deprecated-sunset-parse', 'error', path({}), dated(sunset('soon'))],
  ['api-deprecated-sunset-missing', 'error', path({}), dated({})],
  ['api-sunset-date-too-small', 'error', path({}), dated(sunset('2000-01-01'))],
  ['sunset-deleted', 'error', dated(sunset('2999-01-01')), dated({})],
  [
    'api-sunset-date-changed-too-small',
    'error',
    dated(sunset('2999-01-01')),
    dated(sunset('2000-01-01')),
  ],
  ['api-invalid-stability-level', 'error', path({}), path(level('nonsense'))],
  ['api-stability-decreased', 'error', path(level('stable')), path(level('alpha'))],
  ['api-stability-increased', 'info', path(level('alpha')), path(level('stable'))],
  [
    'request-property-stability-decreased',
    'error',
    property(level('stable')),
    property(level('alpha')),
  ],
  [
    'request-property-stability-increased',
    'info',
    property(level('alpha')),
    property(level('stable')),
  ],
  [
    'response-property-stability-decreased',
    'error',
    received(level('stable')),
    received(level('alpha')),
  ],
  [
    'response-property-stability-increased',
    'info',
    received(level('alpha')),
    received(level('stable')),
  ],
  ['api-version-not-bumped', 'info', versioned('1', { '/a': get }), versioned('1', {})],
  ['api-version-decreased', 'info', versioned('2', { '/a': get }), versioned('1', {})],
  [
    'api-major-version-not-bumped',
    'info',
    versioned('1.0.0', { '/a': get }),
    versioned('1.1.0', {}),
  ],
  ['api-operation-id-removed', 'info', path({ operationId: 'a' }), path({})],
  ['api-operation-id-added', 'info', path({}), path({ operationId: 'a' })],
  ['api-tag-removed', 'info', path({ tags: ['a'] }), path({ tags: [] })],
  ['api-tag-added', 'info', path({}), path({ tags: ['a'] })],
  ['api-schema-removed', 'info', schemas('A', 'B'), schemas('A')],
  ['webhook-added', 'info', hooks('a'), hooks('a', 'b')],
  ['webhook-removed', 'error', hooks('a', 'b'), hooks('a')],
];

const SECURITY: readonly Row[] = [
  ['api-security-removed', 'error', secured({ a: [] }, { b: [] }), secured({ a: [] })],
  ['api-security-added', 'info', secured({ a: [] }), secured({ a: [] }, { b: [] })],
  ['api-security-scope-added', 'error', secured({ a: ['r'] }), secured({ a: ['r', 'w'] })],
  ['api-security-scope-removed', 'info', secured({ a: ['r', 'w'] }), secured({ a: ['r'] })],
  ['api-global-security-removed', 'error', allSecured({ a: [] }, { b: [] }), allSecured({ a: [] })],
  ['api-global-security-added', 'info', allSecured({ a: [] }), allSecured({ a: [] }, { b: [] })],
  [
    'api-global-security-scope-added',
    'error',
    allSecured({ a: ['r'] }),
    allSecured({ a: ['r', 'w'] }),
  ],
  [
    'api-global-security-scope-removed',
    'info',
    allSecured({ a: ['r', 'w'] }),
    allSecured({ a: ['r'] }),
  ],
  ['api-security-component-added', 'info', definition({}), scheme(apiKey)],
  ['api-security-component-removed', 'info', scheme(apiKey), definition({})],
  [
    'api-security-component-type-changed',
    'info',
    scheme(apiKey),
    scheme({ type: 'http', scheme: 'basic' }),
  ],
  [
    'api-security-component-oauth-url-changed',
    'info',
    flow({}),
    flow({ authorizationUrl: 'https://b.example' }),
  ],
  [
    'api-security-component-oauth-token-url-changed',
    'info',
    flow({}),
    flow({ tokenUrl: 'https://b.example/t' }),
  ],
  [
    'api-security-component-oauth-scope-added',
    'info',
    flow({}),
    flow({ scopes: { r: 'read', w: 'write' } }),
  ],
  ['api-security-component-oauth-scope-removed', 'info', flow({}), flow({ scopes: {} })],
  [
    'api-security-component-oauth-scope-changed',
    'info',
    flow({}),
    flow({ scopes: { r: 'to read' } }),
  ],
];

const PARAMETERS: readonly Row[] = [
  ['new-required-request-parameter', 'error', 'a required parameter is added'],
  ['new-optional-request-parameter', 'info', 'an optional parameter is added'],
  [
    'new-required-request-default-parameter-to-existing-path',
    'error',
    path({}),
    shared({ required: true }),
  ],
  ['new-optional-request-default-parameter-to-existing-path', 'info', path({}), shared({})],
  ['new-request-path-parameter', 'error', takes(), takes(query({ in: 'path', required: true }))],
  [
    'new-required-request-header-property',
    'error',
    headerParameter(object({})),
    headerParameter(required(['a'])),
  ],
  [
    'request-header-property-became-required',
    'error',
    headerParameter(object({ a: text })),
    headerParameter(required(['a'])),
  ],
  [
    'request-header-property-became-enum',
    'error',
    headerParameter(object({ a: text })),
    headerParameter(object({ a: { ...text, enum: ['x'] } })),
  ],
  ['request-parameter-removed', 'warning', 'a parameter is removed'],
  ['request-parameter-removed-with-deprecation', 'info', parameter({ deprecated: true }), takes()],
  [
    'request-parameter-removed-before-sunset',
    'error',
    parameter({ deprecated: true, ...sunset('2999-01-01') }),
    takes(),
  ],
  [
    'request-parameter-sunset-parse',
    'error',
    parameter({ deprecated: true, ...sunset('soon') }),
    takes(),
  ],
  ['request-parameter-became-required', 'error', 'a parameter becomes required'],
  ['request-parameter-became-optional', 'info', 'a parameter becomes optional'],
  ['request-parameter-deprecated', 'info', 'a parameter is deprecated'],
  ['request-parameter-reactivated', 'info', 'a parameter is no longer deprecated'],
  [
    'request-parameter-deprecated-sunset-missing',
    'error',
    parameter({}),
    parameter({ deprecated: true }),
  ],
  [
    'request-parameter-sunset-date-too-small',
    'error',
    parameter({}),
    parameter({ deprecated: true, ...sunset('2000-01-01') }),
  ],
  [
    'request-parameter-sunset-deleted',
    'error',
    parameter({ deprecated: true, ...sunset('2999-01-01') }),
    parameter({ deprecated: true }),
  ],
  [
    'request-parameter-sunset-date-changed-too-small',
    'error',
    parameter({ deprecated: true, ...sunset('2999-01-01') }),
    parameter({ deprecated: true, ...sunset('2000-01-01') }),
  ],
  [
    'request-parameter-x-extensible-enum-value-removed',
    'error',
    parameter({ schema: extensible('a', 'b') }),
    parameter({ schema: extensible('a') }),
  ],
];

const BODIES: readonly Row[] = [
  ['request-body-added-required', 'error', 'a required body is added'],
  ['request-body-added-optional', 'info', 'an optional body is added'],
  ['request-body-removed', 'error', 'the body is removed'],
  ['request-body-became-required', 'error', 'the body becomes required'],
  ['request-body-became-optional', 'info', 'the body becomes optional'],
  ['request-body-media-type-added', 'info', 'a media type of the request is added'],
  ['request-body-media-type-removed', 'error', 'a media type of the request is removed'],
  ['request-body-media-type-schema-added', 'error', 'request: a type is required of anything'],
  ['request-body-media-type-schema-removed', 'info', held({ schema: text }, true), held({}, true)],
  [
    'request-body-media-type-item-schema-added',
    'error',
    held({}, true),
    held({ itemSchema: text }, true),
  ],
  [
    'request-body-media-type-item-schema-removed',
    'info',
    held({ itemSchema: text }, true),
    held({}, true),
  ],
  ['response-body-media-type-schema-added', 'info', 'response: a type is required of anything'],
  [
    'response-body-media-type-schema-removed',
    'error',
    held({ schema: text }, false),
    held({}, false),
  ],
  [
    'response-body-media-type-item-schema-added',
    'info',
    held({}, false),
    held({ itemSchema: text }, false),
  ],
  [
    'response-body-media-type-item-schema-removed',
    'error',
    held({ itemSchema: text }, false),
    held({}, false),
  ],
  [
    'request-body-type-compatible',
    'info',
    operation({ requestBody: { content: { 'text/plain': { schema: { type: 'integer' } } } } }),
    operation({ requestBody: { content: { 'text/plain': { schema: text } } } }),
  ],
  ['request-property-type-compatible', 'info', plain({ type: 'integer' }), plain(text)],
  ['response-header-type-compatible', 'info', header({}), header({ schema: { type: 'integer' } })],
  [
    'request-body-wrapped-in-one-of',
    'error',
    sends(object({ a: text })),
    sends({
      oneOf: [object({ b: text }, { required: ['b'] }), object({ c: text }, { required: ['c'] })],
    }),
  ],
  [
    'response-body-wrapped-in-one-of',
    'error',
    answers(required(['a'])),
    answers({ oneOf: [object({ a: text }), object({ b: text })] }),
  ],
  ['response-media-type-removed', 'error', 'a media type of the response is removed'],
  ['response-media-type-added', 'info', 'a media type of the response is added'],
  [
    'response-media-type-name-changed',
    'info',
    typed('application/json;v=1'),
    typed('application/json;v=2'),
  ],
  [
    'response-media-type-name-generalized',
    'error',
    typed('application/problem+json'),
    typed('application/json'),
  ],
  [
    'response-media-type-name-specialized',
    'info',
    typed('application/json'),
    typed('application/problem+json'),
  ],
  ['required-response-header-removed', 'error', 'a required response header is removed'],
  ['optional-response-header-removed', 'warning', 'an optional response header is removed'],
  ['response-header-added', 'info', 'a response header is added'],
  ['response-header-became-optional', 'error', 'a response header becomes optional'],
  ['response-success-status-removed', 'error', 'a success response is removed'],
  ['response-success-status-added', 'info', responds({ 200: ok }), responds({ 200: ok, 201: ok })],
  ['response-non-success-status-removed', 'info', 'an error response is removed'],
  ['response-non-success-status-added', 'info', 'a response is added'],
  ['response-mediatype-enum-value-removed', 'info', 'response: an enum value is removed'],
];

const PROPERTIES: readonly Row[] = [
  ['new-required-request-property', 'error', 'request: a required property is added'],
  [
    'new-required-request-property-with-default',
    'error',
    sends(object({})),
    sends(required(['a'], { ...text, default: 'x' })),
  ],
  ['new-optional-request-property', 'info', 'request: an optional property is added'],
  ['request-property-removed', 'warning', 'request: an optional property is removed'],
  ['request-property-became-required', 'error', 'request: a property becomes required'],
  [
    'request-property-became-required-with-default',
    'error',
    property({ default: 'x' }),
    sends(required(['a'], { ...text, default: 'x' })),
  ],
  ['request-property-became-optional', 'info', 'request: a property becomes optional'],
  ['request-property-deprecated', 'info', 'request: a property is deprecated'],
  [
    'request-property-deprecated-with-sunset',
    'info',
    property({}),
    property({ deprecated: true, ...sunset('2999-01-01') }),
  ],
  [
    'request-property-deprecated-sunset-missing',
    'error',
    property({}),
    property({ deprecated: true }),
  ],
  [
    'request-property-deprecated-sunset-invalid',
    'error',
    property({}),
    property({ deprecated: true, ...sunset('soon') }),
  ],
  [
    'request-property-sunset-date-too-small',
    'error',
    property({}),
    property({ deprecated: true, ...sunset('2000-01-01') }),
  ],
  ['request-property-reactivated', 'info', 'request: a schema is no longer deprecated'],
  [
    'request-property-x-extensible-enum-value-removed',
    'error',
    sends(object({ a: extensible('a', 'b') })),
    sends(object({ a: extensible('a') })),
  ],
  ['response-property-deprecated', 'info', 'response: a property is deprecated'],
  [
    'response-property-deprecated-with-sunset',
    'info',
    received({}),
    received({ deprecated: true, ...sunset('2999-01-01') }),
  ],
  [
    'response-property-deprecated-sunset-missing',
    'error',
    received({}),
    received({ deprecated: true }),
  ],
  [
    'response-property-deprecated-sunset-invalid',
    'error',
    received({}),
    received({ deprecated: true, ...sunset('soon') }),
  ],
  [
    'response-property-sunset-date-too-small',
    'error',
    received({}),
    received({ deprecated: true, ...sunset('2000-01-01') }),
  ],
  ['response-property-reactivated', 'info', 'response: a schema is no longer deprecated'],
  ['response-required-property-removed', 'error', 'response: a required property is removed'],
  ['response-required-property-added', 'info', 'response: a required property is added'],
  [
    'response-required-write-only-property-removed',
    'info',
    answers(required(['a'], writeOnly)),
    answers(object({})),
  ],
  [
    'response-required-write-only-property-added',
    'info',
    answers(object({})),
    answers(required(['a'], writeOnly)),
  ],
  ['response-optional-property-removed', 'info', 'response: an optional property is removed'],
  ['response-optional-property-added', 'info', 'response: an optional property is added'],
  [
    'response-optional-write-only-property-removed',
    'info',
    received({ writeOnly: true }),
    answers(object({})),
  ],
  [
    'response-optional-write-only-property-added',
    'info',
    answers(object({})),
    received({ writeOnly: true }),
  ],
  ['response-property-became-optional', 'error', 'response: a property becomes optional'],
  ['response-property-became-required', 'info', 'response: a property becomes required'],
  [
    'response-write-only-property-became-optional',
    'info',
    answers(required(['a'], writeOnly)),
    received({ writeOnly: true }),
  ],
  [
    'response-write-only-property-became-required',
    'info',
    received({ writeOnly: true }),
    answers(required(['a'], writeOnly)),
  ],
  [
    'response-required-property-became-write-only',
    'info',
    'response: a required property is write-only',
  ],
  [
    'response-required-property-became-not-write-only',
    'warning',
    answers(required(['a'], writeOnly)),
    answers(required(['a'])),
  ],
  ['response-required-property-became-read-only', 'info', 'response: a property is read-only'],
  [
    'response-required-property-became-not-read-only',
    'info',
    answers(required(['a'], readOnly)),
    answers(required(['a'])),
  ],
  [
    'response-optional-property-became-write-only',
    'info',
    received({}),
    received({ writeOnly: true }),
  ],
  [
    'response-optional-property-became-not-write-only',
    'info',
    received({ writeOnly: true }),
    received({}),
  ],
  ['response-optional-property-became-read-only', 'info', 'response: a property is read-only'],
  [
    'response-optional-property-became-not-read-only',
    'info',
    received({ readOnly: true }),
    received({}),
  ],
  [
    'request-optional-property-became-write-only',
    'info',
    property({}),
    property({ writeOnly: true }),
  ],
  [
    'request-optional-property-became-not-write-only',
    'info',
    property({ writeOnly: true }),
    property({}),
  ],
  ['request-optional-property-became-read-only', 'info', 'request: a property is read-only'],
  [
    'request-optional-property-became-not-read-only',
    'info',
    property({ readOnly: true }),
    property({}),
  ],
  [
    'request-required-property-became-write-only',
    'info',
    sends(required(['a'])),
    sends(required(['a'], writeOnly)),
  ],
  [
    'request-required-property-became-not-write-only',
    'info',
    sends(required(['a'], writeOnly)),
    sends(required(['a'])),
  ],
  [
    'request-required-property-became-read-only',
    'info',
    sends(required(['a'])),
    sends(required(['a'], readOnly)),
  ],
  [
    'request-required-property-became-not-read-only',
    'info',
    sends(required(['a'], readOnly)),
    sends(required(['a'])),
  ],
];

const NAMED: ReadonlyMap<string, Case> = new Map(
  [...CASES, ...FINER_CASES].map((each) => [each.name, each]),
);

function pairIn(row: Row): Pick<CataloguePair, 'before' | 'after'> {
  if (row.length === 4) return { before: row[2], after: row[3] };
  const named = NAMED.get(row[2]);
  if (named === undefined) throw new Error(`There is no case "${row[2]}".`);
  return named;
}

export const OTHER_PAIRS = [...CALLS, ...SECURITY, ...PARAMETERS, ...BODIES, ...PROPERTIES].map(
  (row): CataloguePair => {
    const { before, after } = pairIn(row);
    return { id: row[0], level: row[1], before, after };
  },
);
