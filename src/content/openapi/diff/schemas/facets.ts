/** What one schema demands, whatever the notation. */
import type { Located } from '../located.ts';
import type { Limit, LimitName } from './limits.ts';

/** Nodes that all apply together, at least one. Most schemas are one node; members of an `allOf` may share a property. */
export type Schema = readonly Located[];

/** What a schema allows, keyword by keyword. */
export interface Facets {
  /** Where the schema begins. */
  readonly pointer: string;
  /** `undefined`: any. Without `null`, and without `integer` beside `number`. */
  types: ReadonlySet<string> | undefined;
  nullable: boolean;
  format: string | undefined;
  pattern: string | undefined;
  /** Canonical text of each value; a `const` is an enum of one. */
  values: ReadonlySet<string> | undefined;
  readonly limits: Map<LimitName, Limit>;
  readonly required: Set<string>;
  readonly properties: Map<string, Schema>;
  /** `true`: anything more may come. */
  additional: boolean | Schema;
  /** `true`: any item. */
  items: boolean | Schema;
  readonly prefixItems: Schema[];
  /** The alternatives of each `oneOf` and `anyOf`. */
  readonly unions: (readonly Schema[])[];
  discriminator: Discriminator | undefined;
  /** What must not match: `not`. */
  readonly nots: { readonly schema: Schema }[];
  readonly conditions: Condition[];
  readonly contains: Contains[];
  /** `patternProperties`. */
  readonly patterns: Map<string, Schema>;
  /** `dependentSchemas`. */
  readonly dependents: Map<string, Schema>;
  /** `dependentRequired`: what is required beside a property. */
  readonly needs: Map<string, Set<string>>;
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
  /** Constraints that are compared as they stand, canonical. */
  readonly verbatim: Texts;
  /** What only people read, canonical. */
  readonly notes: Texts;
  /** References that lead nowhere in this document. */
  readonly dangling: Set<string>;
}

/** What is said under each keyword: several texts if several members of an `allOf` say something. */
export type Texts = Map<string, Set<string>>;

/** All that is said under a keyword, in one text; undefined if nothing is. */
export function textUnder(texts: Texts, keyword: string): string | undefined {
  const said = texts.get(keyword);
  return said === undefined ? undefined : [...said].toSorted().join('\n');
}

/** The property that says to which schema a value belongs. */
interface Discriminator {
  readonly property: string;
  readonly mapping: ReadonlyMap<string, Schema>;
  /** 3.2's `defaultMapping`. */
  readonly fallback: Schema | undefined;
}

/** An `if` with what follows from it; `true`: nothing. */
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

/** The facets of a schema that allows everything. */
export function emptyFacets(pointer: string): Facets {
  return {
    pointer,
    types: undefined,
    nullable: false,
    format: undefined,
    pattern: undefined,
    values: undefined,
    limits: new Map(),
    required: new Set(),
    properties: new Map(),
    additional: true,
    items: true,
    prefixItems: [],
    unions: [],
    discriminator: undefined,
    nots: [],
    conditions: [],
    contains: [],
    patterns: new Map(),
    dependents: new Map(),
    needs: new Map(),
    names: true,
    contentEncoding: undefined,
    contentMediaType: undefined,
    contentSchema: true,
    readOnly: false,
    writeOnly: false,
    deprecated: false,
    default: undefined,
    verbatim: new Map(),
    notes: new Map(),
    dangling: new Set(),
  };
}

/** Whether values of the type `name` are among those of `types`; `integer` is in `number`. */
export const takes = (types: ReadonlySet<string>, name: string): boolean =>
  types.has(name) || (name === 'integer' && types.has('number'));

/** One text for a schema: the same place is the same schema. */
export const schemaKey = (schema: Schema): string =>
  schema.map(({ pointer }) => pointer).join(' & ');

/** The name under which a schema stands in its definition; `undefined` for one without. */
export function nameOfSchema([node]: Schema): string | undefined {
  return /^#\/(?:components\/schemas|definitions)\/([^/]+)$/.exec(node?.pointer ?? '')?.[1];
}
