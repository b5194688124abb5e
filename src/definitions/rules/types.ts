/** The objects of the standard: the library's types, with additions and corrections. */
import { child, isTree, textAt, type Tree } from '../definition-tree.ts';
import type { Library } from '../library.ts';

/** The versions of the standard that differ. Patch releases only change wording. */
export type Standard = '2.0' | '3.0' | '3.1' | '3.2';

export const LIBRARY_VERSIONS = {
  '2.0': 'oas2',
  '3.0': 'oas3_0',
  '3.1': 'oas3_1',
  '3.2': 'oas3_2',
} as const satisfies Record<Standard, string>;

/** What a value that is not an object of the standard must be; null: anything. */
export interface Scalar {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly items?: Scalar;
  readonly minimum?: number;
  /** Whether the value must be more than `minimum`. */
  readonly isAbove?: boolean;
  readonly resolvable?: boolean;
  /** The value is a reference to such an object. */
  readonly directResolveAs?: NodeType;
}

export type ObjectField = NodeType | Scalar | null | undefined;

/** An object, list or map of the standard, in the form that the library walks. */
export interface NodeType {
  readonly name: string;
  /** Empty, so that the library visits keys in the order of the text. */
  readonly properties: Readonly<Record<string, never>>;
  /** Returns the type that the library continues with, except for values that were visited. */
  readonly additionalProperties: (value: unknown, key: string) => ObjectField;
  readonly items: ((value: unknown) => ObjectField) | undefined;
  readonly fieldAt: (value: unknown, key: string) => ObjectField;
  readonly fields: ReadonlySet<string>;
  readonly required: (value: Tree) => readonly string[];
  /** Whether keys that begin with `x-` are extensions. */
  readonly isExtensible: boolean;
}

export interface Types {
  readonly all: Readonly<Record<string, NodeType>>;
  /** The keywords of schemas in all versions of OpenAPI 3. */
  readonly keywords: ReadonlySet<string>;
}

/** The text is a reference to a schema. */
interface SchemaAt {
  readonly schemaAt: string;
}

type Choice = string | Given | Scalar | SchemaAt | null | undefined;
type Chosen = Choice | ((value: unknown, key: string) => Choice);

/** A type as the library gives it. */
interface Given {
  readonly name?: string;
  readonly properties?: Readonly<Record<string, Chosen>>;
  readonly additionalProperties?: Chosen;
  readonly items?: Chosen;
  readonly required?: readonly string[] | ((value: Tree) => readonly string[]);
  readonly extensionsPrefix?: string;
}

const text: Scalar = { type: 'string' };
const flag: Scalar = { type: 'boolean' };
const number: Scalar = { type: 'number' };
const tally: Scalar = { type: 'integer', minimum: 0 };
const among = (...values: readonly string[]): Scalar => ({ enum: values });
const listAmong = (...values: readonly string[]): Scalar => ({
  type: 'array',
  items: among(...values),
});

/** Keywords with one meaning in all places. */
const LIMITS: Readonly<Record<string, Scalar>> = {
  maximum: number,
  minimum: number,
  multipleOf: { type: 'number', minimum: 0, isAbove: true },
  ...Object.fromEntries(
    'maxLength minLength maxItems minItems maxProperties minProperties maxContains minContains'
      .split(' ')
      .map((key) => [key, tally]),
  ),
};

const FORMATS = among('csv', 'ssv', 'tsv', 'pipes');
const TYPES = 'array boolean integer number object string null file'.split(' ');

/** Values that are not checked, but may be in files of their own. */
const DATA = 'Data';

const withStatus: Given = {
  properties: {},
  additionalProperties: (_, key) =>
    key === 'default' || /^[0-9]/.test(key) ? 'Response' : undefined,
};

function neededByParameter2(node: Tree): readonly string[] {
  const place = textAt(node, 'in');
  if (place === undefined) return ['name', 'in'];
  return ['name', place === 'body' ? 'schema' : 'type'];
}

function neededByScheme2(node: Tree): readonly string[] {
  const type = textAt(node, 'type');
  if (type === 'apiKey') return ['name', 'in'];
  if (type !== 'oauth2') return ['type'];
  const flow = textAt(node, 'flow');
  if (flow === undefined) return ['flow', 'scopes'];
  const urls = flow === 'implicit' ? [] : ['tokenUrl'];
  if (flow === 'accessCode' || flow === 'implicit') urls.unshift('authorizationUrl');
  return ['flow', 'scopes', ...urls];
}

