/** What came into a project since a commit. */
import { posix } from 'node:path';
import type { FileArrival } from './history.ts';
import type { GitPlace } from './place.ts';
import { openGit } from './run-git.ts';

/**
 * Files of the index that a commit does not have, and which of its files each was, as git tells it: at least half of the text stayed. Paths start at the
 * project; those of files beside it with `../`. None if git does not say. Reads index and objects only, and looks at no file.
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

/** More files than these are only held against others if their whole text is the same. */
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
