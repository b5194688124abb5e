import { dirname, relative, resolve } from 'node:path';
import type { PathBase } from '../../../content/folder/page-names.ts';

/** The hint for a path that belongs to another project, and not to this one. */
export async function otherProject(
  name: string,
  { root, workingFolder }: PathBase,
): Promise<string | undefined> {
  const { findConfig } = await import('../../../config/find.ts');
  try {
    const config = findConfig(resolve(workingFolder, name));
    return config === undefined || dirname(config.file) === root
      ? undefined
      : `It belongs to another project: give --config ${relative(workingFolder, config.file)}.`;
  } catch {
    // The path leads through a file, so there is nothing to find.
    return undefined;
  }
}
