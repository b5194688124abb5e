/** Adds the keywords of one schema object to a schema's facets, in the same way for 2.0, 3.0 and 3.1. */
import { child, entriesAt, isTree, listAt, textAt } from '../../tree.ts';
import { sortedText } from '../../equal.ts';
import { itemsUnder, nodesUnder, under, type Located } from '../located.ts';
import {
  NO_NAMES,
  takes,
  withEntry,
  withValue,
  type Facets,
  type Schema,
  type Texts,
} from './facets.ts';
import { compareLimits, LIMITS, type Limit, type LimitName } from './limits.ts';

/** Keywords that only people read. */
const NOTES = new Set([
  'title',
  'description',
  'example',
  'examples',
  'externalDocs',
  '$comment',
  '$schema',
]);

/** Keywords that some rule reads, or that only name schemas. All others are compared as text. */
const READ = new Set([
  ...(
    '$ref $dynamicRef $id $anchor $dynamicAnchor $recursiveAnchor $defs ' +
    '$vocabulary definitions allOf oneOf anyOf not if then else ' +
    'type nullable enum const format pattern default discriminator ' +
    'exclusiveMaximum exclusiveMinimum ' +
    'required properties additionalProperties unevaluatedProperties ' +
    'patternProperties propertyNames dependentRequired dependentSchemas ' +
    'items prefixItems unevaluatedItems contains minContains maxContains ' +
    'contentEncoding contentMediaType contentSchema ' +
    'readOnly writeOnly deprecated'
  ).split(' '),
  ...Object.keys(LIMITS),
]);

/** Whether only people read a keyword. */
export const isNote = (keyword: string): boolean => NOTES.has(keyword);

/** Adds the keywords of one schema to the facets. */
export function addKeywords(facets: Facets, node: Located): void {
  addTypes(facets, node);
  addValues(facets, node);
  addLimits(facets, node);
  addObject(facets, node);
  addArray(facets, node);
  addDependencies(facets, node);
  addConditions(facets, node);
  addContent(facets, node);
  addRest(facets, node);
}

function addTypes(facets: Facets, { value }: Located): void {
  const type = child(value, 'type');
  // 2.0's type of a file in a form or an answer; 3.0 writes it so.
  const isFile = type === 'file';
  if (isFile) facets.format ??= 'binary';
  const names = (isFile ? ['string'] : Array.isArray(type) ? type : [type]).filter(
    (name) => typeof name === 'string',
  );
  const nullable =
    names.includes('null') ||
    child(value, 'nullable') === true ||
    child(value, 'x-nullable') === true;
  if (nullable) facets.nullable = true;
  const types = new Set(names.filter((name) => name !== 'null'));
  const stated = names.length > 0;
  if (types.has('number')) types.delete('integer');
  // A schema with properties is meant for objects, and one with items for arrays, even if it does not say so.
  if (type === undefined && isTree(child(value, 'properties'))) types.add('object');
  if (type === undefined && child(value, 'items') !== undefined) types.add('array');
  if (stated || types.size > 0) facets.types = facets.types ? common(facets.types, types) : types;
}

/** The types that both allow. */
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
    facets.limits = withEntry(facets.limits, name, limit);
  }
}

function addObject(facets: Facets, node: Located): void {
  for (const name of listAt(node.value, 'required')) {
    if (typeof name === 'string') facets.required = withValue(facets.required, name);
  }
  for (const [name, property] of nodesUnder(node, 'properties')) {
    facets.properties = withSchema(facets.properties, name, property);
  }
  for (const keyword of ['additionalProperties', 'unevaluatedProperties']) {
    facets.additional = both(facets.additional, subschema(node, keyword));
  }
}

/** Members of an `allOf` may each have a schema for the same name. */
const withSchema = (
  schemas: ReadonlyMap<string, Schema>,
  name: string,
  node: Located,
): ReadonlyMap<string, Schema> => withEntry(schemas, name, [...(schemas.get(name) ?? []), node]);

