/** Asks git whether commits removed the files of pages. */
import { posix } from 'node:path';
import { foldPath } from '../../content/file-names.ts';
import { keyAt, placeOfPath } from '../../content/layouts/key-of-path.ts';
import { headerFactsOf } from '../../content/page/page-facts.ts';
import type { HeaderFacts } from '../../content/page/page-facts.ts';
import { parsePageFile } from '../../content/page/page-file.ts';
import { committedText, readBlobs } from '../../git/blobs.ts';
import { untrackedFiles, unwatchedFiles } from '../../git/working-tree.ts';
import { cutOffBy } from '../../git/history.ts';
import type { GitPlace } from '../../git/run-git.ts';
import { removedFiles } from '../../git/removed-files.ts';
import { filesOf } from '../../git/tree.ts';
import type { TreeFile } from '../../git/tree.ts';
import { documentationKey } from '../../model/ids.ts';
import type { FilePath, PageKey } from '../../model/ids.ts';
import type { LocalProject } from '../../model/local.ts';
import type { Project } from '../../model/project.ts';
import type { BasePage } from '../../model/sides.ts';
import { parseLock } from '../lock/lock.ts';
import type { Lock } from '../lock/lock.ts';
import type { SyncDeps } from '../deps.ts';

const NOT_REMOVED = 'no commit removed its file';
const CUT_OFF = {
  depth: 'no commit of this shallow clone removed its file (fetch-depth: 0)',
  filter: 'no commit whose texts this partial clone has removed its file',
};
const NOT_IN_LOCK = 'the lock in git did not have it when its file was removed';

/**
 * Says for each page why git does not prove that its file was removed; nothing if it does: the
 * newest commit that touched the file removed it and did not rename it, the lock of the commit
 * before has the page, no other file of the last commit is the page's, no untracked file has that
 * name, and the checkout has all its page files.
 */
export async function whyNotRemoved(
  lines: readonly BasePage[],
  local: LocalProject,
  { project, machine }: Pick<SyncDeps, 'project' | 'machine'>,
): Promise<ReadonlyMap<PageKey, string>> {
  const place = { root: project.root, ...machine };
  const folders = project.contents.map(({ path }) => path);
  const byKey = keysIn(lines, local, project, place);
  const removed = await byKey(await removedFiles(place, folders));
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
  return reasons;
}

/** Finds the pages of files that git has or had. The first file of a page counts. */
function keysIn(
  lines: readonly BasePage[],
  local: LocalProject,
  project: Project,
  place: GitPlace,
) {
  const documentations = new Set(lines.map(({ key }) => documentationKey(key)));
  return async <F extends Pick<TreeFile, 'file' | 'blob'>>(
    all: readonly F[],
  ): Promise<ReadonlyMap<PageKey, F>> => {
    const files = all.flatMap((one) => {
      const at = placeOfPath(one.file.normalize('NFC') as FilePath, project, local);
      return at && documentations.has(`${at.version}/${at.documentation}`) ? [{ one, at }] : [];
    });
    const headers = new Map<string, HeaderFacts>();
    const blobs = new Set(files.map(({ one }) => one.blob));
    for await (const { blob, text } of readBlobs(place, [...blobs])) {
      if (text !== null) headers.set(blob, headerFactsOf(parsePageFile(text)));
    }
    const found = new Map<PageKey, F>();
    for (const { one, at } of files) {
      const header = headers.get(one.blob);
      if (header === undefined) continue;
      const key = keyAt(at, header);
      if (!found.has(key)) found.set(key, one);
    }
    return found;
  };
}

const nameOf = (file: string): string => foldPath(posix.basename(file));

/** The untracked files, by name: each of them may be a removed file that was moved. */
async function untrackedByName(place: GitPlace): Promise<ReadonlyMap<string, string>> {
  return new Map((await untrackedFiles(place)).map((file) => [nameOf(file), file]));
}

/** The pages of the lock before a commit. Empty if git does not have that lock. */
async function lockBefore(
  commit: string,
  { lockFile }: Project,
  place: GitPlace,
): Promise<Lock['pages']> {
  const text = await committedText(place, lockFile, `${commit}^`);
  return parseLock((text ?? '').split('\n'), lockFile).lock.pages;
}
