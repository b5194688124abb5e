/** Finds a folder's repository without git, whose answer depends on its version and settings. */
import { lstatSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { readRegular } from '../files/read.ts';

export interface Repository {
  /** Absolute. */
  readonly gitFolder: string;
  /** The folder that contains `.git`; absolute, with links resolved. */
  readonly top: string;
  /** The path from `top` to the given folder, with `/`. Empty, or ends with `/`. */
  readonly prefix: string;
  /** Whether all of it belongs to the current user. */
  readonly isOwn: boolean;
}

/**
 * Finds the nearest folder upwards that has a `.git`, either a folder or, as in a worktree, a file
 * that names one. Bare repositories do not count, because anybody can commit one as an ordinary
 * folder. Undefined if there is none, or it is broken.
 */
export function findRepository(root: string): Repository | undefined {
  let start: string;
  try {
    start = realpathSync.native(root);
  } catch {
    return undefined;
  }
  for (let top = start; ; top = dirname(top)) {
    const found = gitFolderAt(top);
    if (found !== undefined) {
      const { gitFolder } = found;
      if (gitFolder === null) return undefined;
      const way = relative(top, start).split(sep).join('/');
      const prefix = way === '' ? '' : `${way}/`;
      return { gitFolder, top, prefix, isOwn: [top, join(top, '.git'), gitFolder].every(isOwn) };
    }
    if (dirname(top) === top) return undefined;
  }
}

/** Undefined: there is no `.git` here. `null`: there is a file that does not name a valid one. */
function gitFolderAt(top: string): { readonly gitFolder: string | null } | undefined {
  const path = join(top, '.git');
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return isGitFolder(path) ? { gitFolder: path } : undefined;
  if (!stats?.isFile()) return undefined;
  const [, to] = /^gitdir: ([^\0]+?)[\r\n]*$/.exec(readOrNothing(path)) ?? [];
  if (to === undefined) return { gitFolder: null };
  const gitFolder = resolve(top, to);
  return { gitFolder: isGitFolder(gitFolder) ? gitFolder : null };
}

/** Uses git's own criteria. A worktree has its objects elsewhere. */
const isGitFolder = (path: string): boolean =>
  isThere(join(path, 'HEAD')) &&
  (isThere(join(path, 'commondir')) || isThere(join(path, 'objects')));

function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

function readOrNothing(path: string): string {
  try {
    return readRegular(path, 'gitfile').toString('utf8');
  } catch {
    return '';
  }
}

/** False on systems without file owners; git then decides whether it trusts the repository. */
function isOwn(path: string): boolean {
  try {
    return lstatSync(path).uid === process.geteuid?.();
  } catch {
    return false;
  }
}