function addArray(facets: Facets, node: Located): void {
  const tuple = Array.isArray(child(node.value, 'items')) ? 'items' : 'prefixItems';
  for (const each of itemsUnder(node, tuple)) facets.prefixItems.push([each]);
  if (tuple === 'prefixItems') facets.items = both(facets.items, subschema(node, 'items'));
  facets.items = both(facets.items, subschema(node, 'unevaluatedItems'));
  if (child(node.value, 'contains') === undefined) return;
  const min = numberAt(node, 'minContains') ?? 1;
  const max = numberAt(node, 'maxContains') ?? Infinity;
  if (min > 0 || max < Infinity)
    facets.contains.push({ schema: [under(node, 'contains')], min, max });
}

function numberAt({ value }: Located, keyword: string): number | undefined {
  const stated = child(value, keyword);
  return typeof stated === 'number' ? stated : undefined;
}

function addDependencies(facets: Facets, node: Located): void {
  for (const [name, schema] of nodesUnder(node, 'patternProperties')) {
    facets.patterns = withSchema(facets.patterns, name, schema);
  }
  for (const [name, schema] of nodesUnder(node, 'dependentSchemas')) {
    facets.dependents = withSchema(facets.dependents, name, schema);
  }
  for (const [name, others] of entriesAt(node.value, 'dependentRequired')) {
    let names = facets.needs.get(name) ?? NO_NAMES;
    for (const other of Array.isArray(others) ? others : [])
      names = withValue(names, String(other));
    facets.needs = withEntry(facets.needs, name, names);
  }
  facets.names = both(facets.names, subschema(node, 'propertyNames'));
}

function addConditions(facets: Facets, node: Located): void {
  if (child(node.value, 'not') !== undefined) facets.nots.push({ schema: [under(node, 'not')] });
  const [met, unmet] = [subschema(node, 'then'), subschema(node, 'else')];
  if (child(node.value, 'if') === undefined || (met === true && unmet === true)) return;
  facets.conditions.push({ condition: [under(node, 'if')], met, unmet });
}

function addContent(facets: Facets, node: Located): void {
  facets.contentEncoding ??= textAt(node.value, 'contentEncoding')?.toLowerCase();
  facets.contentMediaType ??= textAt(node.value, 'contentMediaType')?.toLowerCase();
  facets.contentSchema = both(facets.contentSchema, subschema(node, 'contentSchema'));
}

/** A schema under a keyword. An empty schema becomes `true`. */
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
  first(facets, 'format', textAt(value, 'format'));
  first(facets, 'pattern', textAt(value, 'pattern'));
  const fallback = child(value, 'default');
  first(facets, 'default', fallback === undefined ? undefined : sortedText(fallback));
  if (child(value, 'readOnly') === true) facets.readOnly = true;
  if (child(value, 'writeOnly') === true) facets.writeOnly = true;
  if (child(value, 'deprecated') === true) facets.deprecated = true;
  if (!isTree(value)) return;
  for (const [keyword, stated] of Object.entries(value)) {
    if (READ.has(keyword) || keyword.startsWith('x-')) continue;
    if (keyword === 'collectionFormat' && stated === 'csv') continue;
    const text = sortedText(stated);
    if (isNote(keyword)) facets.notes = withText(facets.notes, keyword, text);
    else facets.verbatim = withText(facets.verbatim, keyword, text);
  }
}

/** Members of an `allOf` may each have a value: the second one is compared as text. */
function first(
  facets: Facets,
  keyword: 'format' | 'pattern' | 'default',
  stated: string | undefined,
): void {
  if (stated === undefined || facets[keyword] === stated) return;
  if (facets[keyword] === undefined) facets[keyword] = stated;
  else facets.verbatim = withText(facets.verbatim, keyword, stated);
}

const withText = (texts: Texts, keyword: string, text: string): Texts =>
  withEntry(texts, keyword, withValue(texts.get(keyword) ?? NO_NAMES, text));
