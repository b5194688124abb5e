/**
 * Pairs whose verdicts were judged by hand: what definitions of the public have in common where
 * comparisons are often silent, or say too much. Shapes, not texts, of such definitions.
 */
import {
  answers,
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
  type Case,
  type Row,
} from './cases.ts';
import type { Tree } from '../../../src/definitions/definition-tree.ts';

const whole = { type: 'integer' };

/** An API that answers with, or takes, a schema of a few kinds. */
const family = (
  { version = '3.0.3', request = false, body = undefined as object | undefined },
  schemas: object,
): Tree => {
  const old = version === '2.0';
  const prefix = old ? '#/definitions/' : '#/components/schemas/';
  const pet = body ?? { $ref: `${prefix}Pet` };
  const one = request
    ? old
      ? { parameters: [{ name: 'body', in: 'body', schema: pet }], responses: { 200: ok } }
      : { requestBody: { content: json(pet) }, responses: { 200: ok } }
    : { responses: { 200: old ? { ...ok, schema: pet } : { ...ok, content: json(pet) } } };
  const named = JSON.parse(JSON.stringify(schemas).replaceAll('$/', prefix)) as object;
  const info = { title: 'Pets', version: '1' };
  return old
    ? { swagger: version, info, paths: { '/pets': { post: one } }, definitions: named }
    : { openapi: version, info, paths: { '/pets': { post: one } }, components: { schemas: named } };
};

const kind = (base: string, properties: object, more: object = {}): object => ({
  allOf: [{ $ref: `$/${base}` }, object(properties, more)],
});
const petOf = (discriminator: unknown, more: object = {}): object => ({
  type: 'object',
  required: ['kind'],
  properties: { kind: text, ...more },
  discriminator,
});
const byName = { propertyName: 'kind' };
const mapped = (mapping: object): object => ({ propertyName: 'kind', mapping });
const cat = mapped({ cat: '#/components/schemas/Cat' });
const demanding = kind('Pet', { claws: whole }, { required: ['claws'] });

