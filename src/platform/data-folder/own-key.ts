import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ApiKeys } from '../store/keys.ts';

const KEY_FILE = 'api-key';

/**
 * The platform's own key, which may do everything. It is stored beside the database, readable only by its owner, so that it is the same at every start. In
 * memory it is new at every start.
 */
export async function ownKey(keys: ApiKeys, folder: string | null): Promise<string> {
  const secret = folder === null ? undefined : await keptKey(join(folder, KEY_FILE));
  if (secret !== undefined && (await keys.find(secret))) return secret;
  const made = await keys.create(OWN, secret);
  if (folder !== null) await writeFile(join(folder, KEY_FILE), `${made}\n`, { mode: 0o600 });
  return made;
}

/**
 * A key that may do everything, if the database has no key at all; else `null`. Of several instances that start at once one gets it. It is kept nowhere.
 */
export const firstKey = (keys: ApiKeys): Promise<string | null> => keys.createFirst(OWN);

const OWN = { name: 'platform start', permissions: null, versions: null };

async function keptKey(file: string): Promise<string | undefined> {
  try {
    const text = (await readFile(file, 'utf8')).trim();
    return text === '' ? undefined : text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
