/** What names on the command line mean for pages that only the platform has. Pure. */
import type { PageId, PageKey, VersionId } from '../../model/ids.ts';
import type { LocalProject } from '../../model/local.ts';
import { documentationKey } from '../../model/ids.ts';
import { nameOfId } from '../platform/slugs.ts';
import type { Snapshot } from '../platform/snapshot.ts';
import { holds, isIn, pathsNamed } from '../../content/folder/page-names.ts';
import type { PathBase } from '../../content/folder/page-names.ts';

/** The selected pages that only the platform has, and the documentations to search for them. */
export interface RemoteSelection {
  /** False: this run does not look for such pages. */
  readonly isRequested: boolean;
  readonly documentations: ReadonlySet<string>;
  readonly selected: (key: PageKey) => boolean;
  /** Pages selected by id, in any documentation. */
  readonly ids: ReadonlySet<PageId>;
  readonly isNamed: (name: string) => boolean;
  /** Whether it can only be the name of a page, which the snapshot does not tell. */
  readonly isUnseen: (name: string) => boolean;
  /** The versions and documentations of the platform, by slugs, for corrections of a name. */
  readonly places: readonly string[];
}

/** The selection of a run that creates no files. */
export const NOTHING_REMOTE: RemoteSelection = {
  isRequested: false,
  documentations: new Set(),
  selected: () => false,
  ids: new Set(),
  isNamed: () => false,
  isUnseen: () => false,
  places: [],
};

/**
 * Selects pages that only the platform has. Without names: pages of the folder's documentations, or
 * of all documentations if the folder has none. With names: those that the names mean, by key, id or
 * documentation folder.
 */
export function selectRemote(
  selection: PathBase & { readonly names: readonly string[] },
  { documentations, pages }: LocalProject,
  snapshot: Snapshot,
): RemoteSelection {
  const { names } = selection;
  const all = [...snapshot.documentations.keys()];
  if (names.length === 0) {
    const local = new Set(documentations.map(({ version, slug }) => `${version}/${slug}`));
    for (const key of pages.keys()) local.add(documentationKey(key));
    const chosen = local.size > 0 ? local : new Set(all);
    return { ...NOTHING_REMOTE, isRequested: true, documentations: chosen, selected: () => true };
  }
  const paths = names.flatMap((name) => pathsNamed(name, selection));
  const byFolder = documentationsBelow(paths, documentations);
  const isRequestedIn = (documentation: string, name: string): boolean =>
    isIn(documentation as PageKey, name) || name.startsWith(`${documentation}/`);
  const selected = (key: PageKey): boolean =>
    names.some((name) => isIn(key, name)) || byFolder.has(documentationKey(key));
  const chosen = all.filter((one) => names.some((name) => isRequestedIn(one, name)));
  const ids = new Set(names.flatMap((name) => pageWithId(name, snapshot) ?? []));
  const isSeen = (name: string): boolean => {
    const key = name.replace(/\/$/, '');
    if (pageWithId(name, snapshot) !== undefined) return true;
    return chosen.some((one) => isIn(one as PageKey, key)) || isEmptyVersion(key, snapshot);
  };
  const isUnseen = (name: string): boolean =>
    !isSeen(name) && chosen.some((one) => isRequestedIn(one, name));
  const isNamed = (name: string): boolean => isSeen(name) || isUnseen(name);
  const places = [...snapshot.versions.keys(), ...all];
  const looked = new Set([...chosen, ...byFolder]);
  return { isRequested: true, documentations: looked, selected, ids, isNamed, isUnseen, places };
}

/** Documentations whose folders are at or below these paths, as `version/documentation`. */
export const documentationsBelow = (
  paths: readonly string[],
  documentations: LocalProject['documentations'],
): ReadonlySet<string> =>
  new Set(
    documentations.flatMap(({ version, slug, folder }) =>
      folder !== undefined && holds(paths, folder) ? `${version}/${slug}` : [],
    ),
  );

/** The page with this id, if the platform has it and the slug of its documentation is known. */
function pageWithId(name: string, { pages, documentations }: Snapshot): PageId | undefined {
  if (!/^\d{1,15}$/.test(name)) return undefined;
  const id = Number(name) as PageId;
  const summary = pages.get(id);
  if (summary === undefined) return undefined;
  return nameOfId(summary.documentationId, documentations) === undefined ? undefined : id;
}

/** Whether the name is a version without documentations. */
function isEmptyVersion(name: string, { all, versions }: Snapshot): boolean {
  const id: VersionId | undefined = versions.get(name.replace(/\/$/, ''));
  if (id === undefined) return false;
  return [...all.documentations.values()].every(({ versionId }) => versionId !== id);
}
