/**
 * Paths: how two relate, which are never content, where one really leads, and whether links lead out
 * of a project.
 */
import { isAbsolute, relative, sep, join } from 'node:path';
import { lstatSync, realpathSync } from 'node:fs';

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
export const isThere = (path: string): boolean => kindOf(path) !== 'none';

/** Where a path leads, or why it is not followed: `problem` continues a sentence about the file. */
export type RealPlace = { readonly real: string } | { readonly problem: string };

/**
 * The real path of `path`, relative to `root`; its last parts need not exist. Follows links that
 * stay inside `root`, unless they lead to hidden entries: those are never content, even through a
 * link. Throws the system's error if `root` does not exist.
 */
export function placeIn(root: string, path: string): RealPlace {
  const home = realpathSync.native(root);
  const parts = relative(root, join(root, path)).split(sep);
  if (parts[0] === '..') return { problem: 'is outside the project' };
  let at = home;
  for (const [index, part] of parts.entries()) {
    if (part === '') continue;
    const next = join(at, part);
    const kind = kindOf(next);
    if (kind === 'none') return { real: join(at, ...parts.slice(index)) };
    if (kind === 'other') {
      at = next;
      continue;
    }
    const target = targetOf(next);
    const isLast = index === parts.length - 1;
    const name = parts.slice(0, index + 1).join('/');
    const problem = problemOf(at, target, home);
    if (problem) return { problem: isLast ? `is ${problem}` : `is behind "${name}", ${problem}` };
    at = target ?? next;
  }
  return { real: at };
}

/** Whether the path, relative to `root`, leads through no symbolic link. Its last parts need not exist. */
export function isItself(root: string, path: string): boolean {
  const place = placeIn(root, path);
  return 'real' in place && place.real === join(realpathSync.native(root), path);
}

/** Whether the path itself is a symbolic link, broken or not. */
export const isLink = (path: string): boolean => kindOf(path) === 'link';

function kindOf(path: string): 'none' | 'link' | 'other' {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats) return 'none';
    return stats.isSymbolicLink() ? 'link' : 'other';
  } catch {
    // A part of the path is a file, or a folder without access. Opening the path reports the error.
    return 'none';
  }
}

function targetOf(link: string): string | null {
  try {
    return realpathSync.native(link);
  } catch {
    return null;
  }
}

function problemOf(folder: string, target: string | null, home: string): string | null {
  if (target === null) return 'a broken symbolic link';
  if (!isInside(target, home)) return 'a symbolic link out of the project';
  return isHiddenPath(relative(folder, target))
    ? 'a symbolic link to a hidden file or folder'
    : null;
}
