// oxlint-disable unicorn/no-thenable -- a keyword of JSON Schema
/**
 * A pair of our own for each rule of oasdiff's published catalogue (rules of 2026), with its level:
 * https://www.oasdiff.com/docs/breaking-changes. A rule for several places of a schema is one row.
 */
import type { Tree } from '../../../src/definitions/definition-tree.ts';
import { answers, object, ok, query, responds, sends, takes, text } from './cases.ts';
import { OTHER_PAIRS } from './catalogue-others.ts';

/** How oasdiff calls breaking, risky and safe. */
export type Level = 'error' | 'warning' | 'info';

export interface CataloguePair {
  /** The rule's id at oasdiff. */
  readonly id: string;
  readonly level: Level;
  readonly before: Tree;
  readonly after: Tree;
}

const fields = (schema: unknown): object => ({ ...(schema as object) });

/** Where a schema may stand: how the ids of rules begin, and a definition with the schema there. */
const PLACES: Readonly<Record<string, readonly [string, (schema: unknown) => Tree]>> = {
  B: ['request-body', sends],
  P: ['request-property', (schema) => sends(object({ p: schema }))],
  R: [
    'request-read-only-property',
    (schema) => sends(object({ p: { ...fields(schema), readOnly: true } })),
  ],
  Q: ['request-parameter', (schema) => takes(query({ schema }))],
  O: ['request-parameter-property', (schema) => takes(query({ schema: object({ p: schema }) }))],
  b: ['response-body', answers],
  p: ['response-property', (schema) => answers(object({ p: schema }))],
  w: [
    'response-write-only-property',
    (schema) => answers(object({ p: { ...fields(schema), writeOnly: true } })),
  ],
  h: ['response-header', (schema) => responds({ 200: { ...ok, headers: { 'X-A': { schema } } } })],
};

type Row = readonly [string, unknown, unknown, Readonly<Partial<Record<Level, string>>>];

const number = { type: 'number' };
const list = (more: object = {}): object => ({ type: 'array', ...more });
const A = object({ a: text });
const IF = { if: { required: ['a'] } };
const THEN = { then: { required: ['b'] } };
const mapped = (mapping: object): object => ({
  type: 'object',
  discriminator: { propertyName: 'a', mapping },
});

/** What narrows: errors where clients write, nothing where they read. `Q`: of parameters, too. */
const NARROWS = { error: 'BP', info: 'bp' };
const WIDENS = { info: 'BP', error: 'bp' };
const EITHER = { error: 'BPbp' };
const NEITHER = { info: 'BPbp' };
const union = (kind: string, ...branches: object[]): object => ({ [kind]: branches });
const boolean = { type: 'boolean' };

