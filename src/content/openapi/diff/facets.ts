/** What one schema demands, whatever the notation: `allOf` merged, references followed, 2.0, 3.0 and 3.1 alike. */
import { canonical } from './canonical.ts';
import { itemsUnder, nodesUnder, under, type Document, type Node } from './document.ts';
import { child, entriesAt, isTree, listAt, textAt } from '../tree.ts';

/** Nodes that all apply together, at least one. Most schemas are one node; members of an `allOf` may share a property. */
export type Schema = readonly Node[];

export interface Limit {
  readonly value: number;
  readonly exclusive: boolean;
}

export interface Union {
  readonly kind: 'oneOf' | 'anyOf';
  readonly branches: readonly Schema[];
}

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
  readonly unions: Union[];
  discriminator:
    | { readonly property: string; readonly mapping: ReadonlyMap<string, string> }
    | undefined;
  readOnly: boolean;
  writeOnly: boolean;
  deprecated: boolean;
  default: string | undefined;
  /** Constraints that are compared as they stand, canonical. */
  readonly others: Map<string, string>;
  /** What only people read, canonical. */
  readonly notes: Map<string, string>;
  /** References that lead nowhere in this document. */
  readonly foreign: Set<string>;
}

/** Whether less or more is stricter, and what no limit means. */
export const LIMITS = {
  maximum: { strict: 'low', none: Infinity },
  minimum: { strict: 'high', none: -Infinity },
  maxLength: { strict: 'low', none: Infinity },
  minLength: { strict: 'high', none: 0 },
  maxItems: { strict: 'low', none: Infinity },
  minItems: { strict: 'high', none: 0 },
  maxProperties: { strict: 'low', none: Infinity },
  minProperties: { strict: 'high', none: 0 },
  uniqueItems: { strict: 'high', none: 0 },
} as const;
export type LimitName = keyof typeof LIMITS;

const OTHERS = [
  'not',
  'multipleOf',
  'patternProperties',
  'propertyNames',
  'contains',
  'minContains',
  'maxContains',
  'dependentRequired',
  'dependentSchemas',
  'if',
  'then',
  'else',
  'unevaluatedProperties',
  'unevaluatedItems',
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
  'collectionFormat',
  '$dynamicRef',
  'xml',
];
const NOTES = ['title', 'description', 'example', 'examples', 'externalDocs', '$comment'];

/** One text for a schema: the same place is the same schema. */
export const schemaKey = (schema: Schema): string =>
  schema.map(({ pointer }) => pointer).join(' & ');

export class FacetReader {
  readonly document: Document;
  readonly #known = new Map<string, Facets>();

  constructor(document: Document) {
    this.document = document;
  }

  /** The same schema by its final place, so that all ways that lead to it compare as one. */
  resolve(schema: Schema): Schema {
    return schema.map((node) => (this.#hasSiblings(node) ? node : this.document.follow(node)));
  }

  /** The facets of a schema that `resolve` gave. */
  read(schema: Schema): Facets {
    const key = schemaKey(schema);
    let facets = this.#known.get(key);
    if (facets === undefined) {
      facets = this.#collect(schema);
      this.#known.set(key, facets);
    }
    return facets;
  }

  #hasSiblings({ value }: Node): boolean {
    return (
      this.document.siblingsCount &&
      textAt(value, '$ref') !== undefined &&
      Object.keys(value as object).some((key) => key !== '$ref' && !NOTES.includes(key))
    );
  }

  #collect(schema: Schema): Facets {
    const facets = emptyFacets(schema[0]?.pointer ?? '#');
    const seen = new Set<string>();
    const open = [...schema];
    for (let node = open.shift(); node !== undefined; node = open.shift()) {
      if (seen.has(node.pointer)) continue;
      seen.add(node.pointer);
      const ref = textAt(node.value, '$ref');
      if (ref !== undefined) {
        const target = this.document.target(node);
        if (target === undefined) facets.foreign.add(ref);
        else open.unshift(target);
        if (!this.#hasSiblings(node)) continue;
      }
      open.unshift(...this.#add(facets, node), ...itemsUnder(node, 'allOf'));
    }
    return facets;
  }

  /** Adds what one node says of itself; gives back what else applies to the same value. */
  #add(facets: Facets, node: Node): Node[] {
    if (node.value === false) facets.others.set('false', 'true');
    if (!isTree(node.value)) return [];
    addTypes(facets, node);
    addValues(facets, node);
    addLimits(facets, node);
    addObject(facets, node);
    addArray(facets, node);
    addRest(facets, node);
    return this.#addUnions(facets, node);
  }

  /** `anyOf: [X, {type: null}]` is how 3.1 writes a nullable X; a union of one is that one. */
  #addUnions(facets: Facets, node: Node): Node[] {
    const more: Node[] = [];
    for (const kind of ['oneOf', 'anyOf'] as const) {
      const all = itemsUnder(node, kind);
      const branches = all.filter(({ value }) => child(value, 'type') !== 'null');
      if (branches.length < all.length) facets.nullable = true;
      const [only] = branches;
      if (branches.length === 1 && only !== undefined) more.push(only);
      else if (branches.length > 1) {
        facets.unions.push({ kind, branches: branches.map((each) => [each]) });
      }
    }
    return more;
  }
}

function emptyFacets(pointer: string): Facets {
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
    others: new Map(),
    notes: new Map(),
    foreign: new Set(),
  };
}

