/** Narrows a run to the named pages. */
import { didYouMean, nearest } from '../../model/text/nearest.ts';
import { Failure } from '../../model/failure.ts';
import { documentationKey } from '../../model/ids.ts';
import type { PageKey } from '../../model/ids.ts';
import type { LocalPage, LocalProject } from '../../model/local.ts';
import type { BasePage } from '../../model/sides.ts';
import { documentationsBelow, NOTHING_REMOTE, selectRemote } from './remote-selection.ts';
import type { RemoteSelection } from './remote-selection.ts';
import { holds, isIn, nearestPage, pathsNamed } from '../../content/folder/page-names.ts';
import type { PathBase } from '../../content/folder/page-names.ts';
import type { SyncDeps } from '../deps.ts';
import type { SyncOptions } from '../run-options.ts';
import type { Run } from '../run.ts';

interface Selection extends PathBase {
  /** Keys, page ids, or paths of files and folders. Empty: all pages. */
  readonly names: readonly string[];
  /** If true, the name of a documentation's folder also selects its pages that have no file any more. */
  readonly prune: boolean;
  /** What to tell the user if a name is a path in another project; otherwise undefined. */
  readonly otherProject: (name: string) => Promise<string | undefined>;
  /** What to tell the user if a name is a page whose file a commit removed; otherwise undefined. */
  readonly removed: (name: string) => Promise<string | undefined>;
}

interface UnseenName {
  /** The name in slugs: the key that such a page has. */
  readonly key: string;
  /** Why the run is refused if no page has it. */
  readonly missing: () => Promise<Failure>;
}

/** The pages that a run covers. */
export interface Scope {
  readonly selected: (key: PageKey) => boolean;
  /** The selected pages that only the platform has. */
  readonly remote: RemoteSelection;
  readonly local: ReadonlyMap<PageKey, LocalPage>;
  /** The names that only pages of the platform may have, of which no slug is known yet. */
  readonly unseen: readonly UnseenName[];
  /** Lock lines of the selected pages, including those whose files have another key now. */
  readonly base: ReadonlyMap<PageKey, BasePage>;
}

/** Rejects as `select` does. */
export async function scopeOf(
  { folder: { local, renamed }, lock, platform }: Run,
  { only: names, workingFolder, newFiles, prune }: SyncOptions,
  { project, otherProject }: Pick<SyncDeps, 'project' | 'otherProject'>,
  removed: Selection['removed'],
): Promise<Scope> {
  const { root } = project;
  const selection = { names, root, workingFolder, otherProject, removed, prune };
  const remote = newFiles ? selectRemote(selection, local, platform.snapshot) : NOTHING_REMOTE;
  const now = new Map(Array.from(renamed, ([key, was]) => [was, key]));
  const { selected, unseen } = await select(selection, { local, now }, lock.pages, remote);
  const before = new Set([...renamed].flatMap(([key, was]) => (selected(key) ? [was] : [])));
  return {
    selected,
    remote,
    unseen,
    local: narrowed(local.pages, selected),
    base: narrowed(lock.pages, selected, before),
  };
}

/** The folder, and the keys of files that the lock has under another key, by that key. */
interface Files {
  readonly local: LocalProject;
  readonly now: ReadonlyMap<PageKey, PageKey>;
}

/**
 * Which pages are selected; a former key selects the page as well. Rejects with `usage` if a name
 * matches no page of the folder or the lock, nor of the platform in runs that create files: a typing
 * error must not look like a push with nothing to do.
 */
async function select(
  selection: Selection,
  { local, now }: Files,
  base: ReadonlyMap<PageKey, BasePage>,
  remote: RemoteSelection,
): Promise<Pick<Scope, 'selected' | 'unseen'>> {
  const { names } = selection;
  if (names.length === 0) return { selected: everything, unseen: [] };
  const chosen = new Set<PageKey>();
  const unseen: UnseenName[] = [];
  for (const name of names) {
    const paths = pathsNamed(name, selection);
    const keys = [...keysNamed(name, paths, local, base)];
    if (selection.prune) keys.push(...lostBelow(paths, local, base));
    const isHere = keys.length > 0 || local.unplaced.some(({ file }) => holds(paths, file));
    const missing = (): Promise<Failure> => noSuchPage(name, selection, local, remote);
    if (!isHere && !remote.isNamed(name)) throw await missing();
    if (!isHere && remote.isUnseen(name)) unseen.push({ key: name, missing });
    for (const key of keys) chosen.add(key).add(now.get(key) ?? key);
  }
  return { selected: (key) => chosen.has(key), unseen };
}

async function noSuchPage(
  name: string,
  { otherProject, removed }: Selection,
  local: LocalProject,
  { isRequested, places }: RemoteSelection,
): Promise<Failure> {
  const near = nearestPage(name, local.pages.values()) ?? nearest(name.replace(/\/$/, ''), places);
  const byName = didYouMean(
    near,
    'Name pages by file, folder, key (version/documentation/slug) or id',
  );
  const where = isRequested ? 'in this folder or on the platform' : 'in this folder';
  return new Failure('usage', `There is no page "${name}" ${where}.`, {
    hint: (await otherProject(name)) ?? (await removed(name)) ?? byName,
  });
}

/** Pages without a file, in documentations whose folders are at or below these paths. */
function lostBelow(
  paths: readonly string[],
  local: LocalProject,
  base: ReadonlyMap<PageKey, BasePage>,
): readonly PageKey[] {
  const below = documentationsBelow(paths, local.documentations);
  return [...base.keys()].filter(
    (key) => !local.pages.has(key) && below.has(documentationKey(key)),
  );
}

/**
 * Whether a name matches neither a page nor a folder here, so that only the platform may have it.
 */
export function namesMore(
  { only, ...pathBase }: PathBase & Pick<SyncOptions, 'only'>,
  { documentations, pages }: LocalProject,
  base: ReadonlyMap<PageKey, BasePage>,
): boolean {
  if (only.length === 0) return false;
  const here = new Set<string | undefined>();
  for (const { key } of pages.values()) here.add(key).add(base.get(key)?.id.toString());
  return only.some((name) => {
    const paths = pathsNamed(name, pathBase);
    const isFolder = documentations.some(({ folder }) => folder && holds(paths, folder));
    return (
      !here.has(name) && !isFolder && [...pages.values()].every(({ file }) => !holds(paths, file))
    );
  });
}

/** The result of `select` if there are no names. */
const everything = (): boolean => true;

/** The pages that `selected` selects, and those in `more`. */
function narrowed<T>(
  pages: ReadonlyMap<PageKey, T>,
  selected: (key: PageKey) => boolean,
  more: ReadonlySet<PageKey> = new Set(),
): ReadonlyMap<PageKey, T> {
  if (selected === everything) return pages;
  return new Map([...pages].filter(([key]) => selected(key) || more.has(key)));
}

function* keysNamed(
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
