/** Tells whether a checkout has all files of its commit. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findRepository } from './find-repository.ts';
import type { GitPlace } from './place.ts';
import { openGit } from './run-git.ts';

/** What git's index says. */
export interface Checkout {
  /** Files whose absence git does not notice, relative to the project: excluded by a sparse checkout, or assumed to be unchanged. */
  readonly unwatched: readonly string[];
  /** Whether any path has an unfinished merge. */
  readonly isUnmerged: boolean;
}

/** Returns undefined if git does not tell. Reads only the index, no files. */
export async function readCheckout(place: GitPlace): Promise<Checkout | undefined> {
  const git = await openGit(place);
  const list = await git?.read(['ls-files', '-v', '-z', '--full-name']);
  if (!git || list === undefined) return undefined;
  const entries = list.split('\0').map((entry) => ({ tag: entry[0] ?? '', path: entry.slice(2) }));
  const { prefix } = git;
  return {
    unwatched: entries.flatMap(({ tag, path }) =>
      /[Sa-z]/.test(tag) && path.startsWith(prefix) ? [path.slice(prefix.length)] : [],
    ),
    isUnmerged: entries.some(({ tag }) => tag === 'M'),
  };
}

/** Files that git leaves in its folder during an operation, with the operation's name. */
const MARKS: readonly (readonly [file: string, what: string])[] = [
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['MERGE_HEAD', 'merge'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['BISECT_LOG', 'bisect'],
];

/** The git operation that is unfinished, by git's name; also `merge` if a path is not merged yet. Null if there is none. */
export async function unfinishedWork(place: GitPlace): Promise<string | null> {
  const repository = findRepository(place.root);
  if (!repository) return null;
  const mark = MARKS.find(([file]) => existsSync(join(repository.gitFolder, file)));
  if (mark) return mark[1];
  return (await readCheckout(place))?.isUnmerged === true ? 'merge' : null;
}
