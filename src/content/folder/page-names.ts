/** Names of pages on the command line: as paths in the project, and as keys. */

import { isAbsolute, posix, relative, resolve, sep } from 'node:path';
import { nearest } from '../../model/text/nearest.ts';
import type { FilePath, PageId, PageKey } from '../../model/ids.ts';

/** What relative names are resolved against. Both paths are absolute. */
export interface PathBase {
  readonly root: string;
  /** Relative paths are tried from here first, then from the root. */
  readonly workingFolder: string;
}

/**
 * Paths that `name` may mean, with `/`, relative to the root; empty if it leads out of the root. An
 * empty name means no path, because an unset variable in a script must not select all pages.
 */
export const pathsNamed = (name: string, { root, workingFolder }: PathBase): string[] =>
  (name === '' ? [] : [workingFolder, root]).flatMap((folder) => {
    const inside = relative(root, resolve(folder, name));
    const isOutside = isAbsolute(inside) || inside === '..' || inside.startsWith(`..${sep}`);
    return isOutside ? [] : [inside.split(sep).join('/')];
  });

/** Whether one of `paths` is this file, or a folder that contains it. */
export const holds = (paths: readonly string[], file: string): boolean =>
  paths.some((path) => path === '' || file === path || file.startsWith(`${path}/`));

/**
 * Whether `name` is this key, its version or its documentation. A final `/`, which completion adds,
 * is ignored.
 */
export const isIn = (key: PageKey, name: string): boolean =>
  key === name || key.startsWith(`${name.replace(/\/$/, '')}/`);

/**
 * Whether one of `names` is this page's key, id or file. A folder that contains the page does not
 * count.
 */
export const namesPage = (
  names: readonly string[],
  { key, id, file }: { readonly key: PageKey; readonly id: PageId; readonly file: FilePath | null },
  base: PathBase,
): boolean =>
  names.some(
    (name) =>
      name === key ||
      name === String(id) ||
      (file !== null && pathsNamed(name, base).includes(file)),
  );

export interface CalledPage {
  readonly key: PageKey | null;
  readonly file: string;
  readonly title?: string;
}

/**
 * The page with the name most similar to `name`, if any: compares files if `name` looks like a
 * path, else keys. Of keys in one documentation, only slugs are compared: else a long common prefix
 * would make different pages look similar.
 */
export function nearestPage(name: string, pages: Iterable<CalledPage>): string | undefined {
  const isPath = name.endsWith('.md');
  const [slug = '', ...above] = name.split('/').toReversed();
  const place = above.length === 2 ? `${above.toReversed().join('/')}/` : '';
  const names = new Map<string, string>();
  for (const { key, file, title } of pages) {
    const stem = posix.basename(file, '.md');
    if (isPath) names.set(stem, file);
    if (isPath || key === null || !key.startsWith(place)) continue;
    if (place === '' && title !== undefined) names.set(title, key);
    names.set(key.slice(key.lastIndexOf('/') + 1), key);
  }
  const wanted = isPath ? posix.basename(slug, '.md') : place === '' ? name : slug;
  return names.get(nearest(wanted, names.keys()) ?? '');
}
