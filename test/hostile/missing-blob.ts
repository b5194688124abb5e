import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Takes a loose object out of a repository, as a partial clone lacks it. */
export const withoutBlob = (gitFolder: string, blob: string): Promise<void> =>
  rm(join(gitFolder, 'objects', blob.slice(0, 2), blob.slice(2)));
