/** How alternatives are identified, and how much two of them have in common. */
import { child, isTree, keysOf, textAt } from '../../tree.ts';
import { sortedText } from '../../equal.ts';
import { nameOfSchema, type Facets, type Schema } from './facets.ts';
import { isNote } from './keywords.ts';
import type { SchemaComparison } from './scope.ts';
import { haveNothingInCommon } from './values.ts';

/** Whether one schema may be a changed form of the other: they have a type in common and, if both are objects, a property. */
export function isLike({ sides }: SchemaComparison, before: Schema, after: Schema): boolean {
  const [old, now] = [
    sides.before.read(sides.before.resolve(before)),
    sides.after.read(sides.after.resolve(after)),
  ];
  if (haveNothingInCommon({ before: old, after: now })) return false;
  const [from, to] = [namesOf(old), namesOf(now)];
  return from.size === 0 || to.size === 0 || [...from].some((name) => to.has(name));
}

const namesOf = ({ properties, required }: Facets): ReadonlySet<string> =>
  new Set([...properties.keys(), ...required]);

/** With at least this likeness, two alternatives count as one that changed. */
export const SAME_ENOUGH = 0.5;

/** From 0 (nothing in common) to 1 (the same), by the names of the properties; 0 if they have none. */
export function likeness(scope: SchemaComparison, before: Schema, after: Schema): number {
  if (scope.relate(before, after) === 'same') return 1;
  const from = scope.sides.before.read(scope.sides.before.resolve(before));
  const to = scope.sides.after.read(scope.sides.after.resolve(after));
  if (haveNothingInCommon({ before: from, after: to })) return 0;
  const names = [namesOf(from), namesOf(to)] as const;
  const all = new Set([...names[0], ...names[1]]);
  const shared = [...all].filter((name) => names.every((each) => each.has(name)));
  // Only identical alternatives get 1.
  return all.size === 0 ? 0 : (shared.length / all.size) * 0.99;
}

/** A name for an alternative that people understand: the last part of its reference or place, its title, its type. */
export function branchName(schema: Schema): string {
  const [node] = schema;
  const ref = textAt(node?.value, '$ref');
  const title = textAt(node?.value, 'title') ?? textAt(node?.value, 'type');
  const name = ref === undefined ? nameOfSchema(schema) : keysOf(ref).at(-1);
  return name ?? title ?? keysOf(node?.pointer ?? '').at(-1) ?? '';
}

/** Equal for alternatives that correspond: by name, else by title, else by all keywords that matter to machines. */
export function keyOf(schema: Schema): string {
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
