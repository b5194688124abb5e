/**
 * The changes of a branch in the order in which they arrived: a merge is one change, with what it
 * brought. Dates of commits say when they were written, which may be long before.
 */
import { MAX_FILE_VERSIONS, NO_BLOB, belowTop, tokens } from './history.ts';
import { openGit } from './run-git.ts';
import type { GitPlace } from './run-git.ts';

export interface FileChange {
  /** Relative to the project. */
  readonly file: string;
  /** Its former name, if it was renamed. */
  readonly from: string | null;
  /** The blobs after and before. Null: no file. */
  readonly blob: string | null;
  readonly before: string | null;
}

export interface BranchChange {
  readonly commit: string;
  /** When it was committed, as an instant. */
  readonly at: string;
  readonly subject: string;
  readonly files: readonly FileChange[];
}

export interface BranchHistory {
  /** Newest first. */
  readonly changes: readonly BranchChange[];
  /** Whether older changes were not looked at, because there are too many. */
  readonly isCut: boolean;
}

/** What changed below these paths of the project, up to HEAD. Undefined without commits or git. */
export async function branchHistory(
  place: GitPlace,
  below: readonly string[],
): Promise<BranchHistory | undefined> {
  const git = await openGit(place);
  if (!git || (await git.read(['rev-parse', '--verify', '--quiet', 'HEAD'])) === undefined) {
    return undefined;
  }
  const { prefix } = git;
  const paths = below.filter((path) => !path.includes('\n')).map((path) => belowTop(prefix, path));
  const log = git.start(
    ['--literal-pathspecs', 'log', ...ARRIVALS, '--format=%x01%H %cI %s', '--stdin'],
    `${['HEAD', '--', ...paths].join('\n')}\n`,
  );
  const changes: (BranchChange & { files: FileChange[] })[] = [];
  let raw: RegExpExecArray | null = null;
  let names: string[] = [];
  let seen = 0;
  for await (const token of tokens(log.stdout)) {
    if (raw) {
      names.push(token);
      const [, before = '', blob = '', status = ''] = raw;
      if (names.length < (status === 'R' ? 2 : 1)) continue;
      const change = changeOf(names, prefix, blobs(before, blob));
      if (change) changes.at(-1)?.files.push(change);
      [raw, names] = [null, []];
      seen += 1;
    } else if (token.includes('\u{1}')) {
      const [, commit = '', at = '', subject = ''] =
        /^(\S+) (\S+) ?(.*)/.exec(token.slice(token.indexOf('\u{1}') + 1)) ?? [];
      changes.push({ commit, at, subject: subject.slice(0, MAX_SUBJECT), files: [] });
    } else raw = /^\n?:\d+ \d+ ([\da-f]+) ([\da-f]+) ([A-Z])\d*$/.exec(token);
    if (seen < MAX_FILE_VERSIONS) continue;
    log.kill();
    return { changes, isCut: true };
  }
  return { changes, isCut: false };
}

const MAX_SUBJECT = 200;

const ARRIVALS = ['--first-parent', '-m', '--raw', '-z', '--no-abbrev', '-M50%', '--no-ext-diff'];

const blobs = (before: string, blob: string): Pick<FileChange, 'blob' | 'before'> => ({
  blob: NO_BLOB.test(blob) ? null : blob,
  before: NO_BLOB.test(before) ? null : before,
});

/** @param names the name, or the former and the new one */
function changeOf(
  names: readonly string[],
  prefix: string,
  blob: Pick<FileChange, 'blob' | 'before'>,
): FileChange | null {
  const [first, second] = names.map((name) =>
    name.startsWith(prefix) ? name.slice(prefix.length) : null,
  );
  const file = second === undefined ? first : second;
  if (file === null || file === undefined) return null;
  return { file, from: second === undefined ? null : (first ?? null), ...blob };
}
