/** Lists the files of a commit. */
import { posix } from 'node:path';
import type { FilePath } from '../../model/ids.ts';
import { isHiddenPath } from '../files/path.ts';
import { readBlobs } from './blobs.ts';
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

/** Whether the name is not UTF-8: decoding puts this character there. Such files are not read. */
export const isNotUtf8 = (file: FilePath): boolean => file.includes('\u{FFFD}');

export interface FollowedLink {
  readonly link: TreeFile;
  /** `null`: the link led to no file of the commit's project, so it was not read. */
  readonly to: TreeFile | null;
}

/** The symbolic links of a commit, as a reader of files follows them. */
export async function followedLinks(
  place: GitPlace,
  files: readonly TreeFile[],
): Promise<readonly FollowedLink[]> {
  const links = files.filter(({ isLink, file }) => isLink && !isNotUtf8(file));
  if (links.length === 0) return [];
  const byPath = new Map<string, TreeFile>(files.map((entry) => [entry.file, entry]));
  const texts = new Map<string, string | null>();
  const blobs = [...new Set(links.map(({ blob }) => blob))];
  for await (const { blob, text } of readBlobs(place, blobs)) texts.set(blob, text);
  const target = (entry: TreeFile, steps = 0): TreeFile | null => {
    const path = texts.get(entry.blob);
    // Without the link's text, its target is unknown. The link's own blob then stands for the missing one.
    if (path === null) return entry;
    if (path === undefined || posix.isAbsolute(path) || steps > MAX_LINKS) return null;
    const to = byPath.get(posix.join(posix.dirname(entry.file), path));
    return to?.isLink === true ? target(to, steps + 1) : (to ?? null);
  };
  return links.map((link) => {
    const to = target(link);
    const way = to === null ? '' : posix.relative(posix.dirname(link.file), to.file);
    return { link, to: isHiddenPath(way) ? null : to };
  });
}

/** About as many as operating systems follow. */
const MAX_LINKS = 40;
