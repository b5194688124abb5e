/** Follows `$ref`s for the library, within the limits for referenced files. */
import type { Library } from './library.ts';
import type { Definition } from './read-definition.ts';
import { resolveDocument, withLineFeeds, type ReferencedFiles } from './referenced-files.ts';
import { isTree, type Tree } from './definition-tree.ts';

/** A resolver of the library, inside the limits of a policy. */
export type FileResolver = InstanceType<Library['BaseResolver']>;

type LoadedDocument = Awaited<ReturnType<FileResolver['resolveDocument']>>;

/**
 * A resolver for one definition, whose files have the names that `shown` returns. If it refuses a
 * file, the library reports that at the reference.
 */
export function createResolver(
  library: Library,
  definition: Definition,
  files: ReferencedFiles,
  shown: (value: unknown) => unknown = (value) => value,
): FileResolver {
  const read = async (document: string): Promise<LoadedDocument> => {
    const { text, value } = await files.read(document);
    return { source: new library.Source(document, text), parsed: shown(value) };
  };

  class SafeResolver extends library.BaseResolver {
    override resolveExternalRef(base: string | null, ref: string): string {
      return resolveDocument(base ?? definition.file, ref);
    }

    override resolveDocument(base: string | null, ref: string): Promise<never> {
      const document = this.resolveExternalRef(base, ref);
      const known = this.cache.get(document);
      const loaded = known ?? read(document).catch(refuse);
      if (known === undefined) this.cache.set(document, loaded);
      return loaded as Promise<never>;
    }
  }
  const refuse = (error: unknown): never => {
    throw new library.ResolveError(error instanceof Error ? error : new Error(String(error)));
  };
  const resolver = new SafeResolver();
  resolver.cache.set(definition.file, Promise.resolve(documentOf(library, definition)));
  return resolver;
}

/** The definition in the form that the library expects. */
export const documentOf = (
  library: Library,
  { file, text, content }: Definition,
): { source: InstanceType<Library['Source']>; parsed: unknown } => ({
  source: new library.Source(file, withLineFeeds(text)),
  parsed: content,
});

/** Matches every text immediately. */
const ANYTHING = '^';

const FIELD = { enumerable: true, writable: true, configurable: true };

/**
 * A copy for the library in which no pattern excludes anything. The library would apply a
 * definition's own patterns to its own examples, and one such as `^(a+)+$` takes exponential time
 * on some texts. Values that are shared in `value` are shared in the copy.
 */
export function withoutPatterns(value: unknown, copies = new Map<object, unknown>()): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const known = copies.get(value);
  if (known !== undefined) return known;
  const copy: unknown[] | Tree = Array.isArray(value) ? [] : {};
  copies.set(value, copy);
  for (const [key, each] of Object.entries(value)) {
    const inside =
      key === 'pattern' && typeof each === 'string'
        ? ANYTHING
        : key === 'patternProperties' && isTree(each)
          ? { [ANYTHING]: {} }
          : withoutPatterns(each, copies);
    // An assignment would set the prototype for the key `__proto__`.
    Object.defineProperty(copy, key, { ...FIELD, value: inside });
  }
  return copy;
}
