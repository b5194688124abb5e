/** What one schema demands, whatever the notation. */
import type { Located } from '../document.ts';
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
  discriminator:
    | { readonly property: string; readonly mapping: ReadonlyMap<string, string> }
    | undefined;
  readOnly: boolean;
  writeOnly: boolean;
  deprecated: boolean;
  default: string | undefined;
  /** Constraints that are compared as they stand, canonical. */
  readonly verbatim: Map<string, string>;
  /** What only people read, canonical. */
  readonly notes: Map<string, string>;
  /** References that lead nowhere in this document. */
  readonly dangling: Set<string>;
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
