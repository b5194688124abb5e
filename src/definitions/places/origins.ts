/** Maps places in a bundle to places in the documents from which it was made. */
import { ReferenceGraph, type Reading } from '../refs.ts';
import { entriesAt, isTree, keysFrom, pointTo, type Tree } from '../definition-tree.ts';

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

/** Finds where the values of a bundle come from. */
export class Origins {
  readonly #own: string;
  readonly #components: BundleParts['components'];
  readonly #open: Reading['open'];
  readonly #references: ReferenceGraph;

  /** @param own the definition's own document */
  constructor(own: string, { components }: BundleParts, documents: Reading) {
    this.#own = own;
    this.#components = components;
    this.#open = documents.open;
    // The library ignores `$id` when it bundles.
    this.#references = new ReferenceGraph(documents, false);
  }

  /** The origin of the value at `pointer` of the bundle, or of its nearest parent. */
  async of(pointer: string): Promise<PartOrigin> {
    const keys = keysFrom(pointer);
    const length = [3, 2].find((each) =>
      Object.hasOwn(this.#components, pointTo('#', ...keys.slice(0, each))),
    );
    const part = length && this.#components[pointTo('#', ...keys.slice(0, length))];
    const start = part || { document: this.#own, pointer: '#' };
    await this.#open(start.document);
    const path = [...keysFrom(start.pointer), ...keys.slice(length ?? 0)];
    for (;;) {
      const root = this.#references.whole(start.document);
      if (root === undefined) return start;
      const { at, stopped } = this.#references.descend(root, path);
      // A path or operation that is a reference means its target; for other parts, the reference
      // itself is meant.
      const end = stopped ?? (isOperation(keys) ? this.#references.end(at) : undefined);
      if (end?.kind === 'found') return placeOf(end.location);
      if (end?.kind !== 'unopened') return placeOf(at);
      await this.#open(end.document);
      this.#references.forget();
    }
  }
}

const placeOf = ({ document, pointer }: PartOrigin): PartOrigin => ({ document, pointer });

/** Whether these are the keys of an operation, or of its path. */
const isOperation = ([first = '', ...more]: readonly string[]): boolean =>
  ['paths', 'webhooks'].includes(first) && more.length > 0 && more.length <= 2;

/**
 * The origins, in other documents, of the components that the bundler added to the definition's own
 * components `had`, by pointer. The bundler inserts the same objects that were read, so identity
 * finds them.
 */
export function partOrigins(
  content: Tree,
  had: ReadonlySet<string>,
  documents: ReadonlyMap<string, { readonly value: unknown }>,
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
  for (const [document, { value }] of documents) search(document, value);
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
