/** Finds files that commits removed or renamed. */
import type { FilePath } from '../../model/ids.ts';
import { openGit } from './run-git.ts';
import type { GitPlace } from './run-git.ts';
import { filesOf } from './commit-files.ts';

/** A file that a commit removed or renamed, and its last text. */
export interface RemovedFile {
  /** Relative to the project. */
  readonly file: FilePath;
  readonly blob: string;
  readonly commit: string;
  /** Its name in HEAD. Null: it was removed. */
  readonly to: FilePath | null;
}

/**
 * Files below these paths that are not in HEAD, and whose newest change (added, renamed or removed)
 * was a removal, or a new name that HEAD has below these paths. As in git, a file counts as renamed
 * if at least half of its text is in a file that the same commit added anywhere. Reads only
 * objects. Empty if git fails or is missing.
 */
export async function removedFiles(
  place: GitPlace,
  below: readonly string[],
): Promise<readonly RemovedFile[]> {
  const git = await openGit(place);
  const paths = below.map((path) => (path === '.' ? git?.prefix || '.' : git?.prefix + path));
  const log = await git?.read(['--literal-pathspecs', 'log', ...HOW, 'HEAD', '--', ...paths]);
  const there = await filesOf(place, 'HEAD', below);
  if (!git || log === undefined || there === undefined) return [];
  const settled = new Set(there.map(({ file }) => git.prefix + file));
  const isThere = new Set(settled);
  const removed: RemovedFile[] = [];
  const names = new Map<string, string>();
  for (const { commit, entries } of commitsIn(log)) {
    const isTold = renamesAreTold(entries);
    for (const { status, path, blob, to } of entries) {
      if (settled.has(path) || !path.startsWith(git.prefix)) continue;
      settled.add(path);
      const file = path.slice(git.prefix.length) as FilePath;
      if (status === 'D' && isTold) removed.push({ file, blob, commit, to: null });
      if (status !== 'R') continue;
      const name = names.get(to) ?? to;
      names.set(path, name);
      if (isThere.has(name))
        removed.push({ file, blob, commit, to: name.slice(git.prefix.length) as FilePath });
    }
  }
  return removed;
}

/** If more files were added and removed than this, git does not compare their texts. */
const MAX_COMPARED = 1000;

const HOW = [
  '--raw',
  '-z',
  '--no-abbrev',
  '-M50%',
  `-l${MAX_COMPARED}`,
  '--diff-filter=ADR',
  '--full-diff',
  '--no-ext-diff',
  '--date-order',
  '--format=%x01%H',
];

interface Entry {
  readonly status: string;
  /** The path before the commit, or the only path of an added file. */
  readonly path: string;
  readonly blob: string;
  /** Its new name, if it was renamed. */
  readonly to: string;
}

interface Commit {
  readonly commit: string;
  readonly entries: readonly Entry[];
}

/** If a commit adds and removes more files than git compares, a removed file may have been renamed. */
function renamesAreTold(entries: readonly Entry[]): boolean {
  const count = (wanted: string): number =>
    entries.filter(({ status }) => status === wanted).length;
  return count('A') * count('D') <= MAX_COMPARED ** 2;
}

function* commitsIn(log: string): Generator<Commit> {
  for (const part of log.split('\u{1}').slice(1)) {
    const [commit = '', ...tokens] = part.split('\0');
    const entries: Entry[] = [];
    for (let at = 0; at < tokens.length; at += 1) {
      const [, blob = '', status] = ENTRY.exec(tokens[at] ?? '') ?? [];
      if (status === undefined) continue;
      entries.push({ status, path: tokens[at + 1] ?? '', blob, to: tokens[at + 2] ?? '' });
      at += status === 'R' ? 2 : 1;
    }
    yield { commit: commit.trim(), entries };
  }
}

const ENTRY = /^\n?:\d+ \d+ ([\da-f]+) [\da-f]+ ([ADR])\d*$/;
