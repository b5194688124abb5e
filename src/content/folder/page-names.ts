/** Names of pages on the command line: as paths in the project, and as keys. */

import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { PageKey } from '../../model/ids.ts';

/** Where names are seen from; both absolute. */
export interface Standpoint {
  readonly root: string;
  /** Relative paths start here, then at the root. */
  readonly workingFolder: string;
}

/** The paths in the project that `name` may mean, with `/`, relative to the root; none if it leads out of it. */
export const pathsNamed = (name: string, { root, workingFolder }: Standpoint): string[] =>
  [workingFolder, root].flatMap((folder) => {
    const inside = relative(root, resolve(folder, name));
    const isOutside = isAbsolute(inside) || inside === '..' || inside.startsWith(`..${sep}`);
    return isOutside ? [] : [inside.split(sep).join('/')];
  });

/** Whether one of `paths` is this file or folder, or one that it is in. */
export const holds = (paths: readonly string[], file: string): boolean =>
  paths.some((path) => path === '' || file === path || file.startsWith(`${path}/`));

/** Whether `name` is this key, or the version or documentation that it is in, which completion ends with a slash. */
export const isIn = (key: PageKey, name: string): boolean =>
  key === name || key.startsWith(`${name.replace(/\/$/, '')}/`);
