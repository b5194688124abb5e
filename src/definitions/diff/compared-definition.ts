/** One definition of a comparison: its values with their places, and its references. */
import { ReferenceGraph } from '../refs.ts';
import { textAt, type Tree, child, isTree, pointTo, step } from '../definition-tree.ts';

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

/** Stands for the unknown address of the document. */
const OWN = 'docs-cli://definition/';

/** One definition. Looks up each reference once. */
export class LocatedDefinition {
  readonly root: Located;
  /** Whether it is written in OpenAPI 2.0, which was called Swagger. */
  readonly isSwagger: boolean;
  /** Whether siblings of a reference count: JSON Schema 2020-12, so OpenAPI 3.1 and later. */
  readonly siblingsCount: boolean;
  /** Whether the text of a reference alone tells its target: no schema has an `$id` or an anchor. */
  readonly hasPlainReferences: boolean;
  /** How many references `follow` and `target` have met. */
  referencesMet = 0;
  readonly #targets = new Map<string, Located | undefined>();
  readonly #references: ReferenceGraph;

  constructor(content: Tree) {
    this.root = { value: content, pointer: '#' };
    this.isSwagger = textAt(content, 'swagger') !== undefined;
    this.siblingsCount = /^3\.[1-9]/.test(textAt(content, 'openapi') ?? '');
    const own = { ok: true as const, value: content };
    const other = { ok: false as const, why: 'it is in another document' };
    const documents = {
      resolve: (_: string, reference: string) => reference,
      opened: (document: string) => (document === OWN ? own : other),
    };
    this.#references = new ReferenceGraph(documents, this.siblingsCount);
    this.hasPlainReferences = !this.siblingsCount || !this.#references.hasNamesIn(OWN);
  }

  /**
   * `node` itself, or the end of its chain of references: where `stops` says so, where the chain
   * begins again, or the last reference whose target is not in this document.
   */
  follow(node: Located, stops: (node: Located) => boolean = () => false): Located {
    // Most values are not references, and one reference is followed without a set.
    let seen: Set<string> | undefined;
    let current = node;
    while (!stops(current)) {
      const next = this.target(current);
      if (next === undefined || seen?.has(next.pointer) === true) break;
      if (current !== node) (seen ??= new Set()).add(next.pointer);
      current = next;
    }
    return current;
  }

  /** The target of a node's own reference in this document. Returns `undefined` if there is none. */
  target(node: Located, keyword: '$ref' | '$dynamicRef' = '$ref'): Located | undefined {
    const ref = textAt(node.value, keyword);
    if (ref === undefined) return undefined;
    this.referencesMet += 1;
    if (!ref.startsWith('#') && !this.siblingsCount) return undefined;
    if (!this.hasPlainReferences) return this.#lookUp(node, ref);
    const known = this.#targets.get(ref);
    if (known !== undefined || this.#targets.has(ref)) return known;
    const target = this.#lookUp(node, ref);
    this.#targets.set(ref, target);
    return target;
  }

  #lookUp({ value, pointer }: Located, ref: string): Located | undefined {
    const target = this.#references.follow({ document: OWN, pointer, value }, ref);
    // A reference to the whole document leads nowhere.
    if (target.kind !== 'found' || target.location.pointer === '#') return undefined;
    return { value: target.location.value, pointer: target.location.pointer };
  }
}
