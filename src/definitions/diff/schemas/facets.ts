/** What one schema requires, in the same form for all notations. */
import type { Located, LocatedDefinition } from '../compared-definition.ts';
import type { LocalChange } from '../changes.ts';
import type { Direction, RuleName, Variance } from '../rules.ts';
import type { IdenticalParts } from '../identical-parts.ts';

/** Nodes that all apply together, at least one. Most schemas are one node; members of an `allOf` may share a property. */
export type Schema = readonly Located[];

/** What a schema allows, keyword by keyword: `keywords.ts` has a row for each. */
export interface Facets {
  pointer: string;
  /** `undefined`: any. Without `null`, and without `integer` beside `number`. */
  types: ReadonlySet<string> | undefined;
  nullable: boolean;
  format: string | undefined;
  pattern: string | undefined;
  /** Canonical text of each value; a `const` is an enum of one. */
  values: ReadonlySet<string> | undefined;
  /** By the name of the keyword. */
  limits: ReadonlyMap<string, Limit>;
  /** The values of `multipleOf`: several if several members of an `allOf` have one. */
  steps: ReadonlySet<string>;
  required: ReadonlySet<string>;
  properties: Schemas;
  additional: Subschema;
  items: Subschema;
  prefixItems: readonly Schema[];
  /** The alternatives of each `oneOf` and `anyOf`. */
  unions: readonly (readonly Schema[])[];
  discriminator: Discriminator | undefined;
  /** `not`: schemas that must not match. */
  nots: readonly { readonly schema: Schema }[];
  conditions: readonly Condition[];
  contains: readonly Contains[];
  /** `patternProperties`. */
  patterns: Schemas;
  /** `dependentSchemas`. */
  dependents: Schemas;
  /** `dependentRequired`: the properties that are required if a property exists. */
  needs: ReadonlyMap<string, ReadonlySet<string>>;
  /** `propertyNames`. */
  names: Subschema;
  contentEncoding: string | undefined;
  contentMediaType: string | undefined;
  contentSchema: Subschema;
  readOnly: boolean;
  writeOnly: boolean;
  deprecated: boolean;
  default: string | undefined;
  /** Constraints that no row reads: they are compared as canonical text. */
  verbatim: Texts;
  /** Canonical texts of keywords that only people read. */
  notes: Texts;
  /** References that lead to nothing in this document. */
  dangling: ReadonlySet<string>;
}

/** A schema under a keyword. `true`: anything, or no such keyword. */
export type Subschema = boolean | Schema;

export type Schemas = ReadonlyMap<string, Schema>;

/** The texts under each keyword: several if several members of an `allOf` have it. */
export type Texts = ReadonlyMap<string, ReadonlySet<string>>;

/** All of the texts in one. Returns undefined if there are none. */
export const inOneText = (texts: ReadonlySet<string> = NO_NAMES): string | undefined =>
  texts.size === 0 ? undefined : [...texts].toSorted().join('\n');

/** The property that tells which schema a value belongs to. */
interface Discriminator {
  readonly property: string;
  /** The values that are mapped; of a discriminator that the schema inherits, those that stand for the schema itself. */
  readonly mapping: ReadonlyMap<string, Schema>;
  /** The schema that a value means: by the mapping, else the alternative with that name, or, if there are no alternatives, any schema. */
  readonly targetOf: (value: string) => Schema | undefined;
  /** Whether a value is mapped to the schema. */
  readonly isMapped: (schema: Schema) => boolean;
  /** Whether it has no alternatives: then any schema that includes its own is one. */
  readonly isOpen: boolean;
  /** The schemas that a value may be one of, by name: the alternatives, else those that include this schema by `allOf`. */
  readonly kinds: () => ReadonlyMap<string, Schema>;
  /** 3.2's `defaultMapping`. */
  readonly fallback: Schema | undefined;
}

/** One limit, and whether it excludes its own value. */
export interface Limit {
  readonly value: number;
  readonly exclusive: boolean;
}

/** An `if` with its `then` and `else`. */
export interface Condition {
  /** The schema of the `if`. */
  readonly schema: Schema;
  readonly met: Subschema;
  readonly unmet: Subschema;
}

/** How many items match a schema. */
export interface Contains {
  readonly schema: Schema;
  readonly min: number;
  readonly max: number;
}

/** All schemas begin with these empty values: most have few keywords, and there may be many thousands of schemas. */
export const NO_ENTRIES: ReadonlyMap<never, never> = new Map<never, never>();
export const NO_NAMES: ReadonlySet<never> = new Set();
export const NO_ITEMS: readonly never[] = [];

/** Adds an entry: to `map` itself, unless that is the shared empty map. */
export const withEntry = <K, V>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> =>
  map.size === 0 ? new Map([[key, value]]) : (map as Map<K, V>).set(key, value);

/** Adds a value: to `set` itself, unless that is the shared empty set. */
export const withValue = <V>(set: ReadonlySet<V>, value: V): ReadonlySet<V> =>
  set.size === 0 ? new Set([value]) : (set as Set<V>).add(value);

