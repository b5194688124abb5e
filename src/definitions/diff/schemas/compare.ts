/** Compares one pair of schemas, and returns the pairs inside them. Does not recurse: `graph.ts` compares each pair once. */
import { child, isTree, step, type Tree } from '../../definition-tree.ts';
import type {
  Comparison,
  Facets,
  PlacedPair,
  Readers,
  Relate,
  SchemaComparison,
  SchemaPair,
} from './facets.ts';
import { under, type Located } from '../compared-definition.ts';
import { compareFacet, compareKeywords } from './keywords.ts';
import { inOneNotation } from './reader.ts';
import { hiddenFrom } from './objects.ts';
import { compareUnions } from './unions.ts';
import { compareTypes, haveNothingInCommon } from './values.ts';

/** Compares two schemas, and collects the pairs inside them. */
export function compareSchemas(sides: Readers, pair: PlacedPair, relate: Relate): Comparison {
  const scope = openScope(sides, pair, relate);
  if (compareUnions(scope, pair)) compareFacet(scope, 'discriminator');
  else {
    compareTypes(scope);
    // If an object became a string, its missing properties are not changes of their own.
    if (!haveNothingInCommon(scope.before, scope.after)) compareKeywords(scope);
  }
  return scope.comparison;
}

function openScope(sides: Readers, pair: PlacedPair, relate: Relate): SchemaComparison {
  const { direction, variance, oldPointer, newPointer, asText = false } = pair;
  const [before, after] = inOneNotation(
    sides.before.read(pair.before),
    sides.after.read(pair.after),
  );
  const comparison: Comparison = { findings: [], next: [], judged: [] };
  return {
    sides,
    direction,
    asText,
    mayWiden: (direction === 'request') === (variance !== 'opposite'),
    before: placedAt(oldPointer, before),
    after: placedAt(newPointer, after),
    comparison,
    report: (rule, message) => comparison.findings.push({ rule, message, oldPointer, newPointer }),
    reportAt: (finding) => comparison.findings.push(finding),
    compare: (before, after, step = 'same') =>
      comparison.next.push({ before, after, direction, variance: step }),
    compareKinds: (before, after) =>
      comparison.next.push({ before, after, direction, variance: 'same', isKind: true }),
    relate,
  };
}

const placedAt = (pointer: string, facets: Facets): Facets =>
  facets.pointer === pointer ? facets : { ...facets, pointer };

/** With one of these keywords, a schema may require more than its text contains (`nullable` means nothing in 3.1), or there is more to compare than its properties and items. */
const INVOLVED = new Set(
  (
    '$ref $dynamicRef allOf oneOf anyOf not if then else discriminator prefixItems contains unevaluatedItems ' +
    'patternProperties dependentSchemas propertyNames unevaluatedProperties contentSchema nullable'
  ).split(' '),
);

/** The pairs inside two identical schemas. Returns `undefined` if they differ, or if only a full comparison can tell. */
export function pairsInUnchanged(sides: Readers, pair: PlacedPair): SchemaPair[] | undefined {
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
