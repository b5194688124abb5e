/** Alternatives: `oneOf` and `anyOf`. How they are matched, and how much two of them have in common. */
import { sortedText } from '../../equal.ts';
import { child, isTree, keysOf, textAt } from '../../definition-tree.ts';
import { inBackticks } from '../changes.ts';
import {
  type Facets,
  type Schema,
  type SchemaComparison,
  type SchemaPair,
  nameOfSchema,
} from './facets.ts';
import { isNote } from './keywords.ts';
import { matchBy } from './pair-up.ts';
import { compareNull, haveNothingInCommon } from './values.ts';

/** At most this many alternatives, and pairs of them, are compared. Others are only matched by name, title and content. */
const MAX_WEIGHED = 100;

/**
 * Compares alternatives, matched by the name that they refer to, else by title, else by content,
 * else by the values that they allow. Returns true if nothing else of the schemas is left to
 * compare: one schema became one of several, or the reverse.
 */
export function compareUnions(scope: SchemaComparison, pair: SchemaPair): boolean {
  const { before, after } = scope;
  const [from] = before.unions;
  const [to] = after.unions;
  if (from === undefined && to !== undefined && isOnlyUnion(after) && !isAnything(before)) {
    compareNull(scope);
    compareWithBranches(scope, pair.before, to, 'added');
    return true;
  }
  if (to === undefined && from !== undefined && isOnlyUnion(before) && !isAnything(after)) {
    compareNull(scope);
    compareWithBranches(scope, pair.after, from, 'removed');
    return true;
  }
  compareGroups(scope, before.unions, after.unions);
  return false;
}

/** Whether a schema requires only that a value matches one of several alternatives. */
const isOnlyUnion = ({
  unions,
  properties,
  values,
  types,
  limits,
  required,
  verbatim,
  steps,
}: Facets): boolean =>
  unions.length === 1 &&
  properties.size === 0 &&
  required.size === 0 &&
  values === undefined &&
  limits.size === 0 &&
  verbatim.size === 0 &&
  steps.size === 0 &&
  (types === undefined || types.has('object'));

/** Whether a schema restricts neither the type of a value nor the contents of an object or list. */
const isAnything = ({ types, values, properties, required, dangling }: Facets): boolean =>
  types === undefined &&
  values === undefined &&
  properties.size === 0 &&
  required.size === 0 &&
  dangling.size === 0;

function compareGroups(
  scope: SchemaComparison,
  from: Facets['unions'],
  to: Facets['unions'],
): void {
  for (const [at, branches] of from.entries()) {
    const now = to[at];
    if (now !== undefined) compareBranches(scope, branches, now);
    else scope.report('constraint-loosened', 'a choice of alternatives was removed');
  }
  if (to.length > from.length)
    scope.report('constraint-tightened', 'must now match one of several alternatives');
}

/** Whether an alternative was added or removed. */
type Fate = 'added' | 'removed';

/** Compares one schema with several alternatives. If it became one of several, the others were added; if one of several became the only one, the others were removed. */
function compareWithBranches(
  scope: SchemaComparison,
  one: Schema,
  branches: readonly Schema[],
  others: Fate,
): void {
  const pairOf: PairOf = (branch) => (others === 'added' ? [one, branch] : [branch, one]);
  const same = branches.findIndex((branch) => keyOf(branch) === keyOf(one));
  const kept = same < 0 ? counterpartIn(scope, branches, pairOf) : same;
  const weighed = branches.slice(0, MAX_WEIGHED);
  let like: readonly Schema[];
  if (kept !== undefined) like = branches.slice(kept, kept + 1);
  else if (scope.mayWiden === (others === 'added')) {
    // One of the alternatives has to correspond to the schema: the first similar one.
    const first = weighed.find((branch) => isLike(scope, ...pairOf(branch)));
    like = first === undefined ? [] : [first];
    if (first === undefined) {
      scope.report('alternatives-replaced', 'all alternatives were replaced');
      reportAll(scope, [one], others === 'added' ? 'removed' : 'added');
    }
  } else {
    // All alternatives have to correspond to the schema.
    like = weighed.filter((branch) => isLike(scope, ...pairOf(branch)));
    if (like.length === 0) {
      const message = `none of the alternatives corresponds to ${inBackticks(branchName(one))}`;
      scope.report('alternatives-replaced', message);
    }
  }
  for (const branch of like) scope.compare(...pairOf(branch));
  reportAll(
    scope,
    branches.filter((branch) => !like.includes(branch)),
    others,
  );
}

type PairOf = (branch: Schema) => readonly [Schema, Schema];

