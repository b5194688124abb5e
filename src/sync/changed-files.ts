/** Files that git says changed. */
import { Failure } from '../model/failure.ts';
import { groupBy } from '../model/group-by.ts';
import type { FilePath } from '../model/ids.ts';
import { changedSince, readBlobs } from './git.ts';
import { git } from './run-git.ts';

/** Changed files by path, in Unicode's composed form, with git's name for what was in them; `null`: they are new. */
export type ChangedFiles = ReadonlyMap<FilePath, string | null>;

/**
 * Files below `root` that differ from what they were where `ref` and today's commit parted, files that are gone since, and
 * files that git does not know yet. Paths are relative to `root`. Throws `usage` where there is no such commit, or no git.
 */
export async function changedFiles(root: string, ref: string): Promise<ChangedFiles> {
  const commit = await git(root, ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]);
  if (ref.startsWith('-') || commit === undefined) {
    throw new Failure('usage', `Git knows no commit "${ref}" here.`, {
      hint: '--changed takes a branch, tag or commit; a shallow clone has few: fetch-depth: 0',
    });
  }
  const base = (await git(root, ['merge-base', 'HEAD', commit.trim()])) ?? commit;
  const changed = await changedSince(root, base.trim());
  const unknown = await git(root, ['ls-files', '-z', '--others', '--exclude-standard']);
  if (changed === undefined || unknown === undefined) {
    throw new Failure('failed', 'Git does not say which files changed.', {
      hint: 'git status says why; without --changed all files are checked',
    });
  }
  const files = new Map<FilePath, string | null>();
  for (const path of named(unknown)) files.set(path, null);
  for (const { file, blob } of changed) files.set(pathOf(file), blob);
  return files;
}

const pathOf = (path: string): FilePath => path.normalize('NFC') as FilePath;

const named = (list: string): FilePath[] =>
  list
    .split('\0')
    .filter((path) => path !== '')
    .map(pathOf);

/** The texts that changed files had; those that are new have none. */
export async function textsBefore(
  root: string,
  changed: ChangedFiles,
): Promise<ReadonlyMap<FilePath, string>> {
  const files = groupBy(changed, ([, blob]) => blob);
  const blobs = [...files.keys()].filter((blob) => blob !== null);
  const texts = new Map<FilePath, string>();
  for await (const { blob, text } of readBlobs(root, blobs)) {
    for (const [path] of files.get(blob) ?? []) texts.set(path, text);
  }
  return texts;
}
