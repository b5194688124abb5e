/** From places in a bundle to places in the documents that it was made of. */
import { entriesAt, isTree, keysFrom, keysOf, pointTo, step, textAt, type Tree } from '../tree.ts';

/** A pointer into one document, by its path or URL. */
export interface PartOrigin {
  readonly document: string;
  readonly pointer: string;
}

/** What a bundle was made of. */
export interface BundleParts {
  /** The documents beside the definition's own, by path or URL. */
  readonly documents: readonly string[];
  /** Where the components stand that the bundle has and the definition's own document has not, by their pointers. */
  readonly components: Readonly<Record<string, PartOrigin>>;
}

/** The documents that a bundle was made of, as they were read. */
export interface PartDocuments {
  /** The definition's own. */
  readonly own: string;
  /** What a document says; undefined if it was not read. */
  readonly contentOf: (document: string) => Promise<unknown>;
  /** The document that a reference in `from` names. */
  readonly resolve: (from: string, reference: string) => string;
}

/** More references on one way lead nowhere. */
const MOST_REFERENCES = 200;

/** Where what stands at `pointer` of the bundle came from, or the nearest thing above it. */
export async function partOrigin(
  pointer: string,
  { components }: BundleParts,
  documents: PartDocuments,
): Promise<PartOrigin> {
  const keys = keysFrom(pointer);
  const length = [3, 2].find((each) =>
    Object.hasOwn(components, pointTo('#', ...keys.slice(0, each))),
  );
  const way = new Way(documents);
  if (length === undefined) return way.follow({ document: documents.own, pointer });
  const start = components[pointTo('#', ...keys.slice(0, length))];
  if (start === undefined) return { document: documents.own, pointer: '#' };
  return way.follow({ ...start, pointer: pointTo(start.pointer, ...keys.slice(length)) });
}

interface Spot extends PartOrigin {
  readonly value: unknown;
}

/** One walk down through the documents, along references if need be. */
class Way {
  readonly #documents: PartDocuments;
  #referencesLeft = MOST_REFERENCES;

  constructor(documents: PartDocuments) {
    this.#documents = documents;
  }

  /** What `pointer` leads to, or the nearest thing above it. */
  async follow({ document, pointer }: PartOrigin): Promise<Spot> {
    let at: Spot = { document, pointer: '#', value: await this.#documents.contentOf(document) };
    for (const key of keysFrom(pointer)) {
      const next = await this.#below(at, key);
      if (next === undefined) break;
      at = next;
    }
    return at;
  }

  /** What is under `key`, if need be of what a reference leads to. */
  async #below(spot: Spot, key: string): Promise<Spot | undefined> {
    const value = step(spot.value, key);
    if (value !== undefined) return { ...spot, pointer: pointTo(spot.pointer, key), value };
    const reference = textAt(spot.value, '$ref');
    if (reference === undefined || this.#referencesLeft === 0) return undefined;
    this.#referencesLeft -= 1;
    const [name = '', fragment = ''] = reference.split('#', 2);
    const document = name === '' ? spot.document : this.#documents.resolve(spot.document, name);
    return this.#below(
      await this.follow({ document, pointer: pointTo('#', ...keysOf(fragment)) }),
      key,
    );
  }
}

/**
 * Where the components came from that a bundle has and its own document `had` not, by pointer: the bundler puts the very objects there
 * that were read.
 */
export function partOrigins(
  content: Tree,
  had: ReadonlySet<string>,
  documents: ReadonlyMap<string, unknown>,
): Record<string, PartOrigin> {
  const added = componentsOf(content).filter(
    ([pointer, value]) => !had.has(pointer) && isTree(value),
  );
  const names = new Map(added.map(([pointer, value]) => [value, pointer]));
  const seen = new Set<unknown>();
  const origins: Record<string, PartOrigin> = {};
  const search = (document: string, root: unknown): void => {
    const open: [string, unknown][] = [['#', root]];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const [pointer, value] = next;
      if (typeof value !== 'object' || value === null || seen.has(value)) continue;
      seen.add(value);
      const name = names.get(value);
      if (name !== undefined) origins[name] = { document, pointer };
      for (const [key, each] of Object.entries(value)) open.push([pointTo(pointer, key), each]);
    }
  };
  // The definition's own document holds what was added, too.
  for (const [document, root] of documents) if (root !== content) search(document, root);
  return origins;
}

/** Keys below which components are named: OpenAPI 3, then 2.0. */
const GROUPS_OF_2 = ['definitions', 'parameters', 'responses'];

/** All components by pointer. */
export function componentsOf(content: Tree): [pointer: string, value: unknown][] {
  const groups = entriesAt(content, 'components').map(
    ([group]) =>
      [pointTo('#', 'components', group), entriesAt(content['components'], group)] as const,
  );
  const older = GROUPS_OF_2.map(
    (group) => [pointTo('#', group), entriesAt(content, group)] as const,
  );
  return [...groups, ...older].flatMap(([pointer, entries]) =>
    entries.map(([name, value]): [string, unknown] => [pointTo(pointer, name), value]),
  );
}