type Changes = Readonly<Record<string, Given>>;

const CHANGES_2: Changes = {
  Root: { properties: { schemes: listAmong('http', 'https', 'ws', 'wss') } },
  Operation: { properties: { schemes: listAmong('http', 'https', 'ws', 'wss') } },
  Parameter: { required: neededByParameter2 },
  ParameterItems: { properties: { collectionFormat: FORMATS }, required: ['type'] },
  Header: { properties: { collectionFormat: FORMATS }, required: ['type'] },
  Responses: withStatus,
  Schema: {
    properties: { type: (value) => (Array.isArray(value) ? listAmong(...TYPES) : among(...TYPES)) },
  },
  SecurityScheme: { required: neededByScheme2 },
};

const URLS = ['authorizationUrl', 'tokenUrl', 'deviceAuthorizationUrl', 'refreshUrl'];
const FLOW: Given = {
  properties: { ...Object.fromEntries(URLS.map((key) => [key, text])), scopes: 'Scopes' },
};

const changes30 = (isSchema: (name: string) => boolean): Changes => ({
  Encoding: {
    properties: { style: among('form', 'spaceDelimited', 'pipeDelimited', 'deepObject') },
  },
  // `parameter-style` says which styles a place allows.
  Header: { properties: { style: text } },
  Parameter: { properties: { style: text } },
  Link: { properties: { parameters: 'Values' } },
  Values: { additionalProperties: () => null },
  Responses: withStatus,
  Schema: { properties: { items: 'Schema' } },
  ImplicitFlow: FLOW,
  PasswordFlow: FLOW,
  ClientCredentials: FLOW,
  AuthorizationCode: FLOW,
  Scopes: { additionalProperties: text },
  DiscriminatorMapping: { additionalProperties: (value) => schemaNamed(value, isSchema) },
});

const CHANGES_31: Changes = {
  Schema: { properties: { $ref: text, $vocabulary: 'Flags', id: undefined, summary: undefined } },
  Flags: { additionalProperties: flag },
};

const changes32 = (isSchema: (name: string) => boolean): Changes => ({
  Encoding: {
    properties: {
      encoding: 'EncodingMap',
      prefixEncoding: 'EncodingList',
      itemEncoding: 'Encoding',
    },
  },
  NamedMediaTypes: { additionalProperties: 'MediaType' },
  Response: { required: [] },
  DeviceAuthorization: FLOW,
  Discriminator: { properties: { defaultMapping: (value) => schemaNamed(value, isSchema) } },
});

/** A target of a mapping is the name of a schema, else a reference, which may lead to a file. */
const schemaNamed = (value: unknown, isSchema: (name: string) => boolean): Choice =>
  typeof value !== 'string' || value.startsWith('#') || isSchema(value)
    ? text
    : { schemaAt: value };

function changesFor(standard: Standard, content: Tree): readonly Changes[] {
  if (standard === '2.0') return [CHANGES_2];
  const schemas = child(child(content, 'components'), 'schemas');
  const isSchema = (name: string): boolean => isTree(schemas) && Object.hasOwn(schemas, name);
  const first = changes30(isSchema);
  if (standard === '3.0') return [first];
  return standard === '3.1' ? [first, CHANGES_31] : [first, CHANGES_31, changes32(isSchema)];
}

function changed(types: Changes, changes: readonly Changes[]): Changes {
  const result: Record<string, Given> = { ...types };
  for (const change of changes) {
    for (const [name, type] of Object.entries(change)) {
      const old = result[name];
      result[name] = { ...old, ...type, properties: { ...old?.properties, ...type.properties } };
    }
  }
  return result;
}

/**
 * The types of a version, for the definition `content`. `isVisited` returns whether the library
 * skips a value.
 */
