/** Names files as forges do: relative to the top of the repository, whatever folder a command runs in. */
import nodePath, { type PlatformPath } from 'node:path';
import { dirname, join } from 'node:path';
import { existsSync, realpathSync } from 'node:fs';

interface Workplace {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute path of the working folder. */
  readonly cwd: string;
}

/**
 * The path from the folder `base` to `file`, with slashes. Null if `file` is not inside, or on
 * another drive. Both are absolute. Pure.
 *
 * @param paths path functions of the system that the paths are of
 */
export function pathBelow(
  base: string,
  file: string,
  paths: PlatformPath = nodePath,
): string | null {
  const way = paths.relative(base, file);
  const isOutside = way === '..' || way.startsWith(`..${paths.sep}`) || paths.isAbsolute(way);
  return way === '' || isOutside ? null : way.split(paths.sep).join('/');
}

/**
 * Names files as GitHub, GitLab and code scanning do: relative to the job's folder
 * (`GITHUB_WORKSPACE`), or else to the top of the git repository. A file in neither is relative to
 * the working folder, or else to the project's. Files are absolute, or relative to `root`.
 *
 * @param root absolute path of the project's folder
 */
export function repositoryPaths({ env, cwd }: Workplace, root = cwd): (file: string) => string {
  const workspace = env['GITHUB_WORKSPACE'];
  const known = [...(workspace ? [workspace] : []), topOf(cwd), topOf(root), cwd, root];
  const tops = new Set(known.flatMap((top) => [nodePath.resolve(top), withoutLinks(top)]));
  return (file) => {
    const path = nodePath.resolve(root, file);
    for (const top of tops) {
      const below = pathBelow(top, path);
      if (below !== null) return below;
    }
    return nodePath.relative(cwd, path).split(nodePath.sep).join('/');
  };
}

function withoutLinks(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return nodePath.resolve(folder);
  }
}

/** The nearest folder upwards that has a `.git`, or the folder itself if there is none. */
export function topOf(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return folder;
  }
}
