/**
 * Finds out from git whether commits removed the files of pages, or moved them to another
 * documentation.
 */
import { posix } from 'node:path';
import { foldPath } from '../../content/file-names.ts';
import { pathsNamed } from '../../content/folder/page-names.ts';
import { keyAt, placeOfPath } from '../../content/layouts/key-of-path.ts';
import { headerFactsOf } from '../../content/page/page-facts.ts';
import type { HeaderFacts } from '../../content/page/page-facts.ts';
import { parsePageFile } from '../../content/page/page-file.ts';
import { committedText, readBlobs } from '../../system/git/blobs.ts';
import { untrackedFiles, unwatchedFiles } from '../../system/git/working-tree.ts';
import { cutOffBy } from '../../system/git/history.ts';
import type { GitPlace } from '../../system/git/run-git.ts';
import { removedFiles } from '../../system/git/removed-files.ts';
import type { RemovedFile } from '../../system/git/removed-files.ts';
import { filesOf } from '../../system/git/commit-files.ts';
import type { TreeFile } from '../../system/git/commit-files.ts';
import { groupBy } from '../../model/group-by.ts';
import type { Orphan } from '../../model/change.ts';
import { documentationKey, placeOf } from '../../model/ids.ts';
import type { FilePath, PageId, PageKey } from '../../model/ids.ts';
import type { LocalProject } from '../../model/local.ts';
import type { Project } from '../../model/project.ts';
import type { BasePage } from '../../model/sides.ts';
import { parseLock } from '../record/lock.ts';
import type { Lock } from '../record/lock.ts';
import { foldTitle } from '../record/stored-page.ts';
import type { SyncOptions } from '../run-options.ts';
import type { Run } from '../run.ts';
import type { SyncDeps } from '../deps.ts';

const NOT_REMOVED = 'no commit removed its file';
const CUT_OFF = {
  depth: 'no commit of this shallow clone removed its file (fetch-depth: 0)',
  filter: 'no commit whose texts this partial clone has removed its file',
};
const NOT_IN_LOCK = 'the lock in git did not have it when its file was removed';

/** What git says about pages without a file. */
export interface Removals {
  /** Why git does not prove that the file was removed. */
  readonly reasons: ReadonlyMap<PageKey, string>;
  /** The keys of files that were moved to another documentation. */
  readonly moved: ReadonlyMap<PageKey, PageKey>;
}

/**
 * Says for each page why git does not prove that its file was removed. It does if all of these hold:
 *
 * - the newest commit that touched the file removed it and did not rename it;
 * - the lock of the commit before has the page;
 * - no other file of the last commit is the page's;
 * - no untracked file has that name;
 * - the checkout has all its page files.
 */
export async function whyNotRemoved(
  lines: readonly BasePage[],
  local: LocalProject,
  { project, machine }: Pick<SyncDeps, 'project' | 'machine'>,
): Promise<Removals> {
  const place = { root: project.root, ...machine };
  const folders = project.contents.map(({ path }) => path);
  const documentations = new Set(lines.map(({ key }) => documentationKey(key)));
  const byKey = keysIn(documentations, local, project, place);
  const all = await byKey(await removedFiles(place, folders));
  const moved = movedIn(all, local);
  const removed = new Map([...all].filter(([, { to }]) => to === null));
  const isAny = removed.size > 0;
  const committed = await byKey((isAny && (await filesOf(place, 'HEAD', folders))) || []);
  const leftOut = (await unwatchedFiles(place)).find((file) => file.endsWith('.md'));
  const untracked = isAny ? await untrackedByName(place) : new Map<string, string>();
  const isAll = lines.every(({ key }) => removed.has(key));
  const lacks = isAll ? null : await cutOffBy(place);
  const notRemoved = lacks === null ? NOT_REMOVED : CUT_OFF[lacks];
  const locks = new Map<string, Lock['pages']>();
  const why = async (line: BasePage): Promise<string | undefined> => {
    if (leftOut !== undefined)
      return `${leftOut} is left out of this checkout or marked as unchanged, and may be its file`;
    const found = removed.get(line.key);
    const now = moved.get(line.key);
    if (now !== undefined) return `its file became ${now}`;
    if (found === undefined) return notRemoved;
    const other = untracked.get(nameOf(found.file));
    if (other !== undefined) return `${other} is not in git, and may be its file`;
    const there = committed.get(line.key);
    if (there !== undefined) return `${there.file} is its file in the last commit`;
    const lock = locks.get(found.commit) ?? (await lockBefore(found.commit, project, place));
    locks.set(found.commit, lock);
    return lock.get(line.key)?.id === line.id ? undefined : NOT_IN_LOCK;
  };
  const reasons = new Map<PageKey, string>();
  for (const line of lines) {
    const reason = await why(line);
    if (reason !== undefined) reasons.set(line.key, reason);
  }
  return { reasons, moved };
}

/** Keys of files that now belong to another documentation. Within one, the page is found by its new key. */
function movedIn(
  files: ReadonlyMap<PageKey, Pick<RemovedFile, 'to'>>,
  { pages }: LocalProject,
): ReadonlyMap<PageKey, PageKey> {
  const moved = new Map<PageKey, PageKey>();
  const renamed = [...files].filter(([, { to }]) => to !== null);
  if (renamed.length === 0) return moved;
  const keys = new Map(Array.from(pages.values(), ({ key, file }) => [file, key]));
  for (const [was, { to }] of renamed) {
    const key = keys.get(to?.normalize('NFC') as FilePath);
    if (key && documentationKey(key) !== documentationKey(was)) moved.set(was, key);
  }
  return moved;
}

