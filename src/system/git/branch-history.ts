/**
 * The changes of a branch in the order in which they arrived: a merge is one change, with what it
 * brought. Dates of commits say when they were written, which may be long before.
 */
import { MAX_FILE_VERSIONS, belowTop, rawEntries } from './history.ts';
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
  /** Of a merge, the branch itself is the first one. */
  readonly parents: readonly string[];
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
    ['--literal-pathspecs', 'log', ...ARRIVALS, '--format=%x01%H %cI %P|%s', '--stdin'],
    `${['HEAD', '--', ...paths].join('\n')}\n`,
  );
  const changes: (BranchChange & { files: FileChange[] })[] = [];
  const inProject = (path: string): string | null =>
    path.startsWith(prefix) ? path.slice(prefix.length) : null;
  let seen = 0;
  for await (const entry of rawEntries(log.stdout)) {
    if ('commit' in entry) {
      const [, commit = '', at = '', ids = '', subject = ''] = COMMIT.exec(entry.commit) ?? [];
      const parents = ids === '' ? [] : ids.split(' ');
      changes.push({ commit, parents, at, subject: subject.slice(0, MAX_SUBJECT), files: [] });
      continue;
    }
    const [file = null, from = null] = entry.names.toReversed().map(inProject);
    const { blob, before } = entry;
    if (file !== null) changes.at(-1)?.files.push({ file, from, blob, before });
    seen += 1;
    if (seen < MAX_FILE_VERSIONS) continue;
    log.kill();
    return { changes, isCut: true };
  }
  return { changes, isCut: false };
}

const COMMIT = /^(\S+) (\S+) ([\da-f ]*)\|(.*)/;
const MAX_SUBJECT = 200;

const ARRIVALS = ['--first-parent', '-m', '--raw', '-z', '--no-abbrev', '-M50%', '--no-ext-diff'];
