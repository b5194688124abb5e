/** The files of a commit. */
import type { FilePath } from '../model/ids.ts';
import { openGit } from './run-git.ts';
import type { GitPlace } from './place.ts';

export interface TreeFile {
  /** Relative to the project. */
  readonly file: FilePath;
  readonly blob: string;
  /** Its text is where it leads. */
  readonly isLink: boolean;
}

/** The files that a commit has below the project, or below these paths in it; undefined if git does not know. */
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

/** Of a file or a link; what is another repository's is neither. */
const ENTRY = /^(\d+) blob ([\da-f]+)\t([^]+)$/;
const LINK = '120000';
