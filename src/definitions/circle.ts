/** Finds references that only lead to each other. The library throws on them, so this runs before the library. */
import { isReference, ReferenceGraph } from './refs.ts';
import { pointTo } from './tree.ts';

/** The documents that were read, by path or URL, and how to resolve a reference from one of them. */
interface ReadDocuments {
  readonly contents: ReadonlyMap<string, unknown>;
  readonly resolve: (base: string, reference: string) => string;
}

/**
 * The pointer to the first reference in the document `from` whose chain returns to itself. A chain that leaves the documents that were read is
 * not a circle. Takes time in proportion to the size of the document, however long the chains are. Follows references as the library does, which
 * does not read `$id`.
 */
export function findCircle({ contents, resolve }: ReadDocuments, from: string): string | undefined {
  const references = new ReferenceGraph(
    {
      resolve,
      opened: (document) =>
        contents.has(document) ? { ok: true, value: contents.get(document) } : undefined,
    },
    false,
  );
  const seen = new Set<unknown>();
  const keys: string[] = [];
  const search = (value: unknown): boolean => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return false;
    seen.add(value);
    const at = { document: from, pointer: '#', value };
    if (isReference(value) && references.end(at).kind === 'circle') return true;
    for (const [key, each] of Object.entries(value)) {
      keys.push(key);
      if (search(each)) return true;
      keys.pop();
    }
    return false;
  };
  return search(contents.get(from)) ? pointTo('#', ...keys) : undefined;
}
