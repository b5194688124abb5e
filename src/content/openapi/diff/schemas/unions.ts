/** Alternatives: `oneOf` and `anyOf`. */
import type { Facets, Schema } from './facets.ts';
import { quote, type SchemaPair } from '../finding.ts';
import { isLike, keyOf, LIKE, likeness, branchName } from './likeness.ts';
import { matchBy } from './pair-up.ts';
import type { Relation, SchemaComparison } from './scope.ts';

/** So many alternatives are weighed against each other; more are only known by name, title and content. */
const MOST_WEIGHED = 100;

/**
 * Alternatives, matched by the name that they refer to, else by title, else by what they say, else by what they allow.
 * True if nothing else of the schemas is left to compare: a schema that became one of several, or the other way round.
 */
export function compareUnions(scope: SchemaComparison, pair: SchemaPair): boolean {
  const { before, after } = scope;
  const [from] = before.unions;
  const [to] = after.unions;
  if (from === undefined && to !== undefined && isOnlyUnion(after) && !isAnything(before)) {
    compareNull(scope);
    split(scope, pair.before, to);
    return true;
  }
  if (to === undefined && from !== undefined && isOnlyUnion(before) && !isAnything(after)) {
    compareNull(scope);
    join(scope, from, pair.after);
    return true;
  }
  compareGroups(scope, before.unions, after.unions);
  return false;
}

/** Whether a schema says nothing but that a value is one of several things. */
const isOnlyUnion = ({
  unions,
  properties,
  values,
  types,
  limits,
  required,
  verbatim,
}: Facets): boolean =>
  unions.length === 1 &&
  properties.size === 0 &&
  required.size === 0 &&
  values === undefined &&
  limits.size === 0 &&
  verbatim.size === 0 &&
  (types === undefined || types.has('object'));

/** Whether a schema says nothing of a value's type, nor of what an object or list holds. */
const isAnything = ({ types, values, properties, required, dangling }: Facets): boolean =>
  types === undefined &&
  values === undefined &&
  properties.size === 0 &&
  required.size === 0 &&
  dangling.size === 0;

/** An alternative that is null was taken from the list when it was read. */
function compareNull({ before, after, report }: SchemaComparison): void {
  if (before.nullable && !after.nullable) report('null-forbidden', 'may no longer be null');
  if (!before.nullable && after.nullable) report('null-allowed', 'may be null now');
}

function compareGroups(
  scope: SchemaComparison,
  from: Facets['unions'],
  to: Facets['unions'],
): void {
  for (const [at, branches] of from.entries()) {
    const now = to[at];
    if (now !== undefined) compareBranches(scope, branches, now);
    else scope.report('constraint-loosened', 'a choice of alternatives is gone');
  }
  if (to.length > from.length)
    scope.report('constraint-tightened', 'must match one of several alternatives now');
}

/** One schema became one of several. */
function split(scope: SchemaComparison, old: Schema, branches: readonly Schema[]): void {
  const same = branches.findIndex((branch) => keyOf(branch) === keyOf(old));
  const kept = same < 0 ? weighed(scope, branches, (each) => scope.relate(old, each)) : same;
  if (kept !== undefined) {
    scope.compare(old, branches[kept] as Schema);
    added(scope, branches.toSpliced(kept, 1));
  } else if (scope.mayWiden) one(scope, branches, (branch) => [old, branch], removed, [old], added);
  else each(scope, branches, (branch) => [old, branch], added, old);
}

/** One of several became the only one. */
function join(scope: SchemaComparison, branches: readonly Schema[], now: Schema): void {
  const same = branches.findIndex((branch) => keyOf(branch) === keyOf(now));
  const kept = same < 0 ? weighed(scope, branches, (each) => scope.relate(each, now)) : same;
  if (kept !== undefined) {
    scope.compare(branches[kept] as Schema, now);
    removed(scope, branches.toSpliced(kept, 1));
  } else if (scope.mayWiden) each(scope, branches, (branch) => [branch, now], removed, now);
  else one(scope, branches, (branch) => [branch, now], added, [now], removed);
}

