/** OpenAPI 3.0, 3.1 and 3.2, object by object in the order of the standard. */
import { textAt, type Tree } from '../tree.ts';
import { SCHEMA_3_0, SCHEMA_3_1 } from './schema-shapes.ts';
import {
  among,
  any,
  flag,
  listOf,
  mapped,
  needs,
  object,
  text,
  type FieldShape,
  type ObjectShape,
  type Shapes,
} from './shape.ts';

const texts = listOf(text);
const servers = listOf(object('Server'));
const requirements = listOf(object('SecurityRequirement'));
const content = mapped(object('MediaType'));
const pathItems = mapped(object('PathItem'));

const methods = (...names: readonly string[]): Record<string, FieldShape> =>
  Object.fromEntries(names.map((name) => [name, object('Operation')]));

const STYLES = [
  'matrix',
  'label',
  'form',
  'simple',
  'spaceDelimited',
  'pipeDelimited',
  'deepObject',
];

/** The fields that parameters and headers share. */
const VALUE = {
  description: text,
  required: flag,
  deprecated: flag,
  explode: flag,
  schema: object('Schema'),
  example: any,
  examples: mapped(object('Example')),
  content,
};

const COMPONENTS = {
  schemas: mapped(object('Schema')),
  responses: mapped(object('Response')),
  parameters: mapped(object('Parameter')),
  examples: mapped(object('Example')),
  requestBodies: mapped(object('RequestBody')),
  headers: mapped(object('Header')),
  securitySchemes: mapped(object('SecurityScheme')),
  links: mapped(object('Link')),
  callbacks: mapped(object('Callback')),
};

const PATH_ITEM = {
  $ref: text,
  summary: text,
  description: text,
  ...methods('get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'),
  servers,
  parameters: listOf(object('Parameter')),
};

const flow = (...urls: readonly string[]): ObjectShape => ({
  called: 'a flow',
  fields: {
    authorizationUrl: text,
    tokenUrl: text,
    deviceAuthorizationUrl: text,
    refreshUrl: text,
    scopes: mapped(text),
  },
  required: needs(...urls, 'scopes'),
});

function neededByScheme(node: Tree): readonly string[] {
  switch (textAt(node, 'type') ?? '') {
    case 'apiKey':
      return ['name', 'in'];
    case 'http':
      return ['scheme'];
    case 'oauth2':
      return ['flows'];
    case 'openIdConnect':
      return ['openIdConnectUrl'];
    default:
      return ['type'];
  }
}

const SECURITY_SCHEME = {
  description: text,
  name: text,
  in: among('query', 'header', 'cookie'),
  scheme: text,
  bearerFormat: text,
  flows: object('Flows'),
  openIdConnectUrl: text,
};

const INFO = {
  title: text,
  description: text,
  termsOfService: text,
  contact: object('Contact'),
  license: object('License'),
  version: text,
};

const ROOT = {
  openapi: text,
  info: object('Info'),
  servers,
  paths: object('Paths'),
  components: object('Components'),
  security: requirements,
  tags: listOf(object('Tag')),
  externalDocs: object('ExternalDocs'),
};

