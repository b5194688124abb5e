import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeyStore } from '../store/keys.ts';

const KEY_FILE = 'api-key';

/**
 * The platform's own key, which may do everything. It is stored beside the database, readable only by its owner, so that it is the same at every start. In
 * memory it is new at every start.
 */
export async function ownKey(keys: KeyStore, folder: string | null): Promise<string> {
  const secret = folder === null ? undefined : await keptKey(join(folder, KEY_FILE));
  if (secret !== undefined && (await keys.find(secret))) return secret;
  const options = { name: 'platform start', permissions: null, versions: null };
  const made = await keys.create(options, secret);
  if (folder !== null) await writeFile(join(folder, KEY_FILE), `${made}\n`, { mode: 0o600 });
  return made;
}

async function keptKey(file: string): Promise<string | undefined> {
  try {
    const text = (await readFile(file, 'utf8')).trim();
    return text === '' ? undefined : text;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