function addTypes(facets: Facets, { value }: Node): void {
  const type = child(value, 'type');
  const names = (Array.isArray(type) ? type : [type]).filter((name) => typeof name === 'string');
  const nullable =
    names.includes('null') ||
    child(value, 'nullable') === true ||
    child(value, 'x-nullable') === true;
  if (nullable) facets.nullable = true;
  const types = new Set(names.filter((name) => name !== 'null'));
  if (types.has('number')) types.delete('integer');
  // What has properties is meant to be an object, what has items an array, said or not.
  if (type === undefined && isTree(child(value, 'properties'))) types.add('object');
  if (type === undefined && child(value, 'items') !== undefined) types.add('array');
  if (types.size > 0) facets.types = facets.types ? common(facets.types, types) : types;
}

/** Types that both allow; `integer` is in `number`. */
function common(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  const has = (types: ReadonlySet<string>, name: string): boolean =>
    types.has(name) || (name === 'integer' && types.has('number'));
  return new Set([...a, ...b].filter((name) => has(a, name) && has(b, name)));
}

function addValues(facets: Facets, { value }: Node): void {
  const list = child(value, 'enum');
  const all = Array.isArray(list) ? list : undefined;
  const fixed = isTree(value) && Object.hasOwn(value, 'const') ? [value['const']] : undefined;
  const stated = all ?? fixed;
  if (stated === undefined) return;
  const values = new Set(stated.filter((each) => each !== null).map(canonical));
  if (stated.includes(null)) facets.nullable = true;
  const before = facets.values;
  facets.values = before ? new Set([...before].filter((each) => values.has(each))) : values;
}

function addLimits(facets: Facets, { value }: Node): void {
  for (const name of Object.keys(LIMITS) as LimitName[]) {
    const stated = child(value, name);
    if (typeof stated === 'number') tighten(facets, name, { value: stated, exclusive: false });
    if (name === 'uniqueItems' && stated === true) {
      tighten(facets, name, { value: 1, exclusive: false });
    }
  }
  for (const [keyword, name] of [
    ['exclusiveMaximum', 'maximum'],
    ['exclusiveMinimum', 'minimum'],
  ] as const) {
    const stated = child(value, keyword);
    const limit = stated === true ? child(value, name) : stated;
    if (typeof limit === 'number') tighten(facets, name, { value: limit, exclusive: true });
  }
}

function tighten(facets: Facets, name: LimitName, limit: Limit): void {
  const before = facets.limits.get(name);
  if (before === undefined || compareLimits(name, before, limit) > 0) {
    facets.limits.set(name, limit);
  }
}

/** Above 0: `after` is stricter than `before`; below 0: it is looser. */
export function compareLimits(
  name: LimitName,
  before: Limit | undefined,
  after: Limit | undefined,
): number {
  const { strict, none } = LIMITS[name];
  const from = before ?? { value: none, exclusive: false };
  const to = after ?? { value: none, exclusive: false };
  if (from.value !== to.value) return to.value > from.value === (strict === 'high') ? 1 : -1;
  return Number(to.exclusive) - Number(from.exclusive);
}

function addObject(facets: Facets, node: Node): void {
  for (const name of listAt(node.value, 'required')) {
    if (typeof name === 'string') facets.required.add(name);
  }
  for (const [name, property] of nodesUnder(node, 'properties')) {
    facets.properties.set(name, [...(facets.properties.get(name) ?? []), property]);
  }
  facets.additional = both(facets.additional, subschema(node, 'additionalProperties'));
}

function addArray(facets: Facets, node: Node): void {
  const tuple = Array.isArray(child(node.value, 'items')) ? 'items' : 'prefixItems';
  facets.prefixItems.push(...itemsUnder(node, tuple).map((each) => [each]));
  if (tuple === 'prefixItems') facets.items = both(facets.items, subschema(node, 'items'));
}

/** A schema under a keyword, with `true`, `false` and the empty schema as what they mean. */
function subschema(node: Node, keyword: string): boolean | Schema {
  const value = child(node.value, keyword);
  if (value === undefined || value === true) return true;
  if (value === false) return false;
  return isTree(value) && Object.keys(value).length === 0 ? true : [under(node, keyword)];
}

function both(a: boolean | Schema, b: boolean | Schema): boolean | Schema {
  if (a === false || b === false) return false;
  if (a === true) return b;
  return b === true ? a : [...a, ...b];
}

function addRest(facets: Facets, { value }: Node): void {
  facets.format ??= textAt(value, 'format');
  facets.pattern ??= textAt(value, 'pattern');
  if (child(value, 'readOnly') === true) facets.readOnly = true;
  if (child(value, 'writeOnly') === true) facets.writeOnly = true;
  if (child(value, 'deprecated') === true) facets.deprecated = true;
  const fallback = child(value, 'default');
  if (fallback !== undefined) facets.default ??= canonical(fallback);
  for (const keyword of OTHERS) copy(value, keyword, facets.others);
  for (const keyword of NOTES) copy(value, keyword, facets.notes);
  facets.discriminator ??= discriminatorOf(value);
}

function copy(value: unknown, keyword: string, to: Map<string, string>): void {
  const stated = child(value, keyword);
  if (stated !== undefined && !to.has(keyword)) to.set(keyword, canonical(stated));
}

/** An object in 3.x, the property's name alone in 2.0. */
function discriminatorOf(value: unknown): Facets['discriminator'] {
  const stated = child(value, 'discriminator');
  const property = typeof stated === 'string' ? stated : textAt(stated, 'propertyName');
  if (property === undefined) return undefined;
  const mapping = entriesAt(stated, 'mapping').map(
    ([name, target]) => [name, canonical(target)] as const,
  );
  return { property, mapping: new Map(mapping) };
}