/** Adds an item: to `list` itself, unless that is the shared empty list. */
export function withItem<V>(list: readonly V[], item: V): readonly V[] {
  if (list.length === 0) return [item];
  (list as V[]).push(item);
  return list;
}

/** Adds a text under a keyword. */
export const withText = (texts: Texts, keyword: string, text: string): Texts =>
  withEntry(texts, keyword, withValue(texts.get(keyword) ?? NO_NAMES, text));

/** Whether `types` includes the type `name`; `integer` is included in `number`. */
export const takes = (types: ReadonlySet<string>, name: string): boolean =>
  types.has(name) || (name === 'integer' && types.has('number'));

/** One text per schema: the same place is the same schema. */
export function schemaKey(schema: Schema): string {
  const [only, ...more] = schema;
  return only !== undefined && more.length === 0
    ? only.pointer
    : schema.map(({ pointer }) => pointer).join(' & ');
}

/** The name of a schema in its definition. Returns `undefined` if it has none. */
export function nameOfSchema([node]: Schema): string | undefined {
  return /^#\/(?:components\/schemas|definitions)\/([^/]+)$/.exec(node?.pointer ?? '')?.[1];
}

/** Reads the schemas of one definition. */
export interface SchemaReader {
  readonly document: LocatedDefinition;
  /** How many nodes were read only because another one includes them, each time that it happened. */
  readonly merged: number;
  /** The same schema at its final place, so that all references to it compare as one. */
  resolve(schema: Schema): Schema;
  /** The facets of a schema that `resolve` returned. */
  read(schema: Schema): Facets;
  /** Whether a schema that `resolve` returned is read-only, or write-only. */
  is(flag: 'readOnly' | 'writeOnly', schema: Schema): boolean;
}

/** The readers of both definitions, and the parts that are identical in both. */
export interface Readers {
  readonly before: SchemaReader;
  readonly after: SchemaReader;
  readonly identical: IdenticalParts;
}

/** The relation between the sets of values that two schemas allow; `unknown`: it would take too long to find out. */
export type Relation = 'same' | 'wider' | 'narrower' | 'other' | 'unknown';

/** The relation of the new schema to the old one, for clients in this direction. */
export type Relate = (before: Schema, after: Schema) => Relation;

/** Two schemas that correspond to each other in the two definitions. */
export interface SchemaPair {
  readonly before: Schema;
  readonly after: Schema;
  readonly direction: Direction;
  readonly variance: Variance;
  /** Whether values are written into a URL or header, where a number is a text as well. */
  readonly asText?: boolean;
  /** Whether it was found as a kind of the pair around it: then it has the same findings, and its own. */
  readonly isKind?: boolean;
}

/** A pair, and the place of its findings: the schemas, or the references that lead to them. */
export interface PlacedPair extends SchemaPair {
  readonly oldPointer: string;
  readonly newPointer: string;
}

/** The result of comparing one pair: its own findings, and the pairs to compare next. */
export interface Comparison {
  readonly findings: LocalChange[];
  readonly next: SchemaPair[];
  /** Old schemas inside that a finding is about, and that no pair compares. */
  readonly judged: Schema[];
}

/** What the parts of a comparison read, and where they report findings. */
export interface SchemaComparison {
  readonly sides: Readers;
  readonly direction: Direction;
  /** Whether numbers are written as texts. */
  readonly asText: boolean;
  /** Whether allowing more values breaks no client: true for what clients write, reversed inside `not`. */
  readonly mayWiden: boolean;
  readonly before: Facets;
  readonly after: Facets;
  readonly comparison: Comparison;
  /** Reports a finding about the schemas themselves. */
  readonly report: (rule: RuleName, message: string) => void;
  /** Reports a finding about a part of them. */
  readonly reportAt: (finding: LocalChange) => void;
  /** Adds a pair inside them; `variance` is `same` if it is left out. */
  readonly compare: (before: Schema, after: Schema, variance?: Variance) => void;
  /** Adds a pair of schemas that include the compared ones. */
  readonly compareKinds: (before: Schema, after: Schema) => void;
  readonly relate: Relate;
}

/** One facet of a schema: a keyword, or a few keywords with one meaning. */
export interface Keyword<T> {
  /** The keywords that it reads. */
  readonly keywords?: string;
  /** The value for a schema without them. */
  readonly none: T;
  /** Adds the keywords of one more node, which applies to the same value, to what is known. */
  readonly read: (known: T, node: Located, facets: Facets) => T;
  /** Reports what a difference means. */
  readonly compare: (scope: SchemaComparison, from: T, to: T) => void;
}

export type KeywordOf<K extends keyof Facets> = Keyword<Facets[K]>;

/** `read` for facets that `addKeywords` or `reader.ts` read, because they need more than one node. */
export const keep = <T>(known: T): T => known;
/** `compare` for facets that are compared together with others, before all rows. */
export const compared = (): void => {};