/** The alternative that corresponds to a schema: an equal one, else one that changed without breaking clients. */
function counterpartIn(
  { mayWiden, relate }: SchemaComparison,
  branches: readonly Schema[],
  pairOf: PairOf,
): number | undefined {
  const relations = branches.slice(0, MAX_WEIGHED).map((branch) => relate(...pairOf(branch)));
  const same = relations.indexOf('same');
  const at = same < 0 ? relations.indexOf(mayWiden ? 'wider' : 'narrower') : same;
  return at < 0 ? undefined : at;
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
    scope.report('alternatives-replaced', 'all alternatives were replaced');
  reportAll(scope, lost, 'removed');
  reportAll(scope, left, 'added');
}

/** Removes from `left` the most similar match of each alternative in `alone`. Returns those without a match. */
function matchByLikeness(
  scope: SchemaComparison,
  alone: readonly Schema[],
  left: Schema[],
): Schema[] {
  if (alone.length * left.length > MAX_WEIGHED) return [...alone];
  return alone.filter((branch) => {
    const weights = left.map((each) => likeness(scope, branch, each));
    const most = Math.max(0, ...weights);
    if (most < SAME_ENOUGH) return true;
    const [match] = left.splice(weights.indexOf(most), 1);
    if (match !== undefined) scope.compare(branch, match);
    return false;
  });
}

function reportAll(
  { reportAt, before, after }: SchemaComparison,
  branches: readonly Schema[],
  fate: Fate,
): void {
  for (const branch of branches) {
    const at = branch[0]?.pointer;
    reportAt({
      rule: `alternative-${fate}`,
      message: `the alternative ${inBackticks(branchName(branch))} was ${fate}`,
      oldPointer: (fate === 'removed' ? at : undefined) ?? before.pointer,
      newPointer: (fate === 'added' ? at : undefined) ?? after.pointer,
    });
  }
}

/** Whether one schema may be a changed form of the other: they have a type in common and, if both are objects, a property. */
function isLike({ sides }: SchemaComparison, before: Schema, after: Schema): boolean {
  const [old, now] = [
    sides.before.read(sides.before.resolve(before)),
    sides.after.read(sides.after.resolve(after)),
  ];
  if (haveNothingInCommon(old, now)) return false;
  const [from, to] = [namesOf(old), namesOf(now)];
  return from.size === 0 || to.size === 0 || [...from].some((name) => to.has(name));
}

const namesOf = ({ properties, required }: Facets): ReadonlySet<string> =>
  new Set([...properties.keys(), ...required]);

/** With at least this likeness, two alternatives count as one that changed. */
const SAME_ENOUGH = 0.5;

/** From 0 (nothing in common) to 1 (the same), by the names of the properties; 0 if they have none. */
function likeness(scope: SchemaComparison, before: Schema, after: Schema): number {
  if (scope.relate(before, after) === 'same') return 1;
  const from = scope.sides.before.read(scope.sides.before.resolve(before));
  const to = scope.sides.after.read(scope.sides.after.resolve(after));
  if (haveNothingInCommon(from, to)) return 0;
  const names = [namesOf(from), namesOf(to)] as const;
  const all = new Set([...names[0], ...names[1]]);
  const shared = [...all].filter((name) => names.every((each) => each.has(name)));
  // Only identical alternatives get 1.
  return all.size === 0 ? 0 : (shared.length / all.size) * 0.99;
}

/** A name for an alternative that people understand: the last part of its reference or place, its title, its type. */
function branchName(schema: Schema): string {
  const [node] = schema;
  const ref = textAt(node?.value, '$ref');
  const title = textAt(node?.value, 'title') ?? textAt(node?.value, 'type');
  const name = ref === undefined ? nameOfSchema(schema) : keysOf(ref).at(-1);
  return name ?? title ?? keysOf(node?.pointer ?? '').at(-1) ?? '';
}

/** Equal for alternatives that correspond: by name, else by title, else by all keywords that matter to machines. */
function keyOf(schema: Schema): string {
  const [node] = schema;
  const ref = textAt(node?.value, '$ref');
  const name = ref === undefined ? nameOfSchema(schema) : (keysOf(ref).at(-1) ?? ref);
  if (name !== undefined) return `ref ${name}`;
  const title = textAt(node?.value, 'title');
  if (title !== undefined) return `title ${title}`;
  if (!isTree(node?.value)) return sortedText(node?.value);
  const keys = Object.keys(node.value).filter((key) => !isNote(key));
  return sortedText(Object.fromEntries(keys.map((key) => [key, child(node.value, key)])));
}
