/** Reads what schemas demand: `allOf` merged, references followed. */
import { child, isTree, textAt } from '../../tree.ts';
import { itemsUnder, type Definition, type Located } from '../document.ts';
import { emptyFacets, schemaKey, type Facets, type Schema } from './facets.ts';
import { addKeywords, isNote } from './keywords.ts';

/** Reads what a schema allows, `allOf` and references included. */
export class FacetReader {
  readonly document: Definition;
  readonly #known = new Map<string, Facets>();

  constructor(document: Definition) {
    this.document = document;
  }

  /** The same schema by its final place, so that all ways that lead to it compare as one. */
  resolve(schema: Schema): Schema {
    return schema.map((node) => (this.#hasSiblings(node) ? node : this.document.follow(node)));
  }

  /** The facets of a schema that `resolve` gave. */
  read(schema: Schema): Facets {
    const key = schemaKey(schema);
    let facets = this.#known.get(key);
    if (facets === undefined) {
      facets = this.#collect(schema);
      this.#known.set(key, facets);
    }
    return facets;
  }

  #hasSiblings({ value }: Located): boolean {
    return (
      this.document.siblingsCount &&
      textAt(value, '$ref') !== undefined &&
      Object.keys(value as object).some((key) => key !== '$ref' && !isNote(key))
    );
  }

  #collect(schema: Schema): Facets {
    const facets = emptyFacets(schema[0]?.pointer ?? '#');
    const seen = new Set<string>();
    const open: Located[] = [];
    const next = (nodes: readonly Located[]): void => {
      for (let at = nodes.length; at > 0; at -= 1) open.push(nodes[at - 1] as Located);
    };
    next(schema);
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (seen.has(node.pointer)) continue;
      seen.add(node.pointer);
      const ref = textAt(node.value, '$ref');
      if (ref !== undefined) {
        const target = this.document.target(node);
        if (target === undefined) facets.dangling.add(ref);
        else open.push(target);
        if (!this.#hasSiblings(node)) continue;
      }
      const more = this.#add(facets, node);
      next(itemsUnder(node, 'allOf'));
      next(more);
    }
    return facets;
  }

  /** Adds what one node says of itself; gives back what else applies to the same value. */
  #add(facets: Facets, node: Located): Located[] {
    if (node.value === false) facets.verbatim.set('false', 'true');
    if (!isTree(node.value)) return [];
    addKeywords(facets, node);
    return this.#addUnions(facets, node);
  }

  /** `anyOf: [X, {type: null}]` is how 3.1 writes a nullable X; a union of one is that one. */
  #addUnions(facets: Facets, node: Located): Located[] {
    const more: Located[] = [];
    for (const kind of ['oneOf', 'anyOf'] as const) {
      const all = itemsUnder(node, kind);
      const branches = all.filter(({ value }) => child(value, 'type') !== 'null');
      if (branches.length < all.length) facets.nullable = true;
      const [only] = branches;
      if (branches.length === 1 && only !== undefined) more.push(only);
      else if (branches.length > 1) facets.unions.push(branches.map((each) => [each]));
    }
    return more;
  }
}
