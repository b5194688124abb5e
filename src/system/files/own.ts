/**
 * Access to the tool's own files, lock and state. None of them has to be a link, so links are not
 * followed.
 */
import { closeSync, constants, existsSync, lstatSync, openSync, readFileSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { Failure } from '../../model/failure.ts';

/** Fails for a link, and does not wait for a pipe's writer. Some systems lack these flags. */
export const READ_OWN =
  constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Appends to the file, which can also be read, or creates it. Does not follow a link. */
export const APPEND_OWN =
  constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

/** Why `path`, below `root`, cannot be used as a file (or folder). Null if it is one, or nothing is there. */
export function ownProblem(
  root: string,
  path: string,
  kind: 'file' | 'folder' = 'file',
): { readonly name: string; readonly problem: string } | null {
  const parts = relative(root, path).split(sep);
  for (const [index] of parts.entries()) {
    const name = parts.slice(0, index + 1).join('/');
    const stats = look(`${root}/${name}`);
    if (stats === undefined) return null;
    if (stats === 'closed') return { name, problem: 'cannot be accessed' };
    if (stats.isSymbolicLink()) return { name, problem: 'is a symbolic link' };
    const isLast = index === parts.length - 1;
    if (!isLast || kind === 'folder') {
      if (!stats.isDirectory()) return { name, problem: 'is not a folder' };
    } else if (!stats.isFile()) return { name, problem: 'is not a file' };
  }
  return null;
}

/** The absolute path of the tool's folder. Null if a link is in the way: store nothing then. */
export function ownFolder(root: string, path: string): string | null {
  const folder = join(root, path);
  return ownProblem(root, folder, 'folder') === null ? folder : null;
}

function look(path: string): Stats | 'closed' | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return 'closed';
  }
}

/** The text of such a file. Throws the system's error, also for a link. */
export function readOwnText(path: string): string {
  const file = openSync(path, READ_OWN);
  try {
    return readFileSync(file, 'utf8');
  } finally {
    closeSync(file);
  }
}

/** Throws `config` if `path`, below `root`, is a link or behind one, or is not of this `kind`. */
export function requireOwn(root: string, path: string, kind: 'file' | 'folder' = 'file'): void {
  const found = ownProblem(root, path, kind);
  if (found === null) return;
  throw new Failure('config', `"${found.name}" ${found.problem}, but docs keeps its state there.`, {
    hint: 'Find out where it came from, remove it and run the same command again',
  });
}

/** The text of a file of the tool's own, by its name in `root`; null if there is none. Throws as `requireOwn`. */
export function ownTextIn(root: string, name: string): string | null {
  const path = join(root, name);
  if (!existsSync(path)) return null;
  requireOwn(root, path);
  return readOwnText(path);
}
