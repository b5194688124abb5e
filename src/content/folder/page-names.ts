/** Names of pages on the command line: as paths in the project, and as keys. */

import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { PageKey } from '../../model/ids.ts';

/** What relative names are resolved against. Both paths are absolute. */
export interface Standpoint {
  readonly root: string;
  /** Relative paths are tried from here first, then from the root. */
  readonly workingFolder: string;
}

/** The paths in the project that `name` may mean, with `/`, relative to the root; none if it leads out of the root. */
export const pathsNamed = (name: string, { root, workingFolder }: Standpoint): string[] =>
  [workingFolder, root].flatMap((folder) => {
    const inside = relative(root, resolve(folder, name));
    const isOutside = isAbsolute(inside) || inside === '..' || inside.startsWith(`..${sep}`);
    return isOutside ? [] : [inside.split(sep).join('/')];
  });

/** Whether one of `paths` is this file, or a folder that contains it. */
export const holds = (paths: readonly string[], file: string): boolean =>
  paths.some((path) => path === '' || file === path || file.startsWith(`${path}/`));

/** Whether `name` is this key, or its version or documentation. Completion adds a slash to the latter. */
export const isIn = (key: PageKey, name: string): boolean =>
  key === name || key.startsWith(`${name.replace(/\/$/, '')}/`);