const inheritance: readonly Row[] = [
  ...(
    [
      ['2.0, by the name', '2.0', 'kind'],
      ['3.0, by the name', '3.0.3', byName],
      ['3.0, by a mapping to a reference', '3.0.3', cat],
      ['3.0, by a mapping to a name', '3.0.3', mapped({ cat: 'Cat' })],
      ['3.1, by a mapping', '3.1.0', cat],
      ['3.1, by the name', '3.1.0', byName],
    ] as const
  ).flatMap(([name, version, discriminator]): Row[] => [
    [
      `a kind that is read loses a required property: ${name}`,
      family({ version }, { Pet: petOf(discriminator), Cat: demanding }),
      family({ version }, { Pet: petOf(discriminator), Cat: kind('Pet', {}) }),
      ['required-property-removed', 'breaking'],
    ],
    [
      `a kind that is sent requires a property: ${name}`,
      family({ version, request: true }, { Pet: petOf(discriminator), Cat: kind('Pet', {}) }),
      family({ version, request: true }, { Pet: petOf(discriminator), Cat: demanding }),
      ['required-property-added', 'breaking'],
    ],
  ]),
  [
    'a kind that is read requires a property',
    family({}, { Pet: petOf(byName), Cat: kind('Pet', {}) }),
    family({}, { Pet: petOf(byName), Cat: demanding }),
    ['required-property-added', 'safe'],
  ],
  [
    'a kind of a kind has another type',
    family({}, { Pet: petOf(byName), Cat: kind('Pet', {}), Kitten: kind('Cat', { age: whole }) }),
    family({}, { Pet: petOf(byName), Cat: kind('Pet', {}), Kitten: kind('Cat', { age: text }) }),
    ['type-changed', 'breaking'],
  ],
  [
    'what all kinds inherit is told once',
    family({}, { Pet: petOf(cat, { age: whole }), Cat: kind('Pet', {}), Dog: kind('Pet', {}) }),
    family({}, { Pet: petOf(cat), Cat: kind('Pet', {}), Dog: kind('Pet', {}) }),
    ['optional-property-removed', 'risky'],
  ],
  [
    'a property moves from a kind into the schema that it includes',
    family({ request: true }, { Pet: petOf(byName), Cat: kind('Pet', { age: whole }) }),
    family({ request: true }, { Pet: petOf(byName, { age: whole }), Cat: kind('Pet', {}) }),
    ['optional-property-added', 'safe'],
  ],
  [
    'a kind is added without a mapping',
    family({}, { Pet: petOf(byName), Cat: demanding }),
    family({}, { Pet: petOf(byName), Cat: demanding, Dog: kind('Pet', {}) }),
    ['discriminator-value-added', 'risky'],
  ],
  [
    'a kind that is sent is removed',
    family({ request: true }, { Pet: petOf(byName), Cat: demanding, Dog: kind('Pet', {}) }),
    family({ request: true }, { Pet: petOf(byName), Cat: demanding }),
    ['discriminator-value-removed', 'breaking'],
  ],
  [
    'a kind that is added is told by its mapping only',
    family({}, { Pet: petOf(cat), Cat: demanding }),
    family(
      {},
      { Pet: petOf(mapped({ cat: 'Cat', dog: 'Dog' })), Cat: demanding, Dog: kind('Pet', {}) },
    ),
    ['discriminator-value-added', 'risky'],
  ],
  [
    'a mapping states what the names say anyway',
    family({}, { Pet: petOf(byName), Cat: demanding }),
    family({}, { Pet: petOf(mapped({ Cat: '#/components/schemas/Cat' })), Cat: demanding }),
  ],
  [
    'another kind than the one that is read changes',
    family(
      { body: { $ref: '#/components/schemas/Dog' } },
      {
        Pet: petOf(byName),
        Cat: demanding,
        Dog: kind('Pet', {}),
      },
    ),
    family(
      { body: { $ref: '#/components/schemas/Dog' } },
      {
        Pet: petOf(byName),
        Cat: kind('Pet', {}),
        Dog: kind('Pet', {}),
      },
    ),
  ],
  [
    'another kind than the one that is read gets another value',
    family(
      { body: { $ref: '#/components/schemas/Dog' } },
      {
        Pet: petOf(mapped({ cat: 'Cat', dog: 'Dog' })),
        Cat: demanding,
        Dog: kind('Pet', {}),
      },
    ),
    family(
      { body: { $ref: '#/components/schemas/Dog' } },
      {
        Pet: petOf(mapped({ puss: 'Cat', dog: 'Dog' })),
        Cat: demanding,
        Dog: kind('Pet', {}),
      },
    ),
  ],
  [
    'a schema is reached through a wrapper with a description',
    family(
      { body: { allOf: [{ $ref: '#/components/schemas/Pet' }], description: 'One.' } },
      {
        Pet: petOf(byName),
        Cat: demanding,
      },
    ),
    family(
      { body: { allOf: [{ $ref: '#/components/schemas/Pet' }], description: 'One.' } },
      {
        Pet: petOf(byName),
        Cat: kind('Pet', {}),
      },
    ),
    ['required-property-removed', 'breaking'],
  ],
  [
    'kinds include each other',
    family({}, { Pet: { ...petOf(byName), ...kind('Cat', {}) }, Cat: demanding }),
    family({}, { Pet: { ...petOf(byName), ...kind('Cat', {}) }, Cat: demanding }),
  ],
  [
    '2.0 becomes 3.0, and a kind loses a required property',
    family({ version: '2.0' }, { Pet: petOf('kind'), Cat: demanding }),
    family({}, { Pet: petOf(byName), Cat: kind('Pet', {}) }),
    ['required-property-removed', 'breaking'],
  ],
  [
    '2.0 becomes 3.0 with the same kinds',
    family({ version: '2.0' }, { Pet: petOf('kind'), Cat: demanding }),
    family({}, { Pet: petOf(byName), Cat: demanding }),
  ],
];

const typed = (content: object): Tree => responds({ 200: { ...ok, content } });
const sent = (content: object): Tree => operation({ requestBody: { content } });
const A = object({ a: text }, { required: ['a'] });
const B = object({ a: whole }, { required: ['a'] });
const inJson = (schema: object): object => ({ 'application/json': { schema } });
const inAny = (schema: object): object => ({ '*/*': { schema } });

