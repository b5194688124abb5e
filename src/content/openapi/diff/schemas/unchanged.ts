/** Schemas that are the same in both definitions: they have no change of their own, only what they refer to may have one. */
import { child, isTree, type Tree } from '../../tree.ts';
import type { PlacedPair, SchemaPair } from '../finding.ts';
import { under, type Located } from '../located.ts';
import { hiddenFrom } from './properties.ts';
import type { Sides } from './scope.ts';

/** What a schema with one of these demands is not told by its own text, or not by its properties and items alone. */
const INVOLVED = new Set(
  (
    '$ref $dynamicRef allOf oneOf anyOf not if then else discriminator prefixItems contains unevaluatedItems ' +
    'patternProperties dependentSchemas propertyNames unevaluatedProperties contentSchema'
  ).split(' '),
);

/** The pairs inside two schemas that say the same; `undefined` if they do not, or if it takes all the rules to tell. */
export function pairsInUnchanged(sides: Sides, pair: PlacedPair): SchemaPair[] | undefined {
  const [before] = pair.before;
  const [after] = pair.after;
  if (before === undefined || after === undefined) return undefined;
  if (pair.before.length > 1 || pair.after.length > 1 || !isTree(after.value)) return undefined;
  if (!isSimple(after.value) || !sides.likewise.isSame(before.value, after.value)) return undefined;
  const inside: SchemaPair[] = [];
  const add = (from: Located, to: Located): void => {
    inside.push({ ...pair, before: [from], after: [to], variance: 'same' });
  };
  const properties = child(after.value, 'properties');
  for (const name of Object.keys(isTree(properties) ? properties : {})) {
    const from = under(before, 'properties', name);
    const to = under(after, 'properties', name);
    if (sides.likewise.isSettled(from.value, to.value)) continue;
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
