/** Selects the files of a run by the names that the user gives. */

import { didYouMean } from '../../../model/text/nearest.ts';
import { Failure } from '../../../model/failure.ts';
import type { FilePath, PageKey } from '../../../model/ids.ts';
import { holds, isIn, nearestPage, pathsNamed } from '../../../content/folder/page-names.ts';
import type { PathBase } from '../../../content/folder/page-names.ts';
import { otherProject } from './project-hint.ts';

interface Known {
  readonly files: Iterable<FilePath>;
  readonly keys: Iterable<readonly [PageKey, FilePath]>;
}

/** Those of `files` that `name` means: a file, a folder, a key or the beginning of one. */
export function filesNamed(name: string, { files, keys }: Known, pathBase: PathBase): FilePath[] {
  const paths = pathsNamed(name, pathBase);
  const byKey = new Set([...keys].flatMap(([key, file]) => (isIn(key, name) ? [file] : [])));
  return [...files].filter((file) => holds(paths, file) || byKey.has(file));
}

/**
 * Whether `names` mean one of `files`; none means all. Rejects with `usage` and the first name that
 * matches nothing, so that a typing error does not look like a clean run.
 */
export async function selectFiles(
  names: readonly string[],
  { files, keys }: Known,
  pathBase: PathBase,
): Promise<(file: FilePath) => boolean> {
  if (names.length === 0) return () => true;
  const all = [...files];
  const there = new Set(all);
  const byKey = [...keys].filter(([, file]) => there.has(file));
  const chosen = new Set<FilePath>();
  for (const name of names) {
    const meant = filesNamed(name, { files: all, keys: byKey }, pathBase);
    if (meant.length === 0) {
      const near = nearestPage(name, [
        ...byKey.map(([key, file]) => ({ key, file })),
        ...all.map((file) => ({ key: null, file })),
      ]);
      const byName = didYouMean(
        near,
        'Name pages by file, folder or key (version/documentation/slug)',
      );
      throw new Failure('usage', `There is no page "${name}" in this folder.`, {
        hint: (await otherProject(name, pathBase)) ?? byName,
      });
    }
    for (const file of meant) chosen.add(file);
  }
  return (file) => chosen.has(file);
}
