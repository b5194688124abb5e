/** Where one path lies in relation to another. */
import { isAbsolute, relative, sep } from 'node:path';

/**
 * The relative path from `folder` to `path`, empty if they are the same. Undefined if `path` is not in `folder`. Both
 * are absolute; symbolic links are not followed.
 */
export function wayInto(folder: string, path: string): string | undefined {
  const way = relative(folder, path);
  const isOutside = way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way);
  return isOutside ? undefined : way;
}

/** Whether `path` is `folder` or inside it. Both are absolute; symbolic links are not followed. */
export const isInside = (path: string, folder: string): boolean =>
  wayInto(folder, path) !== undefined;
