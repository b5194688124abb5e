/** Pairs whose verdict depends on what is sent in the end: values of discriminators, the most specific media type, whole URLs, names without case. */
import {
  answers,
  casesOf,
  definition,
  object,
  ok,
  operation,
  responds,
  sends,
  text,
  type Row,
} from './cases.ts';
import type { Tree } from '../../../src/definitions/definition-tree.ts';

const whole = { type: 'integer' };
const in30 = (tree: Tree): Tree => ({ ...tree, openapi: '3.0.3' });

const ANIMALS = {
  Cat: object({ t: text, lives: text }),
  Kitty: object({ t: text, lives: text }),
  Dog: object({ t: text, breed: text }),
  Puppy: object({ t: text, breed: text }),
};
type Animal = keyof typeof ANIMALS;

/** A choice of schemas, and the property that tells which one it is. */
const choice = (
  make: (schema: unknown) => Tree,
  names: readonly Animal[],
  mapping?: object,
  kind = 'oneOf',
): Tree => ({
  ...in30(
    make({
      [kind]: names.map((name) => ({ $ref: `#/components/schemas/${name}` })),
      discriminator: { propertyName: 't', ...(mapping && { mapping }) },
    }),
  ),
  components: { schemas: Object.fromEntries(names.map((name) => [name, ANIMALS[name]])) },
});

/** A schema that includes the one with the discriminator. */
const kindNamed = (make: (schema: unknown) => Tree, name: string, mapping?: object): Tree => ({
  ...make({ $ref: `#/components/schemas/${name}` }),
  components: {
    schemas: {
      Pet: object(
        { t: text },
        { discriminator: { propertyName: 't', ...(mapping && { mapping }) } },
      ),
      [name]: { allOf: [{ $ref: '#/components/schemas/Pet' }, object({ lives: text })] },
    },
  },
});

/** A kind, and another schema that says more about it where it is received. */
function mixedWith(name: string): Tree {
  const schema = {
    allOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: `#/components/schemas/${name}` }],
  };
  const { components, ...rest } = kindNamed(() => answers(schema), 'Cat');
  const { schemas } = components as { schemas: object };
  return { ...rest, components: { schemas: { ...schemas, [name]: object({ age: whole }) } } };
}

const REMOVED = 'discriminator-value-removed';
const ADDED = 'discriminator-value-added';

