/** Values of a definition with their places. */
import { child, isTree, pointTo, step } from '../tree.ts';

/** A value and its place. `pointer` starts with `#`. */
export interface Located {
  readonly value: unknown;
  readonly pointer: string;
}

/** The value under `key` in a located map or list. */
export const under = (node: Located, key: string | number): Located => ({
  value: step(node.value, key),
  pointer: pointTo(node.pointer, key),
});

export function nodesUnder(node: Located, key: string): (readonly [string, Located])[] {
  const map = child(node.value, key);
  if (!isTree(map)) return [];
  return Object.entries(map).map(([name, value]) => [
    name,
    { value, pointer: pointTo(node.pointer, key, name) },
  ]);
}

export function itemsUnder(node: Located, key: string): Located[] {
  const list = child(node.value, key);
  if (!Array.isArray(list)) return [];
  return list.map((value, at) => ({ value, pointer: pointTo(node.pointer, key, at) }));
}
