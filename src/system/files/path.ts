/**
 * Functions of paths: how two relate, whether one is never content, and whether anything exists
 * there.
 */
import { isAbsolute, relative, sep } from 'node:path';
import { lstatSync } from 'node:fs';

/**
 * The relative path from `folder` to `path`, empty if they are the same. Undefined if `path` is not
 * in `folder`. Both are absolute; symbolic links are not followed.
 */
export function wayInto(folder: string, path: string): string | undefined {
  const way = relative(folder, path);
  const isOutside = way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way);
  return isOutside ? undefined : way;
}

/** Whether `path` is `folder` or inside it. Both are absolute; symbolic links are not followed. */
export const isInside = (path: string, folder: string): boolean =>
  wayInto(folder, path) !== undefined;

/** Whether an entry of a content folder is skipped, whether it is a file or a folder. */
export const isHidden = (name: string): boolean => name.startsWith('.') || name === 'node_modules';

/** Whether a path leads to such an entry or through one. */
export const isHiddenPath = (path: string): boolean =>
  path
    .replaceAll(sep, '/')
    .split('/')
    .some((part) => part !== '.' && part !== '..' && isHidden(part));

/** Whether anything exists at this path. A link counts even if it is broken. */
export function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
