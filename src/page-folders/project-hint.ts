import { dirname, relative, resolve } from 'node:path';
import type { PathBase } from '../content/folder/page-names.ts';

/** What to do about a path at which this project has nothing, where it is in another one; `undefined`: it is not. */
export async function otherProject(
  name: string,
  { root, workingFolder }: PathBase,
): Promise<string | undefined> {
  const { findConfig } = await import('../config/find.ts');
  try {
    const config = findConfig(resolve(workingFolder, name));
    return config === undefined || dirname(config.file) === root
      ? undefined
      : `It belongs to another project: give --config ${relative(workingFolder, config.file)}.`;
  } catch {
    // A path of which a part is a file cannot be searched.
    return undefined;
  }
}
