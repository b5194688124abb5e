/** Finds references that only lead to each other. The library throws on them, so this runs before the library. */
import { child, keysOf, pointTo, step, textAt, type Tree } from './tree.ts';

/** The documents that were read, by path or URL, and how to resolve a reference from one of them. */
export interface Documents {
  readonly contents: ReadonlyMap<string, unknown>;
  readonly resolve: (base: string, reference: string) => string;
}

interface Place {
  readonly node: unknown;
  readonly document: string;
}

/** A pointer may lead through references, which may lead through references. No real definition reaches this number. */
const MAX_DETOURS = 100;

/**
 * The pointer to the first reference in the document `from` whose chain returns to itself. A chain that leaves the documents that were read is
 * not a circle. Takes time in proportion to the size of the document, however long the chains are.
 */
export function findCircle(documents: Documents, from: string): string | undefined {
  const chains = new Chains(documents);
  const seen = new Set<object>();
  const keys: string[] = [];
  const search = (node: unknown): boolean => {
    if (typeof node !== 'object' || node === null || seen.has(node)) return false;
    seen.add(node);
    if (isReference(node) && chains.end({ node, document: from }) === 'circle') return true;
    for (const [key, value] of Object.entries(node)) {
      keys.push(key);
      if (search(value)) return true;
      keys.pop();
    }
    return false;
  };
  return search(documents.contents.get(from)) ? pointTo('#', ...keys) : undefined;
}

const isReference = (node: unknown): node is Tree => textAt(node, '$ref') !== undefined;

/** The ends of chains of references. Follows each link once. */
class Chains {
  readonly #documents: Documents;
  readonly #ends = new Map<Tree, Place | undefined>();
  /** The links of the chains that are currently followed. */
  readonly #open = new Set<Tree>();

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  /** Returns `undefined` if the chain ends nowhere, or is too long to follow. */
  end(start: Place, detours = 0): Place | 'circle' | undefined {
    const links: Tree[] = [];
    let place: Place | undefined = start;
    while (place !== undefined && isReference(place.node)) {
      const { node } = place;
      if (this.#open.has(node)) return 'circle';
      if (this.#ends.has(node)) {
        place = this.#ends.get(node);
        break;
      }
      this.#open.add(node);
      links.push(node);
      const next = this.#target(node, place.document, detours);
      if (next === 'circle') return 'circle';
      place = next;
    }
    for (const link of links) {
      this.#open.delete(link);
      this.#ends.set(link, place);
    }
    return place;
  }

  #target(link: Tree, base: string, detours: number): Place | 'circle' | undefined {
    const [uri = '', fragment = ''] = (textAt(link, '$ref') ?? '').split('#', 2);
    // An anchor names the object that contains it, never another reference.
    if (fragment !== '' && !fragment.startsWith('/')) return undefined;
    const document = uri === '' ? base : this.#documents.resolve(base, uri);
    let place: Place = { node: this.#documents.contents.get(document), document };
    for (const key of keysOf(`#${fragment}`)) {
      if (isReference(place.node) && child(place.node, key) === undefined) {
        if (detours >= MAX_DETOURS) return undefined;
        const end = this.end(place, detours + 1);
        if (end === undefined || end === 'circle') return end;
        place = end;
      }
      const { node } = place;
      place = { ...place, node: step(node, key) };
    }
    return place;
  }
}
