/** Finds files that were added to a project since a commit. */
import { posix } from 'node:path';
import type { FileArrival } from './history.ts';
import type { GitPlace } from './place.ts';
import { openGit } from './run-git.ts';

/**
 * Files in the index that the commit does not have, each with the file of that commit from which it was
 * renamed, if any: as in git, at least half of its text stayed the same. Paths are relative to the project;
 * those of files beside it start with `../`. Empty if git does not tell. Reads only index and objects.
 */
export async function arrivedSince(
  place: GitPlace,
  commit: string,
): Promise<readonly Pick<FileArrival, 'from' | 'to'>[]> {
  const git = await openGit(place);
  const list = await git?.read(['diff-index', ...HOW, commit]);
  if (!git || list === undefined) return [];
  const inProject = (path: string): string => posix.relative(git.prefix, path);
  const arrived: Pick<FileArrival, 'from' | 'to'>[] = [];
  const tokens = list.split('\0');
  for (let at = 0; at < tokens.length; at += 1) {
    const status = / ([AR])\d*$/.exec(tokens[at] ?? '')?.[1];
    if (status === undefined) continue;
    const from = status === 'R' ? inProject(tokens[(at += 1)] ?? '') : null;
    arrived.push({ from, to: inProject(tokens[(at += 1)] ?? '') });
  }
  return arrived;
}

/** With more files than this, git finds only renames with identical text. */
const MOST_COMPARED = 1000;

const HOW = [
  '--cached',
  '--raw',
  '-z',
  '--no-abbrev',
  '--no-ext-diff',
  '-M50%',
  `-l${MOST_COMPARED}`,
  '--diff-filter=AR',
];
