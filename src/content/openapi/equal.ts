import { isTree } from './tree.ts';

/**
 * Whether two parsed documents say the same: keys of maps in any order, lists in theirs, `1` and `1.0` alike. Notation,
 * comments and order of keys do not count.
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
