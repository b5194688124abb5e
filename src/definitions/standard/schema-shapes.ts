/** The keywords of Schema Objects in each version. */
import { isTree } from '../tree.ts';
import {
  aboveZero,
  among,
  any,
  either,
  flag,
  listOf,
  mapped,
  number,
  object,
  tally,
  text,
  type FieldShape,
  type ObjectShape,
} from './shape.ts';

const schema = object('Schema');
const schemas = listOf(schema);
const named = mapped(schema);
const schemaOrBoolean = either((value) => (typeof value === 'boolean' ? flag : schema));

const TYPES = ['array', 'boolean', 'integer', 'number', 'object', 'string'] as const;

/** Keywords of JSON Schema draft 4 and Wright 00 that all versions have. */
const COMMON: Readonly<Record<string, FieldShape>> = {
  title: text,
  description: text,
  format: text,
  default: any,
  multipleOf: aboveZero,
  maximum: number,
  minimum: number,
  maxLength: tally,
  minLength: tally,
  pattern: text,
  maxItems: tally,
  minItems: tally,
  uniqueItems: flag,
  maxProperties: tally,
  minProperties: tally,
  required: listOf(text),
  enum: listOf(any),
  allOf: schemas,
  properties: named,
  additionalProperties: schemaOrBoolean,
  readOnly: flag,
  xml: object('Xml'),
  externalDocs: object('ExternalDocs'),
  example: any,
};

const BOOLEAN_BOUNDS = { exclusiveMaximum: flag, exclusiveMinimum: flag };

/** 2.0 takes `type` and `items` unchanged from draft 4. `file` is for responses. */
export const SCHEMA_2: ObjectShape = {
  called: 'a schema',
  referable: true,
  fields: {
    ...COMMON,
    ...BOOLEAN_BOUNDS,
    type: either((value) => {
      const one = among(...TYPES, 'null', 'file');
      return Array.isArray(value) ? listOf(one) : one;
    }),
    items: either((value) => (Array.isArray(value) ? schemas : schema)),
    discriminator: text,
  },
};

export const SCHEMA_3_0: ObjectShape = {
  called: 'a schema',
  referable: true,
  fields: {
    ...COMMON,
    ...BOOLEAN_BOUNDS,
    type: among(...TYPES),
    items: schema,
    anyOf: schemas,
    oneOf: schemas,
    not: schema,
    discriminator: object('Discriminator'),
    nullable: flag,
    writeOnly: flag,
    deprecated: flag,
  },
};

const typeName = among(...TYPES, 'null');

/** JSON Schema 2020-12 with the vocabulary of OpenAPI. */
export const SCHEMA_3_1: ObjectShape = {
  called: 'a schema',
  referable: true,
  fields: {
    ...COMMON,
    $ref: text,
    $id: text,
    $schema: text,
    $anchor: text,
    $dynamicAnchor: text,
    $dynamicRef: text,
    $vocabulary: mapped(flag),
    $comment: text,
    $defs: named,
    // The name of `$defs` before 2019-09; tools still read it.
    definitions: named,
    type: either((value) => (Array.isArray(value) ? listOf(typeName) : typeName)),
    const: any,
    exclusiveMaximum: number,
    exclusiveMinimum: number,
    dependentRequired: mapped(listOf(text)),
    dependentSchemas: named,
    anyOf: schemas,
    oneOf: schemas,
    not: schema,
    if: schema,
    // oxlint-disable-next-line unicorn/no-thenable -- the keyword's name
    then: schema,
    else: schema,
    items: schema,
    prefixItems: schemas,
    contains: schema,
    maxContains: tally,
    minContains: tally,
    unevaluatedItems: schema,
    unevaluatedProperties: schema,
    patternProperties: named,
    additionalProperties: schema,
    propertyNames: schema,
    contentEncoding: text,
    contentMediaType: text,
    contentSchema: schema,
    examples: listOf(any),
    writeOnly: flag,
    deprecated: flag,
    discriminator: object('Discriminator'),
  },
};

/** Keywords of older or newer JSON Schema that decide which values are valid: a tool that does not know them accepts other values. */
const CONSTRAINTS = new Set(
  `const if then else anyOf oneOf not prefixItems contains minContains maxContains unevaluatedItems
  unevaluatedProperties patternProperties propertyNames dependencies dependentRequired dependentSchemas
  additionalItems $dynamicRef $recursiveRef divisibleBy`.split(/\s+/),
);

/** Whether `keyword` belongs to another version and changes which values are valid. */
export const isForeignConstraint = (keyword: string): boolean => CONSTRAINTS.has(keyword);

/** What 3.1 has instead of a keyword that it no longer has. */
export function successorOf(keyword: string, node: unknown): string | undefined {
  switch (keyword) {
    case 'nullable': {
      const type: unknown = isTree(node) ? node['type'] : undefined;
      return `write \`type: [${typeof type === 'string' ? type : 'string'}, 'null']\``;
    }
    case 'dependencies':
      return 'write `dependentRequired` or `dependentSchemas`';
    case 'additionalItems':
      return 'write `prefixItems` with `items`';
    case '$recursiveRef':
      return 'write `$dynamicRef`';
    case 'id':
      return 'write `$id`';
    default:
      return undefined;
  }
}
