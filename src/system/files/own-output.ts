/** A folder that only a command writes. A list in it has the digests of the files that it wrote. */
import { hash } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import { rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileFailure, isMissing } from '../../model/file-trouble.ts';
import { placeIn } from './path.ts';
import { readOwnText } from './own.ts';

/** What a command wrote: digests of files, by their paths in the folder. */
export type MadeFiles = ReadonlyMap<string, string>;

/** The list in a site that `docs build` wrote. Such a folder is never content. */
export const BUILT_SITE = { list: 'docs-build.json', madeBy: 'docs build' } as const;

/** SHA-256, in hexadecimal digits. */
export const digestOfFile = (content: string | Uint8Array): string => hash('sha256', content);

/**
 * The files that `madeBy` wrote, according to the list `name` in the folder. Null without a list.
 * Skips paths that lead out of the folder, because anybody can write a list.
 */
export function readMade(folder: string, name: string, madeBy: string): MadeFiles | null {
  try {
    const found: unknown = JSON.parse(readOwnText(join(folder, name)));
    if (typeof found !== 'object' || found === null || !('madeBy' in found) || !('files' in found))
      return null;
    const { files } = found;
    if (found.madeBy !== madeBy || typeof files !== 'object' || files === null) return null;
    return new Map(
      Object.entries(files).filter(
        (entry): entry is [string, string] =>
          typeof entry[1] === 'string' && !/(?:^|\/)\.\.?(?:\/|$)|^\/|\\|\0/.test(entry[0]),
      ),
    );
  } catch {
    return null;
  }
}

/** The text of the list. */
export function printMade(madeBy: string, made: MadeFiles): string {
  const files = Object.fromEntries([...made].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return `${JSON.stringify({ madeBy, files }, null, 2)}\n`;
}

/**
 * Removes the file if it is still as it was written, and the folders above it that are then empty.
 * Rejects with `content` if it cannot be read or removed.
 */
export async function removeMade(
  folder: string,
  path: string,
  digest: string,
): Promise<'removed' | 'changed' | 'gone'> {
  const place = placeIn(folder, path);
  if (!('real' in place)) return 'gone';
  try {
    if (!lstatSync(place.real).isFile()) return 'gone';
    if (digestOfFile(readFileSync(place.real)) !== digest) return 'changed';
    await rm(place.real);
  } catch (error) {
    if (isMissing(error)) return 'gone';
    throw fileFailure(error, 'content', `"${path}" cannot be read or removed`) ?? error;
  }
  try {
    for (let at = dirname(path); at !== '.'; at = dirname(at)) await rmdir(join(folder, at));
  } catch {
    // The folder is not empty, so it stays.
  }
  return 'removed';
}
