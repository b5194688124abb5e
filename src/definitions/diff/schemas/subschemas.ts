/** Reads and compares the schemas inside a schema: where they apply, and in which direction a change counts. */
import { child, isTree } from '../../definition-tree.ts';
import { changed, inBackticks } from '../changes.ts';
import { itemsUnder, nodesUnder, under, type Located } from '../compared-definition.ts';
import {
  NO_ITEMS,
  withEntry,
  withItem,
  type KeywordOf,
  type SchemaComparison,
  type Schemas,
  type Subschema,
} from './facets.ts';
import { pairUp } from './pair-up.ts';

/** Adds the schemas in a map. Members of an `allOf` may each have a schema for the same name. */
export function readSchemas(known: Schemas, node: Located, keyword: string): Schemas {
  let schemas = known;
  for (const [name, each] of nodesUnder(node, keyword))
    schemas = withEntry(schemas, name, [...(schemas.get(name) ?? []), each]);
  return schemas;
}

/** Adds the schema under a keyword. An empty schema is `true`. */
export function readSubschema(known: Subschema, node: Located, keyword: string): Subschema {
  const value = child(node.value, keyword);
  if (known === false || value === false) return false;
  if (value === undefined || value === true) return known;
  if (isTree(value) && Object.keys(value).length === 0) return known;
  return known === true ? [under(node, keyword)] : [...known, under(node, keyword)];
}

/** Whether `items` has a schema for each position, as before 2020-12. */
const isTuple = ({ value }: Located): boolean => Array.isArray(child(value, 'items'));

export const prefixItems: KeywordOf<'prefixItems'> = {
  keywords: 'items prefixItems',
  none: NO_ITEMS,
  read: (known, node) => {
    let schemas = known;
    for (const each of itemsUnder(node, isTuple(node) ? 'items' : 'prefixItems'))
      schemas = withItem(schemas, [each]);
    return schemas;
  },
  compare: ({ before, after, report, compare }) => {
    for (const [at, from] of before.prefixItems.entries()) {
      const to = after.prefixItems[at] ?? after.items;
      if (typeof to === 'object') compare(from, to);
      else report(to ? 'items-widened' : 'items-narrowed', `item ${at} is no longer described`);
    }
    const { items: from } = before;
    for (const [at, to] of after.prefixItems.entries()) {
      if (at < before.prefixItems.length) continue;
      if (typeof from === 'object') compare(from, to);
      else if (from) report('items-narrowed', `item ${at} now has its own schema`);
      else report('items-widened', `item ${at} is now allowed`);
    }
  },
};

export const items: KeywordOf<'items'> = {
  keywords: 'items unevaluatedItems',
  none: true,
  read: (known, node) => {
    const items = isTuple(node) ? known : readSubschema(known, node, 'items');
    return readSubschema(items, node, 'unevaluatedItems');
  },
  compare: ({ report, compare }, from, to) => {
    if (typeof from === 'object' && typeof to === 'object') compare(from, to);
    else if (to === true || from === false) report('items-widened', 'other items are now allowed');
    else report('items-narrowed', 'fewer other items are now allowed');
  },
};

/** Compares a keyword that contains one schema. */
export function compareSubschema(
  { report, compare }: SchemaComparison,
  keyword: string,
  from: Subschema,
  to: Subschema,
): void {
  if (typeof from === 'object' && typeof to === 'object') compare(from, to);
  else if (from === to) return;
  else if (from === true || to === false)
    report('constraint-tightened', `\`${keyword}\` requires more`);
  else report('constraint-loosened', `\`${keyword}\` requires less`);
}

/** Compares a keyword that contains schemas by name. */
export function compareSchemaMaps(
  { report, compare }: SchemaComparison,
  keyword: string,
  from: Schemas,
  to: Schemas,
): void {
  for (const [key, schema] of from) {
    const now = to.get(key);
    if (now !== undefined) compare(schema, now);
    else report('constraint-loosened', `\`${keyword}\` no longer has ${inBackticks(key)}`);
  }
  for (const key of to.keys()) {
    if (!from.has(key))
      report('constraint-tightened', `\`${keyword}\` now has ${inBackticks(key)}`);
  }
}

/** Compares `not`: a narrower schema inside makes the whole wider. */
export const nots: KeywordOf<'nots'> = {
  keywords: 'not',
  none: NO_ITEMS,
  read: (known, node) => {
    if (child(node.value, 'not') === undefined) return known;
    return withItem(known, { schema: [under(node, 'not')] });
  },
  compare: ({ report, compare }, from, to) => {
    const { pairs, gone, fresh } = pairUp(from, to);
    for (const [old, now] of pairs) compare(old.schema, now.schema, 'opposite');
    if (fresh.length > 0) report('constraint-tightened', 'must now not match the schema of `not`');
    if (gone.length > 0) report('constraint-loosened', 'the schema of `not` was removed');
  },
};

export const conditions: KeywordOf<'conditions'> = {
  keywords: 'if then else',
  none: NO_ITEMS,
  read: (known, node) => {
    const met = readSubschema(true, node, 'then');
    const unmet = readSubschema(true, node, 'else');
    if (child(node.value, 'if') === undefined || (met === true && unmet === true)) return known;
    return withItem(known, { schema: [under(node, 'if')], met, unmet });
  },
  compare: (scope, from, to) => {
    const { pairs, gone, fresh } = pairUp(from, to);
    for (const [old, now] of pairs) {
      scope.compare(old.schema, now.schema, 'any');
      compareSubschema(scope, 'then', old.met, now.met);
      compareSubschema(scope, 'else', old.unmet, now.unmet);
    }
    if (fresh.length > 0)
      scope.report('constraint-tightened', 'an `if` with requirements was added');
    if (gone.length > 0)
      scope.report('constraint-loosened', 'an `if` with requirements was removed');
  },
};

export const contains: KeywordOf<'contains'> = {
  keywords: 'contains minContains maxContains',
  none: NO_ITEMS,
  read: (known, node) => {
    if (child(node.value, 'contains') === undefined) return known;
    const numberAt = (keyword: string, fallback: number): number => {
      const stated = child(node.value, keyword);
      return typeof stated === 'number' ? stated : fallback;
    };
    const [min, max] = [numberAt('minContains', 1), numberAt('maxContains', Infinity)];
    if (min <= 0 && max === Infinity) return known;
    return withItem(known, { schema: [under(node, 'contains')], min, max });
  },
  compare: ({ report, compare }, from, to) => {
    const { pairs, gone, fresh } = pairUp(from, to);
    for (const [old, now] of pairs) {
      const least = now.min > 0 || old.min > 0;
      const most = now.max < Infinity || old.max < Infinity;
      compare(old.schema, now.schema, least && most ? 'any' : most ? 'opposite' : 'same');
      for (const [keyword, was, is, isTighter] of [
        ['`minContains`', old.min, now.min, now.min > old.min],
        ['`maxContains`', old.max, now.max, now.max < old.max],
      ] as const) {
        if (was === is) continue;
        const message = changed(keyword, shown(was), shown(is));
        report(isTighter ? 'limit-tightened' : 'limit-loosened', message);
      }
    }
    if (fresh.length > 0) report('constraint-tightened', 'must now contain certain items');
    if (gone.length > 0) report('constraint-loosened', 'no longer has to contain certain items');
  },
};

const shown = (limit: number): string | undefined =>
  limit === Infinity ? undefined : String(limit);
