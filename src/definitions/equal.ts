/** Whether two values of a definition have the same content. */
import { changedNumber, type Comparable } from './long-numbers.ts';
import { isTree } from './definition-tree.ts';

/** Whether two definitions have the same content, to the last digit of their numbers. */
export const areSame = (a: Comparable, b: Comparable): boolean =>
  equalContent(a.content, b.content) && changedNumber(a, b) === undefined;

/**
 * Whether two parsed documents have the same content: maps in any order of keys, lists in the same
 * order; `1` equals `1.0`. Notation, comments and the order of keys do not count.
 */
export function equalContent(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, at) => equalContent(item, b[at]));
  }
  if (!isTree(a) || !isTree(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && equalContent(a[key], b[key]))
  );
}

/** One text for all notations of a value: keys are sorted. For comparing small values, not whole documents. */
export function sortedText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedText).join(',')}]`;
  if (!isTree(value)) return JSON.stringify(value) ?? 'null';
  const entries = Object.keys(value)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${sortedText(value[key])}`);
  return `{${entries.join(',')}}`;
}