const discriminators: readonly Row[] = [
  ...['oneOf', 'anyOf'].flatMap((kind): Row[] => [
    [
      `${kind}, request: an alternative gets another name, which is its value`,
      choice(sends, ['Cat', 'Dog'], undefined, kind),
      choice(sends, ['Kitty', 'Dog'], undefined, kind),
      [REMOVED, 'breaking'],
      [ADDED, 'safe'],
    ],
    [
      `${kind}, response: an alternative gets another name, which is its value`,
      choice(answers, ['Cat', 'Dog'], undefined, kind),
      choice(answers, ['Kitty', 'Dog'], undefined, kind),
      [REMOVED, 'safe'],
      [ADDED, 'risky'],
    ],
  ]),
  [
    'an alternative gets another name beside one that is mapped',
    choice(sends, ['Cat', 'Dog'], { dog: 'Dog' }),
    choice(sends, ['Kitty', 'Dog'], { dog: 'Dog' }),
    [REMOVED, 'breaking'],
    [ADDED, 'safe'],
  ],
  [
    'an alternative gets another name, and the mapping keeps its value',
    choice(sends, ['Cat', 'Dog'], { cat: 'Cat' }),
    choice(sends, ['Kitty', 'Dog'], { cat: '#/components/schemas/Kitty' }),
  ],
  [
    'an alternative gets another name, and a mapping keeps the old one',
    choice(answers, ['Cat', 'Dog']),
    choice(answers, ['Kitty', 'Dog'], { Cat: 'Kitty' }),
  ],
  [
    'an alternative gets another name and a mapping to another value',
    choice(sends, ['Cat', 'Dog']),
    choice(sends, ['Kitty', 'Dog'], { feline: 'Kitty' }),
    [REMOVED, 'breaking'],
    [ADDED, 'safe'],
  ],
  [
    'an alternative that was mapped gets another name and no mapping',
    choice(sends, ['Cat', 'Dog'], { feline: 'Cat' }),
    choice(sends, ['Kitty', 'Dog']),
    [REMOVED, 'breaking'],
    [ADDED, 'safe'],
  ],
  [
    'all alternatives get other names',
    choice(sends, ['Cat', 'Dog']),
    choice(sends, ['Kitty', 'Puppy']),
    [REMOVED, 'breaking'],
    [REMOVED, 'breaking'],
    [ADDED, 'safe'],
    [ADDED, 'safe'],
  ],
  [
    'the only alternative gets another name',
    choice(sends, ['Cat']),
    choice(sends, ['Kitty']),
    [REMOVED, 'breaking'],
    [ADDED, 'safe'],
  ],
  [
    'an alternative that is gone is told once, without its value',
    choice(sends, ['Cat', 'Dog', 'Puppy']),
    choice(sends, ['Cat', 'Dog']),
    ['alternative-removed', 'breaking'],
  ],
  [
    'an alternative that is new is told once, without its value',
    choice(answers, ['Cat', 'Dog']),
    choice(answers, ['Cat', 'Dog', 'Puppy']),
    ['alternative-added', 'risky'],
  ],
  [
    'an alternative gets another name where one was that is gone',
    choice(answers, ['Puppy', 'Cat', 'Dog']),
    choice(answers, ['Kitty', 'Dog']),
    ['alternative-removed', 'safe'],
    [REMOVED, 'safe'],
    [ADDED, 'risky'],
  ],
  [
    'an alternative gets a name: nothing said its value before',
    in30(answers({ oneOf: [ANIMALS.Cat, ANIMALS.Dog], discriminator: { propertyName: 't' } })),
    choice(answers, ['Cat', 'Dog']),
  ],
  ...[sends, answers].flatMap((make): Row[] => [
    [
      `a kind gets another name, which is its value: ${make === sends ? 'sent' : 'received'}`,
      kindNamed(make, 'Cat'),
      kindNamed(make, 'Kitty'),
      [REMOVED, make === sends ? 'breaking' : 'safe'],
      [ADDED, make === sends ? 'safe' : 'risky'],
    ],
    [
      `a kind gets another name, and the mapping keeps its value: ${make === sends ? 'sent' : 'received'}`,
      kindNamed(make, 'Cat', { cat: 'Cat' }),
      kindNamed(make, 'Kitty', { cat: 'Kitty' }),
      ['discriminator-target-changed', 'risky'],
    ],
  ]),
  [
    'what a kind is mixed with gets another name, which is never sent',
    mixedWith('Aged'),
    mixedWith('Old'),
  ],
  [
    'a kind among alternatives gets another name',
    kindNamed((schema) => sends({ oneOf: [schema, text] }), 'Cat'),
    kindNamed((schema) => sends({ oneOf: [schema, text] }), 'Kitty'),
    [REMOVED, 'breaking'],
    [ADDED, 'safe'],
  ],
  [
    'without a discriminator, the name of an alternative is never sent',
    answers({ oneOf: [ANIMALS.Cat, ANIMALS.Dog] }),
    {
      ...answers({ oneOf: [{ $ref: '#/components/schemas/Kitty' }, ANIMALS.Dog] }),
      components: { schemas: ANIMALS },
    },
  ],
];

const A = object({ a: text });
const asText = { schema: text };
const asNumber = { schema: whole };

/** A type of content beside a range that includes it, which it is no longer. */
const besideRange = (range: string): Row[] => {
  const before = { [range]: asText };
  const after = { [range]: asText, 'application/json': asNumber };
  return [
    [
      `response: JSON becomes a number beside ${range}`,
      responds({ 200: { ...ok, content: before } }),
      responds({ 200: { ...ok, content: after } }),
      ['media-type-added', 'safe'],
      ['type-changed', 'breaking'],
    ],
    [
      `request: JSON becomes a number beside ${range}`,
      operation({ requestBody: { content: before } }),
      operation({ requestBody: { content: after } }),
      ['media-type-added', 'safe'],
      ['type-changed', 'breaking'],
    ],
  ];
};