/** Which of several stands for a schema: one that is the same, else one that changed in the way that breaks nobody. */
function weighed(
  { mayWiden }: SchemaComparison,
  branches: readonly Schema[],
  relationOf: (branch: Schema) => Relation,
): number | undefined {
  const relations = branches.slice(0, MOST_WEIGHED).map(relationOf);
  const same = relations.indexOf('same');
  const at = same < 0 ? relations.indexOf(mayWiden ? 'wider' : 'narrower') : same;
  return at < 0 ? undefined : at;
}

type Pair = (branch: Schema) => readonly [Schema, Schema];
type Tell = (scope: SchemaComparison, branches: readonly Schema[]) => void;

/** It is enough that one of several stands for a schema: the one that is most like it is compared with it. */
function one(
  scope: SchemaComparison,
  branches: readonly Schema[],
  pairOf: Pair,
  tellLost: Tell,
  lost: readonly Schema[],
  tellOthers: Tell,
): void {
  const like = branches.slice(0, MOST_WEIGHED).find((branch) => isLike(scope, ...pairOf(branch)));
  if (like === undefined) {
    scope.report('alternatives-replaced', 'none of the alternatives is what it was');
    tellLost(scope, lost);
  } else scope.compare(...pairOf(like));
  tellOthers(
    scope,
    branches.filter((branch) => branch !== like),
  );
}

/** All of several have to stand for a schema. */
function each(
  scope: SchemaComparison,
  branches: readonly Schema[],
  pairOf: Pair,
  tellOthers: Tell,
  whole: Schema,
): void {
  const like = branches.slice(0, MOST_WEIGHED).filter((branch) => isLike(scope, ...pairOf(branch)));
  for (const branch of like) scope.compare(...pairOf(branch));
  if (like.length === 0) {
    const message = `none of the alternatives is what ${quote(branchName(whole))} was`;
    scope.report('alternatives-replaced', message);
  }
  tellOthers(
    scope,
    branches.filter((branch) => !like.includes(branch)),
  );
}

function compareBranches(
  scope: SchemaComparison,
  from: readonly Schema[],
  to: readonly Schema[],
): void {
  const { same, alone, left } = matchBy(from, to, keyOf);
  for (const [old, now] of same) scope.compare(old, now);
  const lost = matchByLikeness(scope, alone, left);
  const [old] = lost;
  const [now] = left;
  if (lost.length === 1 && left.length === 1 && old !== undefined && now !== undefined) {
    scope.compare(old, now);
    return;
  }
  if (lost.length > 0 && lost.length === from.length && left.length === to.length)
    scope.report('alternatives-replaced', 'none of the alternatives is what it was');
  removed(scope, lost);
  added(scope, left);
}

/** Takes out of `left` what is most like each of the others; gives back those that are like none. */
function matchByLikeness(
  scope: SchemaComparison,
  alone: readonly Schema[],
  left: Schema[],
): Schema[] {
  if (alone.length * left.length > MOST_WEIGHED) return [...alone];
  return alone.filter((branch) => {
    const weights = left.map((each) => likeness(scope, branch, each));
    const most = Math.max(0, ...weights);
    if (most < LIKE) return true;
    const [match] = left.splice(weights.indexOf(most), 1);
    if (match !== undefined) scope.compare(branch, match);
    return false;
  });
}

function removed({ reportAt, before, after }: SchemaComparison, branches: readonly Schema[]): void {
  for (const branch of branches) {
    reportAt({
      rule: 'alternative-removed',
      message: `the alternative ${quote(branchName(branch))} is gone`,
      oldPointer: branch[0]?.pointer ?? before.pointer,
      newPointer: after.pointer,
    });
  }
}

function added({ reportAt, before, after }: SchemaComparison, branches: readonly Schema[]): void {
  for (const branch of branches) {
    reportAt({
      rule: 'alternative-added',
      message: `the alternative ${quote(branchName(branch))} is new`,
      oldPointer: before.pointer,
      newPointer: branch[0]?.pointer ?? after.pointer,
    });
  }
}
