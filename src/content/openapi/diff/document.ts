import { child, isTree, keysOf, pointTo, step, textAt, type Tree } from '../tree.ts';

/** A value and where it stands. `pointer` starts with `#`. */
export interface Located {
  readonly value: unknown;
  readonly pointer: string;
}

/** One definition, its references looked up once each. */
export class Definition {
  readonly root: Located;
  /** References may have siblings that count: JSON Schema 2020-12, OpenAPI 3.1 and later. */
  readonly siblingsCount: boolean;
  readonly #targets = new Map<string, Located | undefined>();

  constructor(content: Tree) {
    this.root = { value: content, pointer: '#' };
    this.siblingsCount = /^3\.[1-9]/.test(textAt(content, 'openapi') ?? '');
  }

  /** `node` itself, or the end of its chain of references; if that is not in this document, the last reference. */
  follow(node: Located): Located {
    const seen = new Set<string>();
    let current = node;
    for (;;) {
      const next = this.target(current);
      if (next === undefined || seen.has(next.pointer)) return current;
      seen.add(next.pointer);
      current = next;
    }
  }

  /** What a node's own `$ref` names in this document; `undefined` without one. */
  target(node: Located): Located | undefined {
    const ref = textAt(node.value, '$ref');
    if (ref === undefined || !ref.startsWith('#')) return undefined;
    if (!this.#targets.has(ref)) this.#targets.set(ref, this.#lookUp(ref));
    return this.#targets.get(ref);
  }

  #lookUp(ref: string): Located | undefined {
    const keys = keysOf(ref);
    if (keys.length === 0) return undefined;
    const target = under(this.root, ...keys);
    return target.value === undefined ? undefined : target;
  }
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
