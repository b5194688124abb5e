/** Values of a definition with the places where they stand. */
import { child, isTree, pointTo, step } from '../tree.ts';

/** A value and where it stands. `pointer` starts with `#`. */
export interface Located {
  readonly value: unknown;
  readonly pointer: string;
}

/** The value at `keys` below a located one. */
export const under = (node: Located, ...keys: readonly (string | number)[]): Located => ({
  value: keys.reduce(step, node.value),
  pointer: pointTo(node.pointer, ...keys),
});

/** The entries of the map under `key`. */
export function nodesUnder(node: Located, key: string): (readonly [string, Located])[] {
  const map = child(node.value, key);
  if (!isTree(map)) return [];
  return Object.entries(map).map(([name, value]) => [
    name,
    { value, pointer: pointTo(node.pointer, key, name) },
  ]);
}

/** The items of the list under `key`. */
export function itemsUnder(node: Located, key: string): Located[] {
  const list = child(node.value, key);
  if (!Array.isArray(list)) return [];
  return list.map((value, at) => ({ value, pointer: pointTo(node.pointer, key, at) }));
}
