/** The repository that a folder is in, found without git: what git finds by itself depends on its version and its settings. */
import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

export interface Repository {
  /** Absolute. */
  readonly gitFolder: string;
  /** The folder that has `.git`; absolute, without links. */
  readonly top: string;
  /** From `top` to the folder asked for, with `/`, empty or with one at its end. */
  readonly prefix: string;
  /** Whether all of it belongs to whoever runs this. */
  readonly isOwn: boolean;
}

/**
 * The nearest folder above with a `.git`, which is a folder or names one, as in a worktree. Nothing else is a repository: not a bare one,
 * which anybody can commit as a folder of theirs. Undefined if there is none, or it is broken.
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

/** Longer than any path. */
const LONGEST_GITFILE = 65_536;

/** Undefined: there is none here. `null`: there is a file that names none. */
function gitFolderAt(top: string): { readonly gitFolder: string | null } | undefined {
  const path = join(top, '.git');
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return isGitFolder(path) ? { gitFolder: path } : undefined;
  if (!stats?.isFile() || stats.size > LONGEST_GITFILE) return undefined;
  const [, to] = /^gitdir: ([^\0]+?)[\r\n]*$/.exec(readOrNothing(path)) ?? [];
  if (to === undefined) return { gitFolder: null };
  const gitFolder = resolve(top, to);
  return { gitFolder: isGitFolder(gitFolder) ? gitFolder : null };
}

/** As git itself knows one; a worktree's has its objects elsewhere. */
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
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Where the system has no owners nothing is anybody's own: git is asked. */
function isOwn(path: string): boolean {
  try {
    return lstatSync(path).uid === process.geteuid?.();
  } catch {
    return false;
  }
}
