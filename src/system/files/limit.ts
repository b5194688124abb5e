/** Keeps file access inside a project: where a path really leads, and whether links lead out. */
import { lstatSync, realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { isHiddenPath, isInside } from './path.ts';

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
