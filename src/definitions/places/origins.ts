/** Maps places in a bundle to places in the documents from which it was made. */
import { entriesAt, isTree, keysFrom, keysOf, pointTo, step, textAt, type Tree } from '../tree.ts';

/** A pointer into one document, by its path or URL. */
export interface PartOrigin {
  readonly document: string;
  readonly pointer: string;
}

/** The parts of a bundle. */
export interface BundleParts {
  /** The documents apart from the definition's own, by path or URL. */
  readonly documents: readonly string[];
  /** The origins of the components that the bundler added, by their pointers in the bundle. */
  readonly components: Readonly<Record<string, PartOrigin>>;
}

/** The documents from which a bundle was made. */
export interface PartDocuments {
  /** The definition's own. */
  readonly own: string;
  /** The content of a document; undefined if it was not read. */
  readonly contentOf: (document: string) => Promise<unknown>;
  /** The document that a reference in `from` refers to. */
  readonly resolve: (from: string, reference: string) => string;
}

/** The most references to follow for one pointer; after that, the search stops. */
const MOST_REFERENCES = 200;

/** The origin of the value at `pointer` of the bundle, or of its nearest parent. */
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

/** One walk from a root down to a pointer, following references where needed. */
class Way {
  readonly #documents: PartDocuments;
  #referencesLeft = MOST_REFERENCES;

  constructor(documents: PartDocuments) {
    this.#documents = documents;
  }

  /** The value at `pointer`, or its nearest parent. */
  async follow({ document, pointer }: PartOrigin): Promise<Spot> {
    let at: Spot = { document, pointer: '#', value: await this.#documents.contentOf(document) };
    for (const key of keysFrom(pointer)) {
      const next = await this.#below(at, key);
      if (next === undefined) break;
      at = next;
    }
    return at;
  }

  /** The value under `key`, looked up in the target of a reference if there is one. */
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
 * The origins of the components that the bundler added to the definition's own components `had`, by pointer. The bundler inserts the same
 * objects that were read, so identity finds them.
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
  // The definition's own document contains the added components too, so it is skipped.
  for (const [document, root] of documents) if (root !== content) search(document, root);
  return origins;
}

/** Keys of 2.0 with named components; in OpenAPI 3 they are below `components`. */
const GROUPS_OF_2 = ['definitions', 'parameters', 'responses'];

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