const mediaTypes: readonly Row[] = [
  [
    'response: any media type becomes JSON',
    typed(inAny(A)),
    typed(inJson(A)),
    ['media-type-narrowed', 'safe'],
  ],
  [
    'request: any media type becomes JSON',
    sent(inAny(A)),
    sent(inJson(A)),
    ['media-type-narrowed', 'breaking'],
  ],
  [
    'response: JSON becomes any media type',
    typed(inJson(A)),
    typed(inAny(A)),
    ['media-type-widened', 'risky'],
  ],
  [
    'request: JSON becomes any media type',
    sent(inJson(A)),
    sent(inAny(A)),
    ['media-type-widened', 'safe'],
  ],
  [
    'response: any media type becomes JSON, and a property another type',
    typed(inAny(A)),
    typed(inJson(B)),
    ['media-type-narrowed', 'safe'],
    ['type-changed', 'breaking'],
  ],
  [
    'any media type becomes two',
    typed(inAny(A)),
    typed({ ...inJson(A), 'text/xml': { schema: A } }),
    ['media-type-narrowed', 'safe'],
  ],
  [
    'a range becomes the range of all',
    typed({ 'application/*': { schema: A } }),
    typed(inAny(A)),
    ['media-type-widened', 'risky'],
  ],
  [
    'any media type is left out beside JSON',
    typed({ ...inJson(A), ...inAny(A) }),
    typed(inJson(A)),
    ['media-type-narrowed', 'safe'],
  ],
  [
    'the only media type is replaced, and what is in it loses a property',
    typed(inJson(A)),
    typed({ 'application/hal+json': { schema: object({}) } }),
    ['media-type-removed', 'breaking'],
    ['media-type-added', 'safe'],
    ['required-property-removed', 'breaking'],
  ],
  [
    'JSON says that it is in UTF-8',
    typed(inJson(A)),
    typed({ 'application/json; charset=utf-8': { schema: A } }),
  ],
  [
    'JSON no longer says that it is in UTF-8',
    typed({ 'application/json;charset=UTF-8': { schema: A } }),
    typed(inJson(A)),
  ],
];

const reply = (schema: object): object => ({ ...ok, content: json(schema) });

const statuses: readonly Row[] = [
  ['a range becomes a status of it', responds({ '2XX': reply(A) }), responds({ 200: reply(A) })],
  [
    'a status becomes its range',
    responds({ 200: reply(A) }),
    responds({ '2XX': reply(A) }),
    ['response-added', 'safe'],
  ],
  [
    'a range becomes a status of it that has another type',
    responds({ '2XX': reply(A) }),
    responds({ 200: reply(B) }),
    ['type-changed', 'breaking'],
  ],
  [
    'a range becomes two statuses',
    responds({ '2XX': reply(A) }),
    responds({ 200: reply(A), 201: reply(A) }),
  ],
  [
    'a range becomes a status of another class',
    responds({ '2XX': reply(A), 400: ok }),
    responds({ 400: ok }),
    ['success-response-removed', 'breaking'],
  ],
  [
    'a status of a range gets a content of its own',
    responds({ '2XX': reply(A) }),
    responds({ '2XX': reply(A), 200: reply(B) }),
    ['response-added', 'safe'],
    ['type-changed', 'breaking'],
  ],
  [
    'a success that only the default described gets another content',
    responds({ default: reply(A) }),
    responds({ default: reply(A), 200: reply(B) }),
    ['response-added', 'safe'],
    ['type-changed', 'breaking'],
  ],
  [
    'a success is described like the default',
    responds({ default: reply(A) }),
    responds({ default: reply(A), 200: reply(A) }),
    ['response-added', 'safe'],
  ],
  [
    'a second success beside a default that describes errors',
    responds({ 200: reply(A), default: reply(B) }),
    responds({ 200: reply(A), 202: reply(object({})), default: reply(B) }),
    ['response-added', 'safe'],
  ],
  [
    'an error beside a default',
    responds({ 200: reply(A), default: reply(B) }),
    responds({ 200: reply(A), 404: reply(A), default: reply(B) }),
    ['response-added', 'safe'],
  ],
];