/**
 * Pages without a lock line and file that seem to belong to files which commits removed or moved:
 * in the documentation, exactly one such file and one such page have the title, and if the run has
 * read the page, the slug is the file's. They are only named. Empty without git, or if this clone
 * lacks the texts.
 */
export async function unclaimedRemovals(
  unclaimed: ReadonlySet<PageId>,
  { folder: { local }, lock, platform: { snapshot, recent } }: Run,
  { project, machine }: Pick<SyncDeps, 'project' | 'machine'>,
): Promise<readonly Orphan[]> {
  const place = { root: project.root, ...machine };
  const folders = project.contents.map(({ path }) => path);
  const byKey = keysIn(new Set(snapshot.documentations.keys()), local, project, place);
  const files = await byKey(await removedFiles(place, folders));
  const moved = movedIn(files, local);
  const taken = new Set([...local.unplaced.map(({ key }) => key), ...local.pages.keys()]);
  const gone = [...files].flatMap(([key, { to, title }]) => {
    const isGone = !taken.has(key) && !lock.pages.has(key) && (to === null || moved.has(key));
    const id = snapshot.documentations.get(documentationKey(key));
    return isGone && title !== null ? [{ key, name: `${id} ${foldTitle(title)}` }] : [];
  });
  const named = groupBy(gone, ({ name }) => name);
  const pages = groupBy(unclaimed, (id) => {
    const page = snapshot.pages.get(id);
    return page && `${page.documentationId} ${foldTitle(page.title)}`;
  });
  return [...named].flatMap(([name, [file, ...files]]): readonly Orphan[] => {
    const [id, ...others] = pages.get(name) ?? [];
    if (!file || id === undefined || files.length + others.length > 0) return [];
    const { key } = file;
    const read = recent.peek(id);
    if (read && read.slug !== placeOf(key).slug) return [];
    const movedTo = moved.get(key);
    const kept = movedTo === undefined ? NOT_KNOWN : `its file became ${movedTo}`;
    const shown = read ? { isShown: typeof read.contentPublished === 'string' } : {};
    const became = movedTo === undefined ? {} : { movedTo };
    return [{ kind: 'orphan', key, id, kept, inLock: false, ...shown, ...became }];
  });
}

/** Tells how to delete the page of this name, if a commit removed its file; otherwise undefined. */
export async function removalNamed(
  name: string,
  { folder: { local } }: Pick<Run, 'folder'>,
  { workingFolder }: Pick<SyncOptions, 'workingFolder'>,
  { project, machine }: Pick<SyncDeps, 'project' | 'machine'>,
): Promise<string | undefined> {
  const place = { root: project.root, ...machine };
  const files = await removedFiles(
    place,
    project.contents.map(({ path }) => path),
  );
  const paths = pathsNamed(name, { root: project.root, workingFolder });
  const named = new Set(local.documentations.map(({ version, slug }) => `${version}/${slug}`));
  for (const [key, { file }] of await keysIn(named, local, project, place)(files)) {
    if (key === name || paths.includes(file))
      return `A commit removed its file, and the lock file does not have the page: docs page delete ${key} --force`;
  }
  return undefined;
}

const NOT_KNOWN = 'a commit removed its file, and the lock file does not have it';

/**
 * Returns a function that finds the keys of files that git has or had. If files share a key, the
 * first one counts.
 */
function keysIn(
  documentations: ReadonlySet<string>,
  local: LocalProject,
  project: Project,
  place: GitPlace,
) {
  return async <F extends Pick<TreeFile, 'file' | 'blob'>>(
    all: readonly F[],
  ): Promise<ReadonlyMap<PageKey, F & Pick<HeaderFacts, 'title'>>> => {
    const files = all.flatMap((one) => {
      const at = placeOfPath(one.file.normalize('NFC') as FilePath, project, local);
      return at && documentations.has(`${at.version}/${at.documentation}`) ? [{ one, at }] : [];
    });
    const headers = new Map<string, HeaderFacts>();
    const blobs = new Set(files.map(({ one }) => one.blob));
    for await (const { blob, text } of readBlobs(place, [...blobs])) {
      if (text !== null) headers.set(blob, headerFactsOf(parsePageFile(text)));
    }
    const found = new Map<PageKey, F & Pick<HeaderFacts, 'title'>>();
    for (const { one, at } of files) {
      const header = headers.get(one.blob);
      if (header === undefined) continue;
      const key = keyAt(at, header);
      if (!found.has(key)) found.set(key, { ...one, title: header.title });
    }
    return found;
  };
}

const nameOf = (file: string): string => foldPath(posix.basename(file));

/** The untracked files by name: each may be a removed file that was moved. */
async function untrackedByName(place: GitPlace): Promise<ReadonlyMap<string, string>> {
  return new Map((await untrackedFiles(place)).map((file) => [nameOf(file), file]));
}

/** The pages of the lock before a commit. Empty if this clone lacks that lock. */
async function lockBefore(
  commit: string,
  { lockFile }: Project,
  place: GitPlace,
): Promise<Lock['pages']> {
  const text = await committedText(place, lockFile, `${commit}^`);
  return parseLock((text ?? '').split('\n'), lockFile).lock.pages;
}
