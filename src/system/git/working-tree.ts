/** What git says about a checkout: files that it does not track, or whose absence it ignores. */
import { posix } from 'node:path';
import { openGit } from './run-git.ts';
import type { GitPlace } from './run-git.ts';

/** A larger number suggests somebody else's tree or the output of a build, so the rest is not looked at. */
const MAX_FILES = 20_000;

/**
 * Lists untracked files of the checkout, then ignored files that have a page's name. Paths are
 * relative to the project; those of files beside it start with `../`. Returns at most the limit of
 * each, and nothing if git fails or is missing. Git lists folders, and reads only the files with
 * ignore rules.
 */
export async function untrackedFiles(place: GitPlace): Promise<readonly string[]> {
  const git = await openGit(place);
  if (!git) return [];
  const lists = await Promise.all([git.read(OTHERS), git.read([...IGNORED, '--', ...PAGES])]);
  return lists
    .flatMap((list) => (list ?? '').split('\0', MAX_FILES))
    .filter((path) => path !== '' && !path.endsWith('/'))
    .map((path) => posix.relative(git.prefix, path));
}

const OTHERS = ['ls-files', '-z', '--full-name', '--others', '--exclude-standard'];
const IGNORED = [...OTHERS, '--ignored'];

/** Files in packages are not pages of this project. */
const PAGES = ['*.md*', '*.markdown*', ':(exclude,glob)**/node_modules/**'];

/**
 * Files whose absence git does not notice: left out by a sparse checkout, or marked as unchanged in
 * the index. Paths are relative to the project. Empty if git fails or is missing. Reads only the
 * index.
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