const in30 = (tree: Tree): Tree => ({ ...tree, openapi: '3.0.3' });
const bytes = { type: 'string', format: 'binary' };
const form = (schema: object): Tree => sent({ 'multipart/form-data': { schema } });

const upgrades: readonly Row[] = [
  [
    '3.0 → 3.1: bytes in base64',
    in30(sends(object({ a: { ...text, format: 'byte' } }))),
    sends(object({ a: { ...text, contentEncoding: 'base64' } })),
  ],
  [
    '3.0 → 3.1: a picture in base64',
    in30(answers(object({ a: { ...text, format: 'byte' } }))),
    answers(object({ a: { ...text, contentEncoding: 'base64', contentMediaType: 'image/png' } })),
  ],
  [
    '3.0 → 3.1: a file in a form',
    in30(form(object({ a: bytes }))),
    form(object({ a: { ...text, contentMediaType: 'application/octet-stream' } })),
  ],
  [
    '3.0 → 3.1: a body that is a file',
    in30(sent({ 'application/octet-stream': { schema: bytes } })),
    sent({ 'application/octet-stream': {} }),
  ],
  [
    '3.0 → 3.1: a value that may be null',
    in30(answers(object({ a: { ...text, nullable: true } }))),
    answers(object({ a: { type: ['string', 'null'] } })),
  ],
  [
    '3.0 → 3.1: a reference that may be null',
    in30(answers(object({ a: { nullable: true, allOf: [A] } }))),
    answers(object({ a: { anyOf: [A, { type: 'null' }] } })),
  ],
  [
    '3.0 → 3.1: an exclusive limit',
    in30(sends({ type: 'number', minimum: 0, exclusiveMinimum: true })),
    sends({ type: 'number', exclusiveMinimum: 0 }),
  ],
  [
    'base64 becomes another encoding',
    answers({ ...text, format: 'byte' }),
    answers({ ...text, contentEncoding: 'base32' }),
    ['format-removed', 'risky'],
    ['content-encoding-changed', 'breaking'],
  ],
  [
    'an integer above 0 is at least 1',
    sends({ ...whole, minimum: 1 }),
    sends({ ...whole, exclusiveMinimum: 0 }),
  ],
  [
    'an integer below 10 is at most 9',
    answers({ ...whole, exclusiveMaximum: 10 }),
    answers({ ...whole, maximum: 9 }),
  ],
  [
    'an integer above 0 is above 1',
    sends({ ...whole, minimum: 1 }),
    sends({ ...whole, exclusiveMinimum: 1 }),
    ['limit-tightened', 'breaking'],
  ],
  [
    'a number above 0 is not a number of at least 1',
    sends({ type: 'number', exclusiveMinimum: 0 }),
    sends({ type: 'number', minimum: 1 }),
    ['limit-tightened', 'breaking'],
  ],
];

const formats: readonly Row[] = [
  [
    'an integer gets a format of its own',
    answers({ ...whole, format: 'int64' }),
    answers({ ...whole, format: 'unixtime' }),
    ['format-renamed', 'risky'],
  ],
  [
    'a format is written as in the standard',
    sends({ ...text, format: 'datetime' }),
    sends({ ...text, format: 'date-time' }),
    ['format-renamed', 'risky'],
  ],
  [
    'a date becomes a date with a time',
    answers({ ...text, format: 'date' }),
    answers({ ...text, format: 'date-time' }),
    ['format-changed', 'breaking'],
  ],
  [
    'a URI may be relative',
    answers({ ...text, format: 'uri' }),
    answers({ ...text, format: 'uri-reference' }),
    ['format-widened', 'breaking'],
  ],
  [
    'a URI that is sent may be relative',
    sends({ ...text, format: 'uri' }),
    sends({ ...text, format: 'uri-reference' }),
    ['format-widened', 'safe'],
  ],
];

const named = (names: readonly string[], request = true): Tree =>
  (request ? sends : answers)(object({ title: text, note: text }, { required: names }));

