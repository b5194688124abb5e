/** The keywords of one schema object, added to what is known of the schema; 2.0, 3.0 and 3.1 alike. */
import { child, entriesAt, isTree, listAt, textAt } from '../../tree.ts';
import { sortedText } from '../../equal.ts';
import { itemsUnder, nodesUnder, under, type Located } from '../document.ts';
import { takes, type Facets, type Schema } from './facets.ts';
import { compareLimits, LIMITS, type Limit, type LimitName } from './limits.ts';

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

/** Whether a keyword says nothing to machines. */
export const isNote = (keyword: string): boolean => NOTES.includes(keyword);

/** Adds what the keywords of one schema say to the facets. */
export function addKeywords(facets: Facets, node: Located): void {
  addTypes(facets, node);
  addValues(facets, node);
  addLimits(facets, node);
  addObject(facets, node);
  addArray(facets, node);
  addRest(facets, node);
}

function addTypes(facets: Facets, { value }: Located): void {
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

/** Types that both allow. */
const common = (a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...a, ...b].filter((name) => takes(a, name) && takes(b, name)));

function addValues(facets: Facets, { value }: Located): void {
  const list = child(value, 'enum');
  const all = Array.isArray(list) ? list : undefined;
  const fixed = isTree(value) && Object.hasOwn(value, 'const') ? [value['const']] : undefined;
  const stated = all ?? fixed;
  if (stated === undefined) return;
  const values = new Set(stated.filter((each) => each !== null).map(sortedText));
  if (stated.includes(null)) facets.nullable = true;
  const before = facets.values;
  facets.values = before ? new Set([...before].filter((each) => values.has(each))) : values;
}

function addLimits(facets: Facets, { value }: Located): void {
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

function addObject(facets: Facets, node: Located): void {
  for (const name of listAt(node.value, 'required')) {
    if (typeof name === 'string') facets.required.add(name);
  }
  for (const [name, property] of nodesUnder(node, 'properties')) {
    facets.properties.set(name, [...(facets.properties.get(name) ?? []), property]);
  }
  facets.additional = both(facets.additional, subschema(node, 'additionalProperties'));
}

function addArray(facets: Facets, node: Located): void {
  const tuple = Array.isArray(child(node.value, 'items')) ? 'items' : 'prefixItems';
  for (const each of itemsUnder(node, tuple)) facets.prefixItems.push([each]);
  if (tuple === 'prefixItems') facets.items = both(facets.items, subschema(node, 'items'));
}

/** A schema under a keyword, with `true`, `false` and the empty schema as what they mean. */
function subschema(node: Located, keyword: string): boolean | Schema {
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

function addRest(facets: Facets, { value }: Located): void {
  facets.format ??= textAt(value, 'format');
  facets.pattern ??= textAt(value, 'pattern');
  if (child(value, 'readOnly') === true) facets.readOnly = true;
  if (child(value, 'writeOnly') === true) facets.writeOnly = true;
  if (child(value, 'deprecated') === true) facets.deprecated = true;
  const fallback = child(value, 'default');
  if (fallback !== undefined) facets.default ??= sortedText(fallback);
  for (const keyword of OTHERS) copy(value, keyword, facets.verbatim);
  for (const keyword of NOTES) copy(value, keyword, facets.notes);
  facets.discriminator ??= discriminatorOf(value);
}

function copy(value: unknown, keyword: string, to: Map<string, string>): void {
  const stated = child(value, keyword);
  if (stated !== undefined && !to.has(keyword)) to.set(keyword, sortedText(stated));
}

/** An object in 3.x, the property's name alone in 2.0. */
function discriminatorOf(value: unknown): Facets['discriminator'] {
  const stated = child(value, 'discriminator');
  const property = typeof stated === 'string' ? stated : textAt(stated, 'propertyName');
  if (property === undefined) return undefined;
  const mapping = entriesAt(stated, 'mapping').map(
    ([name, target]) => [name, sortedText(target)] as const,
  );
  return { property, mapping: new Map(mapping) };
}
