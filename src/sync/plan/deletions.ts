/** Where the pages that a plan deletes are, for the guard. Pure. */
import type { Plan } from '../../model/change.ts';
import type { PageKey } from '../../model/ids.ts';
import { documentationKey, documentationsOf, isDirectlyIn, placeOf } from '../../model/ids.ts';
import type { LocalProject } from '../../model/local.ts';
import type { ContentFolder } from '../../model/project.ts';
import type { Lock } from '../lock/lock.ts';
import type { Circumstances, DeletedFolder, DeletedFrom, EmptyContent } from './guard.ts';

interface Scene {
  readonly local: Pick<LocalProject, 'pages' | 'unplaced'>;
  readonly lock: Pick<Lock, 'pages'>;
  readonly contents: readonly ContentFolder[];
}

type Deletions = Pick<
  Circumstances,
  'emptied' | 'deletedFrom' | 'emptyContents' | 'deletedFolders'
>;

const NONE: Deletions = { emptied: [], deletedFrom: [], emptyContents: [], deletedFolders: [] };

/** Counts what the plan deletes, per documentation, content folder and folder. */
export function deletionsIn({ changes }: Plan, scene: Scene): Deletions {
  const keys = changes.flatMap(({ kind, key }) => (kind === 'delete' ? [key] : []));
  if (keys.length === 0) return NONE;
  return {
    emptied: emptiedBy(keys, scene),
    deletedFrom: countByDocumentation(keys, scene),
    emptyContents: emptyOf(keys, scene),
    deletedFolders: foldersOf(new Set(keys), scene),
  };
}

function emptiedBy(
  deleted: readonly PageKey[],
  { local: { pages, unplaced } }: Scene,
): readonly string[] {
  const left = documentationsOf([...pages.keys(), ...unplaced.flatMap(({ key }) => key ?? [])]);
  return [...documentationsOf(deleted)].filter((documentation) => !left.has(documentation));
}

function countByDocumentation(keys: readonly PageKey[], { lock }: Scene): readonly DeletedFrom[] {
  const deleted = new Map<string, number>();
  for (const key of keys) {
    const name = documentationKey(key);
    deleted.set(name, (deleted.get(name) ?? 0) + 1);
  }
  const known = (name: string): number =>
    [...lock.pages.keys()].filter((key) => isDirectlyIn(key, name)).length;
  return [...deleted].map(([name, number]) => ({ name, deleted: number, known: known(name) }));
}

function emptyOf(
  keys: readonly PageKey[],
  { local: { pages, unplaced }, contents }: Scene,
): readonly EmptyContent[] {
  const files = [
    ...[...pages.values()].map(({ file }) => file),
    ...unplaced.map(({ file }) => file),
  ];
  return contents.flatMap((content) => {
    const deleted = keys.filter((key) => isFor(content, key)).length;
    const isEmpty = !files.some((file) => isBelow(file, content.path));
    return deleted > 0 && isEmpty ? [{ path: content.path, deleted }] : [];
  });
}

function isFor({ version, documentation }: ContentFolder, key: PageKey): boolean {
  const place = placeOf(key);
  const isVersion = version === null || version === place.version;
  return isVersion && (documentation === null || documentation === place.documentation);
}

const isBelow = (file: string, folder: string): boolean =>
  folder === '.' || file.startsWith(`${folder}/`);

/** Folders that lose all their pages, outermost only. The lock tells where files were, but not for all of them. */
function foldersOf(keys: ReadonlySet<PageKey>, { lock }: Scene): readonly DeletedFolder[] {
  const folders = new Map<
    string,
    { readonly documentation: string; all: number; deleted: number }
  >();
  for (const { key, folder } of lock.pages.values()) {
    if (folder === undefined) continue;
    const documentation = documentationKey(key);
    for (const path of withAncestors(`${documentation}/${folder}`, documentation)) {
      const counts = folders.get(path) ?? { documentation, all: 0, deleted: 0 };
      counts.all += 1;
      if (keys.has(key)) counts.deleted += 1;
      folders.set(path, counts);
    }
  }
  const whole = [...folders].filter(([, { all, deleted }]) => deleted > 1 && deleted === all);
  return whole
    .filter(([path]) => !whole.some(([other]) => path.startsWith(`${other}/`)))
    .map(([path, { documentation, deleted }]) => ({ path, documentation, deleted }));
}

/** The path and its parent folders, without `top`. */
function withAncestors(path: string, top: string): readonly string[] {
  const found: string[] = [];
  for (let at = path; at.length > top.length; at = at.slice(0, at.lastIndexOf('/'))) found.push(at);
  return found;
}
