import { child, isTree, keysOf, pointTo, step, textAt, type Tree } from '../tree.ts';

/** A value and where it stands. `pointer` starts with `#`. */
export interface Node {
  readonly value: unknown;
  readonly pointer: string;
}

/** One definition, its references looked up once each. */
export class Document {
  readonly root: Node;
  /** References may have siblings that count: JSON Schema 2020-12, OpenAPI 3.1 and later. */
  readonly siblingsCount: boolean;
  readonly #targets = new Map<string, Node | undefined>();

  constructor(content: Tree) {
    this.root = { value: content, pointer: '#' };
    this.siblingsCount = /^3\.[1-9]/.test(textAt(content, 'openapi') ?? '');
  }

  /** `node` itself, or what its chain of references ends in; where that is nowhere in this document, the last reference. */
  follow(node: Node): Node {
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
  target(node: Node): Node | undefined {
    const ref = textAt(node.value, '$ref');
    if (ref === undefined || !ref.startsWith('#')) return undefined;
    if (!this.#targets.has(ref)) this.#targets.set(ref, this.#lookUp(ref));
    return this.#targets.get(ref);
  }

  #lookUp(ref: string): Node | undefined {
    const keys = keysOf(ref);
    if (keys.length === 0) return undefined;
    const target = under(this.root, ...keys);
    return target.value === undefined ? undefined : target;
  }
}

export const under = (node: Node, ...keys: readonly (string | number)[]): Node => ({
  value: keys.reduce(step, node.value),
  pointer: pointTo(node.pointer, ...keys),
});

/** The entries of the map under `key`. */
export function nodesUnder(node: Node, key: string): (readonly [string, Node])[] {
  const map = child(node.value, key);
  if (!isTree(map)) return [];
  return Object.entries(map).map(([name, value]) => [
    name,
    { value, pointer: pointTo(node.pointer, key, name) },
  ]);
}

/** The items of the list under `key`. */
export function itemsUnder(node: Node, key: string): Node[] {
  const list = child(node.value, key);
  if (!Array.isArray(list)) return [];
  return list.map((value, at) => ({ value, pointer: pointTo(node.pointer, key, at) }));
}
