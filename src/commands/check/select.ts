/** Which files a run is about. */
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { Failure } from '../../model/failure.ts';
import type { FilePath, PageKey } from '../../model/ids.ts';

interface Known {
  readonly files: Iterable<FilePath>;
  readonly keys: Iterable<readonly [PageKey, FilePath]>;
}

/**
 * Whether a file is meant by `names`: files, folders, keys or beginnings of keys. No names: all. Rejects with `usage` naming
 * the first that means nothing, so that a typing error does not look like a clean run.
 *
 * @param root the project's folder
 * @param workingFolder relative paths start here, then at the root
 */
export async function selectFiles(
  names: readonly string[],
  { files, keys }: Known,
  root: string,
  workingFolder: string,
): Promise<(file: FilePath) => boolean> {
  if (names.length === 0) return () => true;
  const all = [...files];
  const byKey = [...keys];
  const chosen = new Set<FilePath>();
  for (const name of names) {
    const paths = [workingFolder, root].flatMap((folder) => pathIn(root, resolve(folder, name)));
    const meant = [
      ...all.filter((file) => paths.some((path) => holds(path, file))),
      ...byKey.filter(([key]) => holds(name, key)).map(([, file]) => file),
    ];
    if (meant.length === 0) {
      throw new Failure('usage', `There is no page "${name}" in this folder.`, {
        hint: await wayOut(resolve(workingFolder, name), root, workingFolder),
      });
    }
    for (const file of meant) chosen.add(file);
  }
  return (file) => chosen.has(file);
}

/** What to do about a path at which this project has nothing: it may be in another one. */
async function wayOut(path: string, root: string, workingFolder: string): Promise<string> {
  const { findConfig } = await import('../../config/find.ts');
  const byName = 'Name pages by file, folder or key (version/documentation/slug).';
  try {
    const config = findConfig(path);
    return config === undefined || dirname(config.file) === root
      ? byName
      : `It belongs to another project: give --config ${relative(workingFolder, config.file)}.`;
  } catch {
    // A path of which a part is a file cannot be searched.
    return byName;
  }
}

const holds = (path: string, file: string): boolean =>
  path === '' || file === path || file.startsWith(`${path.replace(/\/$/, '')}/`);

/** Relative to the root, with `/`; none where it lies outside. */
function pathIn(root: string, path: string): string[] {
  const inside = relative(root, path);
  if (isAbsolute(inside) || inside === '..' || inside.startsWith(`..${sep}`)) return [];
  return [inside.split(sep).join('/')];
}