export const SHAPES_3_0: Shapes = {
  Root: { called: 'the definition', fields: ROOT, required: needs('info', 'paths') },
  Info: { called: '`info`', fields: INFO, required: needs('title', 'version') },
  Contact: { called: '`contact`', fields: { name: text, url: text, email: text } },
  License: { called: '`license`', fields: { name: text, url: text }, required: needs('name') },
  Server: {
    called: 'a server',
    fields: { url: text, description: text, variables: mapped(object('ServerVariable')) },
    required: needs('url'),
  },
  ServerVariable: {
    called: 'a server variable',
    fields: { enum: texts, default: text, description: text },
    required: needs('default'),
  },
  Components: { called: '`components`', fields: COMPONENTS },
  Paths: {
    called: '`paths`',
    fields: {},
    others: (key) => (key.startsWith('/') ? object('PathItem') : undefined),
  },
  PathItem: { called: 'a path', referable: true, fields: PATH_ITEM },
  Operation: {
    called: 'an operation',
    fields: {
      tags: texts,
      summary: text,
      description: text,
      externalDocs: object('ExternalDocs'),
      operationId: text,
      parameters: listOf(object('Parameter')),
      requestBody: object('RequestBody'),
      responses: object('Responses'),
      callbacks: mapped(object('Callback')),
      deprecated: flag,
      security: requirements,
      servers,
    },
    required: needs('responses'),
  },
  ExternalDocs: {
    called: '`externalDocs`',
    fields: { description: text, url: text },
    required: needs('url'),
  },
  Parameter: {
    called: 'a parameter',
    referable: true,
    fields: {
      ...VALUE,
      name: text,
      in: among('query', 'header', 'path', 'cookie'),
      allowEmptyValue: flag,
      allowReserved: flag,
      style: among(...STYLES),
    },
    required: needs('name', 'in'),
  },
  RequestBody: {
    called: 'a request body',
    referable: true,
    fields: { description: text, content, required: flag },
    required: needs('content'),
  },
  MediaType: {
    called: 'a media type',
    fields: {
      schema: object('Schema'),
      example: any,
      examples: mapped(object('Example')),
      encoding: mapped(object('Encoding')),
    },
  },
  Encoding: {
    called: 'an encoding',
    fields: {
      contentType: text,
      headers: mapped(object('Header')),
      style: among('form', 'spaceDelimited', 'pipeDelimited', 'deepObject'),
      explode: flag,
      allowReserved: flag,
    },
  },
  Responses: {
    called: '`responses`',
    fields: {},
    others: (key) => (key === 'default' || /^[0-9]/.test(key) ? object('Response') : undefined),
  },
  Response: {
    called: 'a response',
    referable: true,
    fields: {
      description: text,
      headers: mapped(object('Header')),
      content,
      links: mapped(object('Link')),
    },
    required: needs('description'),
  },
  Callback: {
    called: 'a callback',
    referable: true,
    fields: {},
    others: () => object('PathItem'),
  },
  Example: {
    called: 'an example',
    referable: true,
    fields: { summary: text, description: text, value: any, externalValue: text },
  },
  Link: {
    called: 'a link',
    referable: true,
    fields: {
      operationRef: text,
      operationId: text,
      parameters: mapped(any),
      requestBody: any,
      description: text,
      server: object('Server'),
    },
  },
  Header: {
    called: 'a header',
    referable: true,
    // The last two belong to parameters, but some tools write them for headers: they have no effect.
    fields: { ...VALUE, style: among('simple'), allowEmptyValue: flag, allowReserved: flag },
  },
  Tag: {
    called: 'a tag',
    fields: { name: text, description: text, externalDocs: object('ExternalDocs') },
    required: needs('name'),
  },
  Schema: SCHEMA_3_0,
  Discriminator: {
    called: 'a discriminator',
    fields: { propertyName: text, mapping: mapped(text) },
    required: needs('propertyName'),
  },
  Xml: {
    called: '`xml`',
    fields: { name: text, namespace: text, prefix: text, attribute: flag, wrapped: flag },
  },
  SecurityScheme: {
    called: 'a security scheme',
    referable: true,
    fields: { ...SECURITY_SCHEME, type: among('apiKey', 'http', 'oauth2', 'openIdConnect') },
    required: neededByScheme,
  },
  Flows: {
    called: '`flows`',
    fields: {
      implicit: object('ImplicitFlow'),
      password: object('TokenFlow'),
      clientCredentials: object('TokenFlow'),
      authorizationCode: object('CodeFlow'),
    },
  },
  ImplicitFlow: flow('authorizationUrl'),
  TokenFlow: flow('tokenUrl'),
  CodeFlow: flow('authorizationUrl', 'tokenUrl'),
  SecurityRequirement: { called: 'a security requirement', fields: {}, others: () => texts },
};

/** The shape with more fields or other rules. */
function changed(shapes: Shapes, name: string, change: Partial<ObjectShape>): ObjectShape {
  const old = shapes[name] as ObjectShape;
  return { ...old, ...change, fields: { ...old.fields, ...change.fields } };
}

const from30 = (name: string, change: Partial<ObjectShape>): ObjectShape =>
  changed(SHAPES_3_0, name, change);

export const SHAPES_3_1: Shapes = {
  ...SHAPES_3_0,
  Root: from30('Root', {
    fields: { webhooks: pathItems, jsonSchemaDialect: text },
    required: needs('info'),
  }),
  Info: from30('Info', { fields: { summary: text } }),
  License: from30('License', { fields: { identifier: text } }),
  Components: from30('Components', { fields: { pathItems } }),
  Operation: from30('Operation', { required: needs() }),
  Schema: SCHEMA_3_1,
  SecurityScheme: from30('SecurityScheme', {
    fields: { type: among('apiKey', 'http', 'mutualTLS', 'oauth2', 'openIdConnect') },
  }),
};

const from31 = (name: string, change: Partial<ObjectShape>): ObjectShape =>
  changed(SHAPES_3_1, name, change);

export const SHAPES_3_2: Shapes = {
  ...SHAPES_3_1,
  Root: from31('Root', { fields: { $self: text } }),
  Server: from31('Server', { fields: { name: text } }),
  Components: from31('Components', { fields: { mediaTypes: content } }),
  PathItem: from31('PathItem', {
    fields: { ...methods('query'), additionalOperations: mapped(object('Operation')) },
  }),
  Parameter: from31('Parameter', {
    fields: {
      in: among('query', 'querystring', 'header', 'path', 'cookie'),
      style: among(...STYLES, 'cookie'),
    },
  }),
  MediaType: from31('MediaType', {
    referable: true,
    fields: {
      itemSchema: object('Schema'),
      prefixEncoding: listOf(object('Encoding')),
      itemEncoding: object('Encoding'),
    },
  }),
  Encoding: from31('Encoding', {
    fields: {
      encoding: mapped(object('Encoding')),
      prefixEncoding: listOf(object('Encoding')),
      itemEncoding: object('Encoding'),
    },
  }),
  Response: from31('Response', { fields: { summary: text }, required: needs() }),
  Example: from31('Example', { fields: { dataValue: any, serializedValue: text } }),
  Tag: from31('Tag', { fields: { summary: text, parent: text, kind: text } }),
  Discriminator: from31('Discriminator', { fields: { defaultMapping: text } }),
  Xml: from31('Xml', {
    fields: { nodeType: among('element', 'attribute', 'text', 'cdata', 'none') },
  }),
  SecurityScheme: from31('SecurityScheme', {
    fields: { oauth2MetadataUrl: text, deprecated: flag },
  }),
  Flows: from31('Flows', { fields: { deviceAuthorization: object('DeviceFlow') } }),
  DeviceFlow: flow('deviceAuthorizationUrl', 'tokenUrl'),
};
