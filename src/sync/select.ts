/** Narrows a run to the pages that were named. */
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { Failure } from '../model/failure.ts';
import type { PageKey } from '../model/ids.ts';
import type { LocalProject } from '../model/local.ts';
import type { BasePage } from '../model/sides.ts';

export interface Selection {
  /** Keys, page ids, paths of files or folders. Empty: all. */
  readonly names: readonly string[];
  readonly root: string;
  /** Relative paths start here, then at the root. */
  readonly workingFolder: string;
}

/**
 * Whether a page is meant. Throws `usage` naming the first name that means no page of the folder or the lock: a typing error must not
 * look like a push that had nothing to do.
 */
export function select(
  { names, root, workingFolder }: Selection,
  local: LocalProject,
  base: ReadonlyMap<PageKey, BasePage>,
): (key: PageKey) => boolean {
  if (names.length === 0) return () => true;
  const chosen = new Set<PageKey>();
  for (const name of names) {
    const paths = [workingFolder, root].map((folder) => pathIn(root, resolve(folder, name)));
    const keys = [...meant(name, paths, local, base)];
    if (keys.length === 0 && !local.unplaced.some(({ file }) => paths.some(holds(file)))) {
      throw new Failure('usage', `There is no page "${name}" in this folder.`, {
        hint: 'Name pages by file, folder, key (version/documentation/slug) or id.',
      });
    }
    for (const key of keys) chosen.add(key);
  }
  return (key) => chosen.has(key);
}

function* meant(
  name: string,
  paths: readonly (string | null)[],
  local: LocalProject,
  base: ReadonlyMap<PageKey, BasePage>,
): Generator<PageKey> {
  const id = /^\d+$/.test(name) ? Number(name) : null;
  for (const { key, file } of local.pages.values()) {
    const byId = id !== null && base.get(key)?.id === id;
    if (byId || isIn(key, name) || paths.some(holds(file))) yield key;
  }
  for (const { key, id: known } of base.values()) {
    if (!local.pages.has(key) && (known === id || isIn(key, name))) yield key;
  }
}

/** A key, or all of a version or documentation. */
const isIn = (key: PageKey, name: string): boolean => key === name || key.startsWith(`${name}/`);

const holds =
  (file: string) =>
  (path: string | null): boolean =>
    path !== null && (path === '' || file === path || file.startsWith(`${path}/`));

/** Relative to the root, with `/`; null where it lies outside. */
function pathIn(root: string, path: string): string | null {
  const inside = relative(root, path);
  if (isAbsolute(inside) || inside === '..' || inside.startsWith(`..${sep}`)) return null;
  return inside.split(sep).join('/');
}
