/** Schemas that are identical in both definitions: only the targets of their references may have changed. */
import { child, isTree, step, type Tree } from '../../tree.ts';
import type { PlacedPair, SchemaPair } from '../finding.ts';
import { under, type Located } from '../located.ts';
import { hiddenFrom } from './properties.ts';
import type { FacetReaders } from './scope.ts';

/** With one of these keywords, the text of a schema does not tell everything that it requires, or there is more to compare than its properties and items. */
const INVOLVED = new Set(
  (
    '$ref $dynamicRef allOf oneOf anyOf not if then else discriminator prefixItems contains unevaluatedItems ' +
    'patternProperties dependentSchemas propertyNames unevaluatedProperties contentSchema'
  ).split(' '),
);

/** The pairs inside two identical schemas. Returns `undefined` if they differ, or if only a full comparison can tell. */
export function pairsInUnchanged(sides: FacetReaders, pair: PlacedPair): SchemaPair[] | undefined {
  const [before] = pair.before;
  const [after] = pair.after;
  if (before === undefined || after === undefined) return undefined;
  if (pair.before.length > 1 || pair.after.length > 1 || !isTree(after.value)) return undefined;
  if (!isSimple(after.value) || !sides.identical.isSame(before.value, after.value))
    return undefined;
  const inside: SchemaPair[] = [];
  const add = (from: Located, to: Located): void => {
    inside.push({ ...pair, before: [from], after: [to], variance: 'same' });
  };
  const old = under(before, 'properties');
  const properties = under(after, 'properties');
  for (const name of Object.keys(isTree(properties.value) ? properties.value : {})) {
    if (sides.identical.isUnchanged(step(old.value, name), step(properties.value, name))) continue;
    const from = under(old, name);
    const to = under(properties, name);
    const hidden = hiddenFrom(sides.after, [to], pair.direction);
    if (hiddenFrom(sides.before, [from], pair.direction) !== hidden) return undefined;
    if (!hidden) add(from, to);
  }
  for (const keyword of ['additionalProperties', 'items']) {
    if (isTree(child(after.value, keyword))) add(under(before, keyword), under(after, keyword));
  }
  return inside;
}

function isSimple(schema: Tree): boolean {
  for (const keyword in schema) if (INVOLVED.has(keyword)) return false;
  return !Array.isArray(schema['items']);
}
