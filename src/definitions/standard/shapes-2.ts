/** OpenAPI (Swagger) 2.0, object by object in the order of the standard. */
import { textAt } from '../tree.ts';
import { SCHEMA_2 } from './schema-shapes.ts';
import {
  aboveZero,
  among,
  any,
  flag,
  listOf,
  mapped,
  needs,
  number,
  object,
  tally,
  text,
  type FieldShape,
  type Shapes,
} from './shape.ts';

const schemes = listOf(among('http', 'https', 'ws', 'wss'));
const texts = listOf(text);
const requirements = listOf(object('SecurityRequirement'));

/** The fields that parameters, their items and headers share. */
const simple = (types: readonly string[]): Readonly<Record<string, FieldShape>> => ({
  type: among(...types),
  format: text,
  items: object('Items'),
  default: any,
  maximum: number,
  exclusiveMaximum: flag,
  minimum: number,
  exclusiveMinimum: flag,
  maxLength: tally,
  minLength: tally,
  pattern: text,
  maxItems: tally,
  minItems: tally,
  uniqueItems: flag,
  enum: listOf(any),
  multipleOf: aboveZero,
});

const TYPES = ['string', 'number', 'integer', 'boolean', 'array'];
const FORMATS = ['csv', 'ssv', 'tsv', 'pipes'];

const status = (key: string): FieldShape | undefined =>
  key === 'default' || /^[0-9]/.test(key) ? object('Response') : undefined;

export const SHAPES_2: Shapes = {
  Root: {
    called: 'the definition',
    fields: {
      swagger: text,
      info: object('Info'),
      host: text,
      basePath: text,
      schemes,
      consumes: texts,
      produces: texts,
      paths: object('Paths'),
      definitions: mapped(object('Schema')),
      parameters: mapped(object('Parameter')),
      responses: mapped(object('Response')),
      securityDefinitions: mapped(object('SecurityScheme')),
      security: requirements,
      tags: listOf(object('Tag')),
      externalDocs: object('ExternalDocs'),
    },
    required: needs('info', 'paths'),
  },
  Info: {
    called: '`info`',
    fields: {
      title: text,
      description: text,
      termsOfService: text,
      contact: object('Contact'),
      license: object('License'),
      version: text,
    },
    required: needs('title', 'version'),
  },
  Contact: { called: '`contact`', fields: { name: text, url: text, email: text } },
  License: { called: '`license`', fields: { name: text, url: text }, required: needs('name') },
  Paths: {
    called: '`paths`',
    fields: {},
    others: (key) => (key.startsWith('/') ? object('PathItem') : undefined),
  },
  PathItem: {
    called: 'a path',
    referable: true,
    fields: {
      $ref: text,
      ...Object.fromEntries(
        ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'].map((method) => [
          method,
          object('Operation'),
        ]),
      ),
      parameters: listOf(object('Parameter')),
    },
  },
  Operation: {
    called: 'an operation',
    fields: {
      tags: texts,
      summary: text,
      description: text,
      externalDocs: object('ExternalDocs'),
      operationId: text,
      consumes: texts,
      produces: texts,
      parameters: listOf(object('Parameter')),
      responses: object('Responses'),
      schemes,
      deprecated: flag,
      security: requirements,
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
      name: text,
      in: among('query', 'header', 'path', 'formData', 'body'),
      description: text,
      required: flag,
      schema: object('Schema'),
      allowEmptyValue: flag,
      collectionFormat: among(...FORMATS, 'multi'),
      ...simple([...TYPES, 'file']),
    },
    required: (node) => {
      const place = textAt(node, 'in');
      if (place === undefined) return ['name', 'in'];
      return ['name', place === 'body' ? 'schema' : 'type'];
    },
  },
  Items: {
    called: '`items`',
    fields: { collectionFormat: among(...FORMATS), ...simple(TYPES) },
    required: needs('type'),
  },
  Responses: { called: '`responses`', fields: {}, others: status },
  Response: {
    called: 'a response',
    referable: true,
    fields: {
      description: text,
      schema: object('Schema'),
      headers: mapped(object('Header')),
      examples: mapped(any),
    },
    required: needs('description'),
  },
  Header: {
    called: 'a header',
    fields: { description: text, collectionFormat: among(...FORMATS), ...simple(TYPES) },
    required: needs('type'),
  },
  Tag: {
    called: 'a tag',
    fields: { name: text, description: text, externalDocs: object('ExternalDocs') },
    required: needs('name'),
  },
  Schema: SCHEMA_2,
  Xml: {
    called: '`xml`',
    fields: { name: text, namespace: text, prefix: text, attribute: flag, wrapped: flag },
  },
  SecurityScheme: {
    called: 'a security scheme',
    fields: {
      type: among('basic', 'apiKey', 'oauth2'),
      description: text,
      name: text,
      in: among('query', 'header'),
      flow: among('implicit', 'password', 'application', 'accessCode'),
      authorizationUrl: text,
      tokenUrl: text,
      scopes: object('Scopes'),
    },
    required: (node) => {
      const type = textAt(node, 'type');
      if (type === 'apiKey') return ['name', 'in'];
      return type === 'oauth2' ? ['flow', 'scopes', ...urlsOf(textAt(node, 'flow'))] : ['type'];
    },
  },
  Scopes: { called: '`scopes`', fields: {}, others: () => text },
  SecurityRequirement: { called: 'a security requirement', fields: {}, others: () => texts },
};

function urlsOf(flow: string | undefined): string[] {
  if (flow === 'accessCode') return ['authorizationUrl', 'tokenUrl'];
  if (flow === 'implicit') return ['authorizationUrl'];
  return flow === undefined ? [] : ['tokenUrl'];
}