export function typesOf(
  library: Library,
  standard: Standard,
  content: Tree,
  isVisited: (value: unknown, type: NodeType) => boolean,
): Types {
  const left = (value: unknown, field: ObjectField): ObjectField =>
    isNodeType(field) && isVisited(value, field) ? undefined : field;
  const typesIn = (version: Standard): Changes =>
    changed(
      library.getTypes(LIBRARY_VERSIONS[version]) as unknown as Changes,
      changesFor(version, content),
    );
  const keywords = ['3.0', '3.1'].flatMap((version) =>
    Object.entries(typesIn(version as Standard)['Schema']?.properties ?? {}).flatMap(
      ([key, field]) => (field === undefined || key.startsWith('x-') ? [] : [key]),
    ),
  );
  const all: Record<string, NodeType> = {
    [DATA]: nodeType(DATA, { additionalProperties: null }, () => null, left),
  };
  const typed = (choice: Choice): ObjectField => {
    if (typeof choice === 'string') return all[choice];
    if (choice === null || choice === undefined) return choice;
    if ('name' in choice && choice.name !== undefined) {
      return (all[choice.name] ??= nodeType(choice.name, choice, typed, left));
    }
    if ('isExample' in choice) return all[DATA];
    if ('schemaAt' in choice) return { ...text, directResolveAs: all['Schema'] as NodeType };
    const scalar = choice as Scalar;
    // The reference of a list is not followed: a list is not in a file of its own.
    return scalar.type === 'array' ? { ...scalar, resolvable: false } : scalar;
  };
  for (const [name, given] of Object.entries(typesIn(standard))) {
    all[name] = nodeType(name, given, typed, left);
  }
  return { all, keywords: new Set(keywords) };
}

/** Whether it is an object, list or map of the standard. */
export const isNodeType = (field: ObjectField): field is NodeType =>
  field !== null && field !== undefined && 'name' in field;

function nodeType(
  name: string,
  given: Given,
  typed: (choice: Choice) => ObjectField,
  left: (value: unknown, field: ObjectField) => ObjectField,
): NodeType {
  const own = Object.entries(given.properties ?? {}).filter(
    ([key, field]) => field !== undefined && !key.startsWith('x-'),
  );
  const fields = new Map<string, Chosen>(own.map(([key, field]) => [key, LIMITS[key] ?? field]));
  const { additionalProperties: others, required = [], extensionsPrefix, items } = given;
  const isExtensible = extensionsPrefix !== undefined;
  const resolved = new Map<Chosen, ObjectField>();
  const resolve = (chosen: Chosen, value: unknown, key: string): ObjectField => {
    if (typeof chosen === 'function') return typed(chosen(value, key));
    if (!resolved.has(chosen)) resolved.set(chosen, typed(chosen));
    return resolved.get(chosen);
  };
  const fieldAt = (value: unknown, key: string): ObjectField => {
    const chosen = fields.get(key);
    if (chosen !== undefined) return resolve(chosen, value, key);
    return isExtensible && key.startsWith('x-') ? undefined : resolve(others, value, key);
  };
  return {
    name,
    properties: {},
    additionalProperties: (value, key) => left(value, fieldAt(value, key)),
    items: items === undefined ? undefined : (value) => left(value, resolve(items, value, '')),
    fieldAt,
    fields: new Set(fields.keys()),
    required: typeof required === 'function' ? required : () => required,
    isExtensible,
  };
}

/** The names of the objects of the standard in messages. */
const CALLED: Readonly<Record<string, string>> = {
  Root: 'the definition',
  Info: '`info`',
  Contact: '`contact`',
  License: '`license`',
  Server: 'a server',
  ServerVariable: 'a server variable',
  Components: '`components`',
  Paths: '`paths`',
  PathItem: 'a path',
  Operation: 'an operation',
  ExternalDocs: '`externalDocs`',
  Parameter: 'a parameter',
  ParameterItems: '`items`',
  RequestBody: 'a request body',
  MediaType: 'a media type',
  Encoding: 'an encoding',
  Responses: '`responses`',
  Response: 'a response',
  Callback: 'a callback',
  Example: 'an example',
  Link: 'a link',
  Header: 'a header',
  Tag: 'a tag',
  Schema: 'a schema',
  Discriminator: 'a discriminator',
  Xml: '`xml`',
  SecurityScheme: 'a security scheme',
  OAuth2Flows: '`flows`',
  ImplicitFlow: 'a flow',
  PasswordFlow: 'a flow',
  ClientCredentials: 'a flow',
  AuthorizationCode: 'a flow',
  DeviceAuthorization: 'a flow',
  SecurityRequirement: 'a security requirement',
};

/** An object of the standard, with an article; every other type is a map. */
export const calledOf = ({ name }: NodeType): string => CALLED[name] ?? 'a map';

/** Whether a type is an object of the standard, rather than a list, a map or a scalar. */
export const isObject = ({ name }: NodeType): boolean => Object.hasOwn(CALLED, name);
