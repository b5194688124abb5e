import { child, isTree, keysOf, textAt } from '../../tree.ts';
import { sortedText } from '../../equal.ts';
import type { Facets, Schema } from './facets.ts';
import { quote, type SchemaPair } from '../finding.ts';
import { isNote } from './keywords.ts';
import type { SchemaComparison } from './compare.ts';

/**
 * Alternatives, matched by the name that they refer to, else by title, else by what they say. True if nothing
 * else of the schemas is left to compare: a schema that became one of several, or the other way round.
 */
export function compareUnions(scope: SchemaComparison, pair: SchemaPair): boolean {
  const { before, after } = scope;
  const [from] = before.unions;
  const [to] = after.unions;
  if (from === undefined && to !== undefined && isOnlyUnion(after)) {
    compareBranches(scope, [pair.before], to);
    return true;
  }
  if (to === undefined && from !== undefined && isOnlyUnion(before)) {
    compareBranches(scope, from, [pair.after]);
    return true;
  }
  compareGroups(scope, before.unions, after.unions);
  return false;
}

const isOnlyUnion = ({ unions, properties, values, types, limits }: Facets): boolean =>
  unions.length === 1 &&
  properties.size === 0 &&
  values === undefined &&
  limits.size === 0 &&
  (types === undefined || types.has('object'));

function compareGroups(
  scope: SchemaComparison,
  from: Facets['unions'],
  to: Facets['unions'],
): void {
  for (const [at, branches] of from.entries()) {
    const now = to[at];
    if (now !== undefined) compareBranches(scope, branches, now);
    else scope.report('constraint-changed', 'a choice of alternatives is gone');
  }
  if (to.length > from.length)
    scope.report('constraint-changed', 'must match one of several alternatives now');
}

function compareBranches(
  scope: SchemaComparison,
  from: readonly Schema[],
  to: readonly Schema[],
): void {
  const byKey = new Map<string, Schema[]>();
  for (const branch of to.toReversed()) {
    const key = keyOf(branch);
    const known = byKey.get(key);
    if (known === undefined) byKey.set(key, [branch]);
    else known.push(branch);
  }
  const matched = new Set<Schema>();
  const alone: Schema[] = [];
  for (const branch of from) {
    const match = byKey.get(keyOf(branch))?.pop();
    if (match === undefined) alone.push(branch);
    else {
      matched.add(match);
      scope.compare(branch, match);
    }
  }
  const left = to.filter((branch) => !matched.has(branch));
  const [lost] = alone;
  const [fresh] = left;
  if (alone.length === 1 && left.length === 1 && lost !== undefined && fresh !== undefined) {
    scope.compare(lost, fresh);
    return;
  }
  for (const branch of alone) {
    scope.reportAt({
      rule: 'alternative-removed',
      message: `the alternative ${quote(nameOf(branch))} is gone`,
      oldPointer: branch[0]?.pointer ?? scope.before.pointer,
      newPointer: scope.after.pointer,
    });
  }
  for (const branch of left) {
    scope.reportAt({
      rule: 'alternative-added',
      message: `the alternative ${quote(nameOf(branch))} is new`,
      oldPointer: scope.before.pointer,
      newPointer: branch[0]?.pointer ?? scope.after.pointer,
    });
  }
}

/** What people call a branch: the last part of its reference or place, its title, its type. */
function nameOf([node]: Schema): string {
  const ref = textAt(node?.value, '$ref') ?? componentOf(node?.pointer);
  const title = textAt(node?.value, 'title') ?? textAt(node?.value, 'type');
  return (
    (ref === undefined ? title : keysOf(ref).at(-1)) ?? keysOf(node?.pointer ?? '').at(-1) ?? ''
  );
}

/** The pointer itself if it is a named schema's: a schema that was followed has lost its reference. */
const componentOf = (pointer = ''): string | undefined =>
  /^#\/(?:components\/schemas|definitions)\/[^/]+$/.test(pointer) ? pointer : undefined;

function keyOf(schema: Schema): string {
  const [node] = schema;
  const ref = textAt(node?.value, '$ref') ?? componentOf(node?.pointer);
  if (ref !== undefined) return `ref ${keysOf(ref).at(-1) ?? ref}`;
  const title = textAt(node?.value, 'title');
  if (title !== undefined) return `title ${title}`;
  if (!isTree(node?.value)) return sortedText(node?.value);
  const keys = Object.keys(node.value).filter((key) => !isNote(key));
  return sortedText(Object.fromEntries(keys.map((key) => [key, child(node.value, key)])));
}
