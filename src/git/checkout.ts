/** Whether the files of a checkout are all that its commit has. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findRepository } from './find-repository.ts';
import type { GitPlace } from './place.ts';
import { openGit } from './run-git.ts';

/** What git's index says. */
export interface Checkout {
  /** Files that git does not look for on the disk, relative to the project: left out by a sparse checkout, or assumed to be unchanged. */
  readonly unwatched: readonly string[];
  /** Whether any path is yet to be merged. */
  readonly isUnmerged: boolean;
}

/** Undefined: git does not say. Reads the index only, and looks at no file. */
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

/** What git left in the repository's folder, and of what. */
const MARKS: readonly (readonly [file: string, what: string])[] = [
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['MERGE_HEAD', 'merge'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['BISECT_LOG', 'bisect'],
];

/** What of git's work on the files is not over, as git calls it; `merge`, too, if a path is yet to be merged. Null: nothing. */
export async function unfinishedWork(place: GitPlace): Promise<string | null> {
  const repository = findRepository(place.root);
  if (!repository) return null;
  const mark = MARKS.find(([file]) => existsSync(join(repository.gitFolder, file)));
  if (mark) return mark[1];
  return (await readCheckout(place))?.isUnmerged === true ? 'merge' : null;
}
