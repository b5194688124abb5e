/** Narrows a run to the pages that were named. */
import { Failure } from '../model/failure.ts';
import type { PageKey } from '../model/ids.ts';
import type { LocalProject } from '../model/local.ts';
import type { BasePage } from '../model/sides.ts';
import { documentationKey } from './documentation-key.ts';
import { holds, isIn, pathsNamed } from './page-names.ts';
import type { Standpoint } from './page-names.ts';

export interface Selection extends Standpoint {
  /** Keys, page ids, paths of files or folders. Empty: all. */
  readonly names: readonly string[];
  /** What to do about a name that is a path of another project; `undefined`: it is none. */
  readonly otherProject: (name: string) => Promise<string | undefined>;
}

/**
 * Whether a page is meant. Rejects with `usage` naming the first name that means no page of the folder or the lock: a typing error must not
 * look like a push that had nothing to do.
 */
export async function select(
  selection: Selection,
  local: LocalProject,
  base: ReadonlyMap<PageKey, BasePage>,
  elsewhere: Elsewhere,
): Promise<(key: PageKey) => boolean> {
  const { names, otherProject } = selection;
  if (names.length === 0) return everything;
  const chosen = new Set<PageKey>();
  for (const name of names) {
    const paths = pathsNamed(name, selection);
    const keys = [...meant(name, paths, local, base)];
    const isKnown =
      keys.length > 0 ||
      local.unplaced.some(({ file }) => holds(paths, file)) ||
      elsewhere.isNamed(name);
    if (!isKnown) {
      const byName = 'Name pages by file, folder, key (version/documentation/slug) or id.';
      throw new Failure('usage', `There is no page "${name}" in this folder.`, {
        hint: (await otherProject(name)) ?? byName,
      });
    }
    for (const key of keys) chosen.add(key);
  }
  return (key) => chosen.has(key);
}

/** Whether each name means one page that has a file here, and nothing that the platform may have beside it. */
export function namesOnlyFiles(
  selection: Selection,
  { pages }: LocalProject,
  base: ReadonlyMap<PageKey, BasePage>,
): boolean {
  const { names } = selection;
  const ids = new Set(names.filter((name) => /^\d+$/.test(name)).map(Number));
  const here = new Set([...pages.values()].flatMap(({ key, file }) => [key, file]));
  const byId = new Set(
    [...(ids.size === 0 ? [] : base.values())].flatMap(({ id, key }) =>
      ids.has(id) && pages.has(key) ? String(id) : [],
    ),
  );
  const isOne = (name: string): boolean =>
    byId.has(name) ||
    [name, ...pathsNamed(name, selection)].some((one) => here.has(one as PageKey));
  return names.length > 0 && names.every(isOne);
}

/** What `select` gives where nothing was named. */
const everything = (): boolean => true;

/** Those that are meant, and `more`. */
export function narrowed<T>(
  pages: ReadonlyMap<PageKey, T>,
  meant: (key: PageKey) => boolean,
  more: ReadonlySet<PageKey> = new Set(),
): ReadonlyMap<PageKey, T> {
  if (meant === everything) return pages;
  return new Map([...pages].filter(([key]) => meant(key) || more.has(key)));
}

/** Pages that only the platform has: which of its documentations are looked into, and which of their pages are meant. */
export interface Elsewhere {
  readonly documentations: ReadonlySet<string>;
  readonly meant: (key: PageKey) => boolean;
  readonly isNamed: (name: string) => boolean;
}

export const NOWHERE: Elsewhere = {
  documentations: new Set(),
  meant: () => false,
  isNamed: () => false,
};

/**
 * Without names: the documentations that the folder has; all of `known`, the platform's `version/documentation`, where it has none. With names: those
 * that they mean, by key or by the folder of a documentation.
 */
export function selectElsewhere(
  selection: Selection,
  { documentations, pages }: LocalProject,
  known: Iterable<string>,
): Elsewhere {
  const { names } = selection;
  const all = [...known];
  if (names.length === 0) {
    const local = new Set(documentations.map(({ version, slug }) => `${version}/${slug}`));
    for (const key of pages.keys()) local.add(documentationKey(key));
    return { ...NOWHERE, documentations: local.size > 0 ? local : new Set(all), meant: () => true };
  }
  const paths = names.flatMap((name) => pathsNamed(name, selection));
  const byFolder = new Set(
    documentations.flatMap(({ version, slug, folder }) =>
      folder !== undefined && holds(paths, folder) ? `${version}/${slug}` : [],
    ),
  );
  const isMeant = (documentation: string, name: string): boolean =>
    isIn(documentation as PageKey, name) || name.startsWith(`${documentation}/`);
  const meant = (key: PageKey): boolean =>
    names.some((name) => isIn(key, name)) || byFolder.has(documentationKey(key));
  const chosen = all.filter((one) => names.some((name) => isMeant(one, name)));
  return {
    documentations: new Set([...chosen, ...byFolder]),
    meant,
    isNamed: (name) => chosen.some((one) => isMeant(one, name)),
  };
}

function* meant(
  name: string,
  paths: readonly string[],
  local: LocalProject,
  base: ReadonlyMap<PageKey, BasePage>,
): Generator<PageKey> {
  const id = /^\d+$/.test(name) ? Number(name) : null;
  for (const { key, file } of local.pages.values()) {
    const byId = id !== null && base.get(key)?.id === id;
    if (byId || isIn(key, name) || holds(paths, file)) yield key;
  }
  for (const { key, id: known } of base.values()) {
    if (!local.pages.has(key) && (known === id || isIn(key, name))) yield key;
  }
}