const names: readonly Row[] = [
  [
    'a required name is spelt as the property is',
    named(['Title'], false),
    named(['title'], false),
    ['required-name-removed', 'risky'],
    ['property-became-required', 'safe'],
  ],
  [
    'a name that no property has is required',
    named(['title']),
    named(['title', 'Note']),
    ['required-name-added', 'risky'],
  ],
  [
    'a name that no property has is no longer required',
    named(['title', 'Note']),
    named(['title']),
    ['required-name-removed', 'safe'],
  ],
  [
    'a name that any property may have is required',
    sends(object({ a: text }, { additionalProperties: text })),
    sends(object({ a: text }, { additionalProperties: text, required: ['b'] })),
    ['property-became-required', 'breaking'],
  ],
  [
    'a name is required where no property is described',
    sends({ type: 'object' }),
    sends({ type: 'object', required: ['b'] }),
    ['property-became-required', 'breaking'],
  ],
];

const inPath = (schema: object): Tree =>
  definition({
    '/items/{id}': {
      get: {
        parameters: [{ name: 'id', in: 'path', required: true, schema }],
        responses: { 200: ok },
      },
    },
  });
const asked = (schema: object): Tree => takes(query({ schema }));

const parameters: readonly Row[] = [
  [
    'a number in a query becomes a string',
    asked(whole),
    asked(text),
    ['parameter-became-text', 'risky'],
  ],
  [
    'a number in a path becomes a string',
    inPath(whole),
    inPath(text),
    ['parameter-became-text', 'risky'],
  ],
  [
    'a number in a query becomes a string that must match a pattern',
    asked(whole),
    asked({ ...text, pattern: '^[a-z]+$' }),
    ['type-changed', 'breaking'],
  ],
  ['a string in a query becomes a number', asked(text), asked(whole), ['type-changed', 'breaking']],
  [
    'a number in JSON in a query becomes a string',
    takes({ name: 'q', in: 'query', content: json(whole) }),
    takes({ name: 'q', in: 'query', content: json(text) }),
    ['type-changed', 'breaking'],
  ],
  ['a number in a body becomes a string', sends(whole), sends(text), ['type-changed', 'breaking']],
];

const calledBack = (schema: object): Tree => {
  const call = (more: object): object => ({
    '{$request.body#/url}': { post: { responses: { 200: ok }, ...more } },
  });
  const again = call({ requestBody: { content: json(schema) } });
  return operation({ callbacks: { done: call({ callbacks: { again } }) } });
};
const scheme = (flow: object): Tree => ({
  ...operation({ security: [{ login: [] }] }),
  components: {
    securitySchemes: {
      login: { $ref: '#/components/securitySchemes/own' },
      own: {
        type: 'oauth2',
        flows: { clientCredentials: { tokenUrl: 'https://a.example/t', scopes: {}, ...flow } },
      },
    },
  },
});
const oldKeyword = (schema: object): Tree => ({
  ...answers({ type: 'object', dependencies: { a: { $ref: '#/components/schemas/Circle' } } }),
  components: { schemas: { Circle: schema } },
});

const others: readonly Row[] = [
  [
    'callbacks of a callback differ',
    calledBack(text),
    calledBack(whole),
    ['not-compared', 'risky'],
  ],
  [
    'a schema differs that only a keyword leads to that is compared as text',
    oldKeyword(object({ r: text })),
    oldKeyword(object({ r: whole })),
    ['not-compared', 'risky'],
  ],
  [
    'a schema that only a keyword leads to that is compared as text is described in other words',
    oldKeyword({ ...object({ r: text }), description: 'Round.' }),
    oldKeyword({ ...object({ r: text }), description: 'Quite round.' }),
  ],
  [
    'tokens are refreshed at an address that is new',
    scheme({}),
    scheme({ refreshUrl: 'https://a.example/r' }),
    ['oauth-flow-added', 'safe'],
    ['oauth-flow-added', 'safe'],
  ],
  [
    'tokens are refreshed at another address',
    scheme({ refreshUrl: 'https://a.example/r' }),
    scheme({ refreshUrl: 'https://b.example/r' }),
    ['oauth-url-changed', 'risky'],
    ['oauth-url-changed', 'risky'],
  ],
];

export const QUIET_CASES: readonly Case[] = [
  ...inheritance,
  ...mediaTypes,
  ...statuses,
  ...upgrades,
  ...formats,
  ...names,
  ...parameters,
  ...others,
].map(([name, before, after, ...expected]) => ({ name, before, after, expected }));
