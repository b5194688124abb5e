/** Tells whether a checkout has all files of its commit. */
import type { GitPlace } from './place.ts';
import { openGit } from './run-git.ts';

/**
 * Files whose absence git does not notice, because a sparse checkout leaves them out or the index marks them as
 * unchanged. Paths are relative to the project. Empty if git does not tell. Reads only the index.
 */
export async function unwatchedFiles(place: GitPlace): Promise<readonly string[]> {
  const git = await openGit(place);
  const list = await git?.read(['ls-files', '-v', '-z', '--full-name']);
  if (!git || list === undefined) return [];
  const { prefix } = git;
  return list.split('\0').flatMap((entry) => {
    const [tag = '', path] = [entry[0], entry.slice(2)];
    return /[Sa-z]/.test(tag) && path.startsWith(prefix) ? [path.slice(prefix.length)] : [];
  });
}
