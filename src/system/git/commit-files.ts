/** Lists the files of a commit. */
import type { FilePath } from '../../model/ids.ts';
import { openGit } from './run-git.ts';
import type { GitPlace } from './run-git.ts';

export interface TreeFile {
  /** Relative to the project. */
  readonly file: FilePath;
  readonly blob: string;
  /** Whether it is a symbolic link. The blob of a link holds the path that it leads to. */
  readonly isLink: boolean;
}

/** The files of a commit in the project, or below these paths. Undefined without such a commit. */
export async function filesOf(
  place: GitPlace,
  commit: string,
  below: readonly string[] = ['.'],
): Promise<readonly TreeFile[] | undefined> {
  const git = await openGit(place);
  if (!git) return undefined;
  const { prefix } = git;
  const paths = below.map((path) => (path === '.' ? prefix : prefix + path));
  const only = paths.includes('') ? [] : ['--', ...paths];
  const list = await git.read(['ls-tree', '-r', '-z', '--full-tree', commit, ...only]);
  return list?.split('\0').flatMap((entry): TreeFile[] => {
    const [, mode, blob = '', path = ''] = ENTRY.exec(entry) ?? [];
    return mode !== undefined && path.startsWith(prefix)
      ? [{ file: path.slice(prefix.length) as FilePath, blob, isLink: mode === LINK }]
      : [];
  });
}

/** An entry of a file or a link. Other repositories (submodules) do not match. */
const ENTRY = /^(\d+) blob ([\da-f]+)\t([^]+)$/;
const LINK = '120000';