const mediaTypes: readonly Row[] = [
  ...besideRange('*/*'),
  ...besideRange('application/*'),
  [
    'JSON is described beside the range as it was in it',
    responds({ 200: { ...ok, content: { '*/*': { schema: A } } } }),
    responds({
      200: { ...ok, content: { '*/*': { schema: A }, 'application/json': { schema: A } } },
    }),
    ['media-type-added', 'safe'],
  ],
  [
    'the nearest of two ranges tells what JSON was',
    responds({ 200: { ...ok, content: { '*/*': asText, 'application/*': asNumber } } }),
    responds({
      200: {
        ...ok,
        content: { '*/*': asText, 'application/*': asNumber, 'application/json': asNumber },
      },
    }),
    ['media-type-added', 'safe'],
  ],
  [
    'the nearest type tells what JSON becomes',
    responds({ 200: { ...ok, content: { 'application/json;charset=utf-8': asNumber } } }),
    responds({
      200: { ...ok, content: { 'application/*': asText, 'application/json': asNumber } },
    }),
    ['media-type-added', 'safe'],
  ],
];

const orNull = { type: ['string', 'null'] };
const nullable = { ...text, nullable: true };

const versions: readonly Row[] = [
  [
    '3.1: `nullable` meant nothing, and null can now be read',
    answers(nullable),
    answers(orNull),
    ['null-allowed', 'breaking'],
  ],
  [
    '3.1: null becomes `nullable`, which means nothing',
    sends(orNull),
    sends(nullable),
    ['null-forbidden', 'breaking'],
  ],
  [
    '3.1: `nullable` is added, and only a person knows why',
    answers(text),
    answers(nullable),
    ['constraint-changed', 'risky'],
  ],
  ['3.0: `nullable` becomes a type of 3.1', in30(answers(nullable)), answers(orNull)],
  [
    '3.0: `nullable` stays as it is in 3.1, where it means nothing',
    in30(sends(nullable)),
    sends(nullable),
    ['null-forbidden', 'breaking'],
  ],
  [
    '3.0: a property that is `nullable` stays as it is in 3.1',
    in30(sends({ type: 'array', items: object({ a: nullable, b: text }) })),
    sends({ type: 'array', items: object({ a: nullable, b: text }) }),
    ['null-forbidden', 'breaking'],
  ],
  [
    '3.1: `nullable` is left out where it says nothing new',
    answers(object({ a: { ...orNull, nullable: true }, b: { ...text, nullable: false } })),
    answers(object({ a: orNull, b: text })),
  ],
];

const secured = (scheme: object): Tree =>
  operationWith({ components: { securitySchemes: { key: scheme } } });
const operationWith = (more: object, key = 'key'): Tree =>
  definition({ '/a': { get: { security: [{ [key]: [] }], responses: { 200: ok } } } }, more);
const apiKey = (place: string, name: string): Tree => secured({ type: 'apiKey', in: place, name });
const flow = { tokenUrl: 'https://a.example/t', scopes: {} };
const reading = { ...flow, scopes: { read: '' } };
const oauth = (flows: object): Tree => secured({ type: 'oauth2', flows });

