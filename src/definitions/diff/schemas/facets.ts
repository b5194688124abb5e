/** What one schema requires, in the same form for all notations. */
import type { Located } from '../located.ts';
import type { Limit, LimitName } from './limits.ts';

/** Nodes that all apply together, at least one. Most schemas are one node; members of an `allOf` may share a property. */
export type Schema = readonly Located[];

/** What a schema allows, keyword by keyword. */
export interface Facets {
  /** The pointer to the schema. */
  readonly pointer: string;
  /** `undefined`: any. Without `null`, and without `integer` beside `number`. */
  types: ReadonlySet<string> | undefined;
  nullable: boolean;
  format: string | undefined;
  pattern: string | undefined;
  /** Canonical text of each value; a `const` is an enum of one. */
  values: ReadonlySet<string> | undefined;
  limits: ReadonlyMap<LimitName, Limit>;
  required: ReadonlySet<string>;
  properties: ReadonlyMap<string, Schema>;
  /** `true`: other properties are allowed. */
  additional: boolean | Schema;
  /** `true`: any item. */
  items: boolean | Schema;
  readonly prefixItems: Schema[];
  /** The alternatives of each `oneOf` and `anyOf`. */
  readonly unions: (readonly Schema[])[];
  discriminator: Discriminator | undefined;
  /** `not`: schemas that must not match. */
  readonly nots: { readonly schema: Schema }[];
  readonly conditions: Condition[];
  readonly contains: Contains[];
  /** `patternProperties`. */
  patterns: ReadonlyMap<string, Schema>;
  /** `dependentSchemas`. */
  dependents: ReadonlyMap<string, Schema>;
  /** `dependentRequired`: the properties that are required if a property exists. */
  needs: ReadonlyMap<string, ReadonlySet<string>>;
  /** `propertyNames`; `true`: any name. */
  names: boolean | Schema;
  contentEncoding: string | undefined;
  contentMediaType: string | undefined;
  /** `true`: any content. */
  contentSchema: boolean | Schema;
  readOnly: boolean;
  writeOnly: boolean;
  deprecated: boolean;
  default: string | undefined;
  /** Constraints that are compared as canonical text. */
  verbatim: Texts;
  /** Canonical texts of keywords that only people read. */
  notes: Texts;
  /** References that lead to nothing in this document. */
  dangling: ReadonlySet<string>;
}

/** The texts under each keyword: several if several members of an `allOf` have it. */
export type Texts = ReadonlyMap<string, ReadonlySet<string>>;

/** All texts under a keyword, in one text. Returns undefined if there are none. */
export function textUnder(texts: Texts, keyword: string): string | undefined {
  const said = texts.get(keyword);
  return said === undefined ? undefined : [...said].toSorted().join('\n');
}

/** The property that tells which schema a value belongs to. */
interface Discriminator {
  readonly property: string;
  readonly mapping: ReadonlyMap<string, Schema>;
  /** 3.2's `defaultMapping`. */
  readonly fallback: Schema | undefined;
}

/** An `if` with its `then` and `else`; `true`: none. */
interface Condition {
  readonly condition: Schema;
  readonly met: boolean | Schema;
  readonly unmet: boolean | Schema;
}

/** How many items match a schema. */
interface Contains {
  readonly schema: Schema;
  readonly min: number;
  readonly max: number;
}

/** All schemas begin with these empty values: most have few keywords, and there may be many thousands of schemas. */
const NO_ENTRIES: ReadonlyMap<never, never> = new Map<never, never>();
export const NO_NAMES: ReadonlySet<never> = new Set();

/** Adds an entry: to `map` itself, unless that is the shared empty map. */
export const withEntry = <K, V>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> =>
  map.size === 0 ? new Map([[key, value]]) : (map as Map<K, V>).set(key, value);

/** Adds a value: to `set` itself, unless that is the shared empty set. */
export const withValue = <V>(set: ReadonlySet<V>, value: V): ReadonlySet<V> =>
  set.size === 0 ? new Set([value]) : (set as Set<V>).add(value);

/** The facets of a schema that allows everything. */
export function emptyFacets(pointer: string): Facets {
  return {
    pointer,
    types: undefined,
    nullable: false,
    format: undefined,
    pattern: undefined,
    values: undefined,
    limits: NO_ENTRIES,
    required: NO_NAMES,
    properties: NO_ENTRIES,
    additional: true,
    items: true,
    prefixItems: [],
    unions: [],
    discriminator: undefined,
    nots: [],
    conditions: [],
    contains: [],
    patterns: NO_ENTRIES,
    dependents: NO_ENTRIES,
    needs: NO_ENTRIES,
    names: true,
    contentEncoding: undefined,
    contentMediaType: undefined,
    contentSchema: true,
    readOnly: false,
    writeOnly: false,
    deprecated: false,
    default: undefined,
    verbatim: NO_ENTRIES,
    notes: NO_ENTRIES,
    dangling: NO_NAMES,
  };
}

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