const ROWS: readonly Row[] = [
  [
    'max-decreased',
    { ...number, maximum: 9 },
    { ...number, maximum: 5 },
    { error: 'BPQ', info: 'R' },
  ],
  [
    'max-increased',
    { ...number, maximum: 5 },
    { ...number, maximum: 9 },
    { info: 'BPQ', error: 'bp' },
  ],
  ['max-set', number, { ...number, maximum: 9 }, { error: 'BPQ' }],
  [
    'exclusive-max-decreased',
    { ...number, exclusiveMaximum: 9 },
    { ...number, exclusiveMaximum: 5 },
    { error: 'BPQ', info: 'R' },
  ],
  [
    'exclusive-max-increased',
    { ...number, exclusiveMaximum: 5 },
    { ...number, exclusiveMaximum: 9 },
    { info: 'BPQ', error: 'bp' },
  ],
  ['exclusive-max-set', number, { ...number, exclusiveMaximum: 9 }, { error: 'BPQ' }],
  [
    'min-increased',
    { ...number, minimum: 5 },
    { ...number, minimum: 9 },
    { error: 'BPQ', info: 'R' },
  ],
  [
    'min-decreased',
    { ...number, minimum: 9 },
    { ...number, minimum: 5 },
    { info: 'BPQ', error: 'bp' },
  ],
  ['min-set', number, { ...number, minimum: 5 }, { error: 'BPQ' }],
  [
    'exclusive-min-increased',
    { ...number, exclusiveMinimum: 5 },
    { ...number, exclusiveMinimum: 9 },
    { error: 'BPQ', info: 'R' },
  ],
  [
    'exclusive-min-decreased',
    { ...number, exclusiveMinimum: 9 },
    { ...number, exclusiveMinimum: 5 },
    { info: 'BPQ', error: 'bp' },
  ],
  ['exclusive-min-set', number, { ...number, exclusiveMinimum: 5 }, { error: 'BPQ' }],
  [
    'max-length-decreased',
    { ...text, maxLength: 9 },
    { ...text, maxLength: 5 },
    { error: 'BPQ', info: 'R' },
  ],
  [
    'max-length-increased',
    { ...text, maxLength: 5 },
    { ...text, maxLength: 9 },
    { info: 'BPQ', error: 'bp' },
  ],
  ['max-length-set', text, { ...text, maxLength: 9 }, { error: 'BPQ' }],
  ['max-length-unset', { ...text, maxLength: 9 }, text, { error: 'bp' }],
  ['min-length-increased', { ...text, minLength: 1 }, { ...text, minLength: 2 }, { error: 'BPQ' }],
  [
    'min-length-decreased',
    { ...text, minLength: 2 },
    { ...text, minLength: 1 },
    { info: 'BPQ', error: 'bp' },
  ],
  [
    'max-items-decreased',
    list({ maxItems: 9 }),
    list({ maxItems: 5 }),
    { error: 'BPQ', info: 'R' },
  ],
  [
    'max-items-increased',
    list({ maxItems: 5 }),
    list({ maxItems: 9 }),
    { info: 'BPQ', error: 'bp' },
  ],
  ['max-items-set', list(), list({ maxItems: 9 }), { error: 'BP' }],
  ['min-items-increased', list({ minItems: 1 }), list({ minItems: 2 }), { error: 'BPQ' }],
  ['min-items-decreased', list({ minItems: 2 }), list({ minItems: 1 }), { info: 'Q', error: 'bp' }],
  ['min-items-set', list(), list({ minItems: 1 }), { error: 'BPQ' }],
  ['min-items-unset', list({ minItems: 1 }), list(), { error: 'bp' }],
  [
    'max-properties-decreased',
    object({}, { maxProperties: 9 }),
    object({}, { maxProperties: 5 }),
    { error: 'BP', info: 'R' },
  ],
  [
    'max-properties-increased',
    object({}, { maxProperties: 5 }),
    object({}, { maxProperties: 9 }),
    WIDENS,
  ],
  ['max-properties-set', object({}), object({}, { maxProperties: 9 }), { error: 'BP' }],
  [
    'min-properties-increased',
    object({}, { minProperties: 1 }),
    object({}, { minProperties: 2 }),
    { error: 'BP' },
  ],
  [
    'min-properties-decreased',
    object({}, { minProperties: 2 }),
    object({}, { minProperties: 1 }),
    { error: 'bp' },
  ],
  ['unique-items-set', list(), list({ uniqueItems: true }), { error: 'BP' }],
  ['unique-items-unset', list({ uniqueItems: true }), list(), WIDENS],
  ['multiple-of-set', number, { ...number, multipleOf: 2 }, { error: 'BP' }],
  ['multiple-of-unset', { ...number, multipleOf: 2 }, number, WIDENS],
  ['multiple-of-changed', { ...number, multipleOf: 4 }, { ...number, multipleOf: 6 }, EITHER],
  [
    'multiple-of-generalized',
    { ...number, multipleOf: 4 },
    { ...number, multipleOf: 2 },
    { info: 'BP' },
  ],
  [
    'multiple-of-specialized',
    { ...number, multipleOf: 2 },
    { ...number, multipleOf: 4 },
    { info: 'bp' },
  ],
  ['pattern-added', text, { ...text, pattern: '^a' }, { error: 'PQ', info: 'p' }],
  ['pattern-removed', { ...text, pattern: '^a' }, text, { info: 'PQ', error: 'p' }],
  ['pattern-changed', { ...text, pattern: '^a' }, { ...text, pattern: '^b' }, { warning: 'PQp' }],
  ['pattern-generalized', { ...text, pattern: '^a' }, { ...text, pattern: '.*' }, { info: 'PQ' }],
  ['became-enum', text, { ...text, enum: ['a'] }, { error: 'BPQ' }],
  [
    'enum-value-removed',
    { ...text, enum: ['a', 'b'] },
    { ...text, enum: ['a'] },
    { error: 'BPQO', info: 'Rp' },
  ],
  [
    'enum-value-added',
    { ...text, enum: ['a'] },
    { ...text, enum: ['a', 'b'] },
    { info: 'PQOw', warning: 'p' },
  ],
  ['became-nullable', text, { type: ['string', 'null'] }, { info: 'BPQO', error: 'bph' }],
  ['became-not-nullable', { type: ['string', 'null'] }, text, { error: 'BPQO', info: 'bph' }],
  ['default-value-added', text, { ...text, default: 'a' }, { info: 'BPQbp' }],
  [
    'default-value-changed',
    { ...text, default: 'a' },
    { ...text, default: 'b' },
    { info: 'BPQbp' },
  ],
  ['default-value-removed', { ...text, default: 'a' }, text, { info: 'BPQbp' }],
  ['const-added', text, { ...text, const: 'a' }, NARROWS],
  ['const-removed', { ...text, const: 'a' }, text, WIDENS],
  ['const-changed', { ...text, const: 'a' }, { ...text, const: 'b' }, EITHER],
  ['type-changed', text, { type: 'integer' }, { error: 'BPQbph', warning: 'O' }],
  ['type-generalized', { type: 'integer' }, number, { info: 'BPQO', error: 'bph' }],
  ['type-specialized', number, { type: 'integer' }, { error: 'O', info: 'bph' }],
  ['list-of-types-widened', text, { type: ['string', 'integer'] }, { info: 'BPQO', error: 'bp' }],
  ['list-of-types-narrowed', { type: ['string', 'integer'] }, text, { error: 'BPQO', info: 'bp' }],
  ['all-of-added', { allOf: [A] }, { allOf: [A, { required: ['a'] }] }, NARROWS],
  ['all-of-removed', { allOf: [A, { required: ['a'] }] }, { allOf: [A] }, WIDENS],
  ['all-of-added-annotation-only', { allOf: [A] }, { allOf: [A, { title: 'More' }] }, NEITHER],
  ['all-of-removed-annotation-only', { allOf: [A, { title: 'More' }] }, { allOf: [A] }, NEITHER],
  ['any-of-added', union('anyOf', text, number), union('anyOf', text, number, boolean), WIDENS],
  ['any-of-removed', union('anyOf', text, number, boolean), union('anyOf', text, number), NARROWS],
  ['one-of-added', union('oneOf', text, number), union('oneOf', text, number, boolean), WIDENS],
  ['one-of-removed', union('oneOf', text, number, boolean), union('oneOf', text, number), NARROWS],
  ['discriminator-added', { type: 'object' }, mapped({}), NEITHER],
  ['discriminator-removed', mapped({}), { type: 'object' }, NEITHER],
  [
    'discriminator-property-name-changed',
    mapped({}),
    { type: 'object', discriminator: { propertyName: 'b' } },
    NEITHER,
  ],
  ['discriminator-mapping-added', mapped({ x: '#/x' }), mapped({ x: '#/x', y: '#/y' }), NEITHER],
  ['discriminator-mapping-deleted', mapped({ x: '#/x', y: '#/y' }), mapped({ x: '#/x' }), NEITHER],
  ['discriminator-mapping-changed', mapped({ x: '#/x' }), mapped({ x: '#/y' }), NEITHER],
  ['prefix-items-added', list(), list({ prefixItems: [text] }), WIDENS],
  ['prefix-items-removed', list({ prefixItems: [text] }), list(), NARROWS],
  ['if-added', A, { ...A, ...IF, ...THEN }, NARROWS],
  ['if-removed', { ...A, ...IF, ...THEN }, A, WIDENS],
  [
    'then-added',
    { ...A, ...IF, else: { required: ['c'] } },
    { ...A, ...IF, ...THEN, else: { required: ['c'] } },
    NARROWS,
  ],
  [
    'then-removed',
    { ...A, ...IF, ...THEN, else: { required: ['c'] } },
    { ...A, ...IF, else: { required: ['c'] } },
    WIDENS,
  ],
  [
    'else-added',
    { ...A, ...IF, ...THEN },
    { ...A, ...IF, ...THEN, else: { required: ['c'] } },
    NARROWS,
  ],
  [
    'else-removed',
    { ...A, ...IF, ...THEN, else: { required: ['c'] } },
    { ...A, ...IF, ...THEN },
    WIDENS,
  ],
  ['contains-added', list(), list({ contains: text }), NARROWS],
  ['contains-removed', list({ contains: text }), list(), WIDENS],
  [
    'min-contains-increased',
    list({ contains: text, minContains: 1 }),
    list({ contains: text, minContains: 2 }),
    NARROWS,
  ],
  [
    'min-contains-decreased',
    list({ contains: text, minContains: 2 }),
    list({ contains: text, minContains: 1 }),
    WIDENS,
  ],
  [
    'max-contains-increased',
    list({ contains: text, maxContains: 5 }),
    list({ contains: text, maxContains: 9 }),
    WIDENS,
  ],
  [
    'max-contains-decreased',
    list({ contains: text, maxContains: 9 }),
    list({ contains: text, maxContains: 5 }),
    NARROWS,
  ],
  ['dependent-required-added', A, { ...A, dependentRequired: { a: ['b'] } }, NARROWS],
  ['dependent-required-removed', { ...A, dependentRequired: { a: ['b'] } }, A, WIDENS],
  [
    'dependent-required-changed',
    { ...A, dependentRequired: { a: ['b'] } },
    { ...A, dependentRequired: { a: ['c'] } },
    EITHER,
  ],
  ['dependent-schema-added', A, { ...A, dependentSchemas: { a: { required: ['b'] } } }, NARROWS],
  ['dependent-schema-removed', { ...A, dependentSchemas: { a: { required: ['b'] } } }, A, WIDENS],
  ['pattern-property-added', A, { ...A, patternProperties: { '^x': text } }, NARROWS],
  ['pattern-property-removed', { ...A, patternProperties: { '^x': text } }, A, WIDENS],
  ['property-names-added', A, { ...A, propertyNames: { maxLength: 3 } }, NARROWS],
  ['property-names-removed', { ...A, propertyNames: { maxLength: 3 } }, A, WIDENS],
  ['unevaluated-items-added', list(), list({ unevaluatedItems: false }), NARROWS],
  ['unevaluated-items-removed', list({ unevaluatedItems: false }), list(), WIDENS],
  ['unevaluated-properties-added', A, { ...A, unevaluatedProperties: false }, NARROWS],
  ['unevaluated-properties-removed', { ...A, unevaluatedProperties: false }, A, WIDENS],
  ['content-schema-added', text, { ...text, contentSchema: A }, NARROWS],
  ['content-schema-removed', { ...text, contentSchema: A }, text, WIDENS],
  [
    'content-media-type-changed',
    { ...text, contentMediaType: 'image/png' },
    { ...text, contentMediaType: 'image/gif' },
    EITHER,
  ],
  [
    'content-encoding-changed',
    { ...text, contentEncoding: 'base64' },
    { ...text, contentEncoding: 'base32' },
    EITHER,
  ],
];

const schemaPairs = ROWS.flatMap(([change, before, after, levels]) =>
  (['error', 'warning', 'info'] as const).flatMap((level) =>
    (levels[level] ?? '').split('').map((code): CataloguePair => {
      const [prefix, definitionOf] = PLACES[code] ?? ['', sends];
      return {
        id: `${prefix}-${change}`,
        level,
        before: definitionOf(before),
        after: definitionOf(after),
      };
    }),
  ),
);

export const CATALOGUE: readonly CataloguePair[] = [...schemaPairs, ...OTHER_PAIRS];
