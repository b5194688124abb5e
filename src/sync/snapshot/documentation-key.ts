/** `version/documentation` of pages: the name of a documentation. Pure. */
import type { PageKey } from '../../model/ids.ts';

/** `version/documentation` of a key. */
export const documentationKey = (key: PageKey): string => key.slice(0, key.lastIndexOf('/'));

/** The documentations of these pages, each once. Pages of one mostly follow each other: only if they do not is anything cut out of a key. */
export function documentationsOf(keys: Iterable<PageKey>): ReadonlySet<string> {
  const found = new Set<string>();
  let last = '';
  for (const key of keys) {
    if (isDirectlyIn(key, last)) continue;
    last = documentationKey(key);
    found.add(last);
  }
  return found;
}

/** Whether the key's page is one of `documentation`, a `version/documentation`. */
export const isDirectlyIn = (key: PageKey, documentation: string): boolean =>
  key.lastIndexOf('/') === documentation.length && key.startsWith(documentation);
