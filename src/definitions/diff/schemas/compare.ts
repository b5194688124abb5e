/** Compares one pair of schemas, and returns the pairs inside them. Does not recurse: `graph.ts` compares each pair once. */
import { changed, inBackticks, type Comparison, type PlacedPair } from '../finding.ts';
import { compareConstraints, differing } from './constraints.ts';
import { compareDiscriminators } from './discriminators.ts';
import type { Facets } from './facets.ts';
import { inOneNotation } from './type-lists.ts';
import { compareItems } from './items.ts';
import { compareProperties } from './properties.ts';
import type { Relate, SchemaComparison, FacetReaders } from './scope.ts';
import { compareUnions } from './unions.ts';
import {
  compareFormats,
  compareLimitsOf,
  comparePatterns,
  compareTypes,
  compareValues,
  haveNothingInCommon,
} from './values.ts';

/** Compares two schemas, and collects the pairs inside them. */
export function compareSchemas(sides: FacetReaders, pair: PlacedPair, relate: Relate): Comparison {
  const scope = openScope(sides, pair, relate);
  if (compareUnions(scope, pair)) {
    compareDiscriminators(scope);
    return scope.comparison;
  }
  compareTypes(scope);
  // If an object became a string, its missing properties are not changes of their own.
  if (haveNothingInCommon(scope)) return scope.comparison;
  compareFormats(scope);
  compareValues(scope);
  compareLimitsOf(scope);
  comparePatterns(scope);
  compareProperties(scope);
  compareItems(scope);
  compareDiscriminators(scope);
  compareConstraints(scope);
  compareReferences(scope);
  compareAnnotations(scope);
  return scope.comparison;
}

function openScope(sides: FacetReaders, pair: PlacedPair, relate: Relate): SchemaComparison {
  const { direction, variance, oldPointer, newPointer } = pair;
  const [before, after] = inOneNotation(
    sides.before.read(pair.before),
    sides.after.read(pair.after),
  );
  const comparison: Comparison = { findings: [], next: [] };
  return {
    sides,
    direction,
    mayWiden: (direction === 'request') === (variance !== 'opposite'),
    before: placedAt(oldPointer, before),
    after: placedAt(newPointer, after),
    comparison,
    report: (rule, message) => comparison.findings.push({ rule, message, oldPointer, newPointer }),
    reportAt: (finding) => comparison.findings.push(finding),
    compare: (before, after, step = 'same') =>
      comparison.next.push({ before, after, direction, variance: step }),
    relate,
  };
}

const placedAt = (pointer: string, facets: Facets): Facets =>
  facets.pointer === pointer ? facets : { ...facets, pointer };

function compareReferences({ before, after, report }: SchemaComparison): void {
  for (const ref of before.dangling) {
    if (!after.dangling.has(ref))
      report('reference-changed', `no longer refers to ${inBackticks(ref)}`);
  }
  for (const ref of after.dangling) {
    if (before.dangling.has(ref)) continue;
    report(
      'reference-changed',
      `now refers to ${inBackticks(ref)}, which is not in the definition`,
    );
  }
}

/** Keywords that do not decide whether a value is valid. */
function compareAnnotations({ before, after, report }: SchemaComparison): void {
  if (before.default !== after.default) {
    const [from, to] = [before.default, after.default].map((text) => text && inBackticks(text));
    report('default-changed', changed('the default', from, to));
  }
  for (const [flag, words] of FLAGS) {
    if (before[flag] === after[flag]) continue;
    const rule =
      flag === 'deprecated'
        ? after[flag]
          ? 'property-deprecated'
          : 'property-undeprecated'
        : 'access-changed';
    report(rule, `is ${after[flag] ? 'now' : 'no longer'} ${words}`);
  }
  const notes = differing(before.notes, after.notes);
  if (notes.length > 0) report('documentation-changed', `${notes.join(', ')} changed`);
}

const FLAGS = [
  ['deprecated', 'deprecated'],
  ['readOnly', 'read-only'],
  ['writeOnly', 'write-only'],
] as const;
