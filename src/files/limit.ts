/** A project's folder is the limit: where a path in it really leads, and whether links lead out of it. */
import { lstatSync, realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Where a path leads, or why it is not followed: words that go on after a file's name. */
export type Place = { readonly real: string } | { readonly problem: string };

/** Whether `path` is `folder` or lies in it. Both are real paths. */
const isInside = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

/**
 * The real path of `path`, which is relative to `root` and whose last parts need not be there yet. Links are followed as long as they
 * stay inside `root`; a link to nothing leads nowhere. Throws what the system throws if `root` is not there.
 */
export function placeIn(root: string, path: string): Place {
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
    const problem = problemOf(target, home);
    if (problem) return { problem: isLast ? `is ${problem}` : `is behind "${name}", ${problem}` };
    at = target ?? next;
  }
  return { real: at };
}

function kindOf(path: string): 'none' | 'link' | 'other' {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats) return 'none';
    return stats.isSymbolicLink() ? 'link' : 'other';
  } catch {
    // Behind a file, or in a folder that may not be looked into: who opens it is told so.
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

function problemOf(target: string | null, home: string): string | null {
  if (target === null) return 'a symbolic link to nothing';
  return isInside(target, home) ? null : 'a symbolic link out of the project';
}