const security: readonly Row[] = [
  [
    'a flow of OAuth is removed',
    oauth({ clientCredentials: flow, password: flow }),
    oauth({ password: flow }),
    ['oauth-flow-removed', 'breaking'],
  ],
  [
    'a flow of OAuth becomes another one',
    oauth({ clientCredentials: flow }),
    oauth({ password: flow }),
    ['oauth-flow-removed', 'breaking'],
    ['oauth-flow-added', 'safe'],
  ],
  [
    '2.0: the flow of OAuth becomes another one',
    {
      swagger: '2.0',
      paths: {},
      securityDefinitions: { key: { type: 'oauth2', flow: 'application', tokenUrl: 'x' } },
    },
    {
      swagger: '2.0',
      paths: {},
      securityDefinitions: { key: { type: 'oauth2', flow: 'password', tokenUrl: 'x' } },
    },
    ['oauth-flow-removed', 'breaking'],
    ['oauth-flow-added', 'safe'],
  ],
  [
    'a scheme of OAuth gets another name and loses a flow',
    oauth({ clientCredentials: flow, password: flow }),
    {
      ...operationWith(
        {
          components: { securitySchemes: { door: { type: 'oauth2', flows: { password: flow } } } },
        },
        'door',
      ),
    },
    ['oauth-flow-removed', 'breaking'],
  ],
  [
    'a flow no longer offers a scope that another one offers',
    oauth({ clientCredentials: reading, password: reading }),
    oauth({ clientCredentials: flow, password: reading }),
    ['oauth-scope-removed', 'risky'],
  ],
  [
    'a flow offers a scope that another one offers already',
    oauth({ clientCredentials: flow, password: reading }),
    oauth({ clientCredentials: reading, password: reading }),
    ['oauth-scope-added', 'safe'],
  ],
  [
    'a note beside the flows is left out',
    oauth({ password: flow, 'x-note': { a: 1 } }),
    oauth({ password: flow }),
  ],
  ['the name of a header has no case', apiKey('header', 'X-K'), apiKey('header', 'x-k')],
  [
    'the name of a query parameter has a case',
    apiKey('query', 'K'),
    apiKey('query', 'k'),
    ['security-scheme-changed', 'breaking'],
  ],
];

const get = { get: { responses: { 200: ok } } };
const at = (url: string, ...paths: string[]): Tree =>
  definition(Object.fromEntries(paths.map((path) => [path, get])), { servers: [{ url }] });

const addresses: readonly Row[] = [
  [
    'a part of the path moves into the server',
    at('https://a.example', '/p/{id}'),
    at('https://a.example/p', '/{id}'),
  ],
  [
    'a part of the server moves into the paths',
    at('https://a.example/p/', '/{id}', '/a'),
    at('https://a.example', '/p/{id}', '/p/a'),
  ],
  [
    'the same, and a parameter is renamed',
    at('https://a.example', '/p/{id}'),
    at('https://a.example/p', '/{key}'),
    ['path-parameter-renamed', 'safe'],
  ],
  [
    'a part of the paths moves into the server, and one is gone',
    at('https://a.example', '/p/{id}', '/p/a'),
    at('https://a.example/p', '/{id}'),
    ['operation-removed', 'breaking'],
  ],
  ['a part of the paths moves into the server of the same host', at('/', '/p/a'), at('/p', '/a')],
  [
    'a part of the paths moves into a base path that is new',
    definition({ '/p/a': get }),
    at('/p', '/a'),
  ],
  [
    'the name of a host has no case',
    at('https://A.example/P', '/a'),
    at('https://a.example/P', '/a'),
  ],
  [
    'a path has a case',
    at('https://a.example/P', '/a'),
    at('https://a.example/p', '/a'),
    ['server-path-changed', 'breaking'],
    ['server-added', 'safe'],
  ],
  [
    'only the server changes',
    at('https://a.example', '/a'),
    at('https://a.example/p', '/a'),
    ['server-path-changed', 'breaking'],
    ['server-added', 'safe'],
  ],
  [
    'a part of the path that only begins with that of the server',
    at('https://a.example', '/part/a'),
    at('https://a.example/p', '/a'),
    ['server-path-changed', 'breaking'],
    ['server-added', 'safe'],
    ['operation-removed', 'breaking'],
    ['operation-added', 'safe'],
  ],
  [
    '2.0: a part of the path moves into the base path',
    { swagger: '2.0', host: 'a.example', paths: { '/p/{id}': get } },
    { swagger: '2.0', host: 'a.example', basePath: '/p', paths: { '/{id}': get } },
  ],
];

export const WIRE_CASES = casesOf([
  ...discriminators,
  ...mediaTypes,
  ...versions,
  ...security,
  ...addresses,
]);
