import { mkdir, mkdtemp, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileFailure } from '../../model/file-trouble.ts';

/**
 * Passes a new folder beside `target` to `use`, so that its content only needs to be renamed, and resolves as `use` does. Removes the folder
 * afterwards, and the parent folders that it created if they are empty. Rejects with `usage` if it cannot create the folder.
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
    const hint = 'Name a place that can be written; no request was sent';
    throw fileFailure(error, 'usage', `${shown} cannot be written`, hint) ?? error;
  }
}

/** Removes `folder` and its parents up to `top`, until one is not empty. */
async function removeEmpty(folder: string, top: string): Promise<void> {
  try {
    for (let at = folder; at.length >= top.length; at = dirname(at)) await rmdir(at);
  } catch {
    // The folder is not empty: it stays.
  }
}
