import { mkdir, mkdtemp, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileFailure } from '../../model/file-trouble.ts';

/**
 * Gives `use` a new folder beside `target`, so that what is made in it need only be renamed, and resolves as `use` does. Afterwards it
 * is gone, and with it the folders above that were made for it and hold nothing. Rejects with `usage` if none can be made there.
 *
 * @param shown `target` as the user named it
 */
export async function withFolderBeside<T>(
  target: string,
  shown: string,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const parent = dirname(target);
  const { made, folder } = await openFolder(parent, shown);
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
    if (made !== undefined) await removeEmpty(parent, made);
  }
}

async function openFolder(parent: string, shown: string) {
  try {
    const made = await mkdir(parent, { recursive: true });
    return { made, folder: await mkdtemp(join(parent, '.docs-export-')) };
  } catch (error) {
    const hint = 'Name a place that can be written; the platform was not asked';
    throw fileFailure(error, 'usage', `${shown} cannot be written`, hint) ?? error;
  }
}

/** `folder` and those above it up to `top`, as far as they are empty. */
async function removeEmpty(folder: string, top: string): Promise<void> {
  try {
    for (let at = folder; at.length >= top.length; at = dirname(at)) await rmdir(at);
  } catch {
    // Something is in it: it stays.
  }
}
