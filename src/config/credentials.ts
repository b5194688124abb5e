/**
 * API keys: where they are stored, and to which addresses they may be sent. Only two functions
 * return a key.
 */
import { dirname, join } from 'node:path';
import { Failure } from '../model/failure.ts';
import { fileReason, isMissing, RefusedFile } from '../model/file-trouble.ts';
import { isLoopback } from '../model/address.ts';
import { inPipeline } from '../model/pipeline.ts';
import type { Surroundings } from './folders.ts';
import { userFolders } from './folders.ts';
import { systemKeys } from './system-keys.ts';

/** Where a key was found. */
export type KeySource = 'environment' | 'system' | 'file';

export interface FoundKey {
  readonly key: string;
  readonly from: KeySource;
  /** The profile's own variable, if the key comes from it. */
  readonly variable?: string;
}

/** Keys by the origin that they belong to (`https://api.example.com`), or by `placeOfKey`. */
export interface KeyStore {
  /** Rejects with `Failure('config')` if the file cannot be trusted or read. */
  find(origin: string): Promise<FoundKey | undefined>;
  /** Stores `key`, replacing an earlier one. Resolves to where it is stored. */
  keep(origin: string, key: string): Promise<Exclude<KeySource, 'environment'>>;
  /** Removes the key. Resolves to whether there was one. */
  forget(origin: string): Promise<boolean>;
  origins(): Promise<string[]>;
}

/** A base URL, and who chose it. */
export interface BaseUrl {
  readonly url: URL;
  /** Whether the user chose it. Otherwise a file did, which may come from a hostile repository. */
  readonly chosenByUser: boolean;
  /** The profile in use. Its project may have a key of its own at the same address. */
  readonly profile?: string | null;
}

/** Where the key of a profile is stored. Without quotes and spaces, as an origin. */
export const placeOfKey = (origin: string, profile: string | null): string =>
  profile === null ? origin : `${origin}#${encodeURIComponent(profile)}`;

/** The same for people: `https://api.example.com (profile staging)`. */
export function keyPlaceWords(place: string): string {
  const [origin = '', profile] = place.split('#');
  return profile === undefined ? origin : `${origin} (profile ${decodeURIComponent(profile)})`;
}

/** The variable of a profile: `DOCS_API_KEY_STAGING`. */
export const variableOf = (profile: string): string =>
  `DOCS_API_KEY_${profile.toUpperCase().replaceAll(/[^A-Z\d]/g, '_')}`;

/** A key is sent as a header: visible ASCII, without quotes and backslashes, for other tools. */
export const isKey = (text: string): boolean => /^[!#-[\]-~]{1,4096}$/.test(text);

/**
 * The key for `baseUrl`: `DOCS_API_KEY_<PROFILE>`, else `DOCS_API_KEY`, else the one that
 * `docs login` stored for the profile, else for the origin. If a file chose the base URL, the environment's key is used only for this machine: a cloned repository
 * must not collect keys. Rejects with `Failure('config')` if the only key may not be used. Resolves
 * to `undefined` if there is none.
 */
export async function resolveKey(
  { url, chosenByUser, profile = null }: BaseUrl,
  env: Surroundings['env'],
  store: KeyStore,
): Promise<FoundKey | undefined> {
  const names = [...(profile === null ? [] : [variableOf(profile)]), 'DOCS_API_KEY'];
  const variable = names.find((name) => env[name]?.trim()) ?? 'DOCS_API_KEY';
  const key = env[variable]?.trim();
  const findKept = async (): Promise<FoundKey | undefined> =>
    (profile === null ? undefined : await store.find(placeOfKey(url.origin, profile))) ??
    (await store.find(url.origin));
  if (!key) return findKept();
  if (!isKey(key)) {
    throw new Failure(
      'config',
      `${variable} does not look like an API key: it has characters that no key has.`,
      {
        hint: 'Copy the key again, without quotes and line breaks',
      },
    );
  }
  if (chosenByUser || isLoopback(url)) {
    const own = variable === 'DOCS_API_KEY' ? {} : { variable };
    return { key, from: 'environment', ...own };
  }
  const kept = await findKept();
  if (kept) return kept;
  throw new Failure(
    'config',
    `DOCS_API_KEY is not sent to ${url.origin}: the configuration file chose that address.`.replace(
      'DOCS_API_KEY',
      variable,
    ),
    {
      hint: `If you trust it, also set DOCS_BASE_URL=${url.href}${inPipeline(env) ? '' : `, or run: docs login --base-url ${url.href}`}`,
    },
  );
}

/** The store of this user on this system. Accesses nothing before its first call. */
export function openKeyStore(surroundings: Surroundings): KeyStore {
  const system = systemKeys(surroundings);
  const file = join(userFolders(surroundings).config, 'keys.json');
  const checkOwner = surroundings.platform !== 'win32';
  const read = (): Promise<Map<string, Kept>> => readKept(file, checkOwner);

  return {
    async find(origin) {
      const kept = (await read()).get(origin);
      if (kept === undefined) return undefined;
      if ('key' in kept) return { key: kept.key, from: 'file' };
      const key = await system?.read(origin);
      return key === undefined ? undefined : { key, from: 'system' };
    },
    async keep(origin, key) {
      const all = await read();
      const bySystem =
        (await system?.write(origin, key)) === true && (await system?.read(origin)) === key;
      await writeKept(file, all.set(origin, bySystem ? { store: 'system' } : { key }));
      return bySystem ? 'system' : 'file';
    },
    async forget(origin) {
      const all = await read();
      if (!all.has(origin)) return false;
      await system?.remove(origin);
      all.delete(origin);
      await writeKept(file, all);
      return true;
    },
    origins: async () => [...(await read()).keys()].toSorted(),
  };
}

type Kept = { readonly key: string } | { readonly store: 'system' };

async function readKept(file: string, checkOwner: boolean): Promise<Map<string, Kept>> {
  const { readFile, stat } = await filesystem();
  const status = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (isMissing(error)) return undefined;
    throw unreadable(file, fileReason(error) ?? error.code);
  });
  if (status === undefined) return new Map();
  if (!status.isFile() && !status.isDirectory()) {
    throw unreadable(file, new RefusedFile('EFTYPE').message);
  }
  if (checkOwner && (status.mode & 0o077) !== 0) {
    throw new Failure(
      'config',
      `"${file}" can be read by other users, so its keys are no longer secret.`,
      {
        hint: `Replace the keys on the platform, delete the file and run: docs login`,
      },
    );
  }
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw unreadable(file, fileReason(error) ?? error.code);
  });
  return parseKept(text) ?? fail(unreadable(file, 'it is not what docs login writes'));
}

/** Not loaded if the environment has the key: ADR 61. */
const filesystem = () => import('node:fs/promises');

/** Attaches no cause: the message of a JSON parser quotes the text, and the text contains keys. */
function parseKept(text: string): Map<string, Kept> | undefined {
  try {
    const { keys } = JSON.parse(text) as { keys?: unknown };
    if (typeof keys !== 'object' || keys === null) return undefined;
    const entries = Object.entries(keys);
    return entries.every((entry): entry is [string, Kept] => isKept(entry[1]))
      ? new Map(entries)
      : undefined;
  } catch {
    return undefined;
  }
}

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' &&
  value !== null &&
  (('key' in value && typeof value.key === 'string' && isKey(value.key)) ||
    ('store' in value && value.store === 'system'));

const fail = (error: Error): never => {
  throw error;
};

const unreadable = (file: string, why: string | undefined): Failure =>
  new Failure('config', `"${file}" cannot be read: ${why ?? 'unknown reason'}.`, {
    hint: 'Delete it and run: docs login',
  });

async function writeKept(file: string, keys: ReadonlyMap<string, Kept>): Promise<void> {
  const { alone, bytesOfText, replaceWhole } = await import('../system/files/write.ts');
  const { mkdir, realpath } = await filesystem();
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  // The user may have made the file a link. Its target is then replaced, and the link stays.
  const real = await realpath(file).catch(() => file);
  const text = `${JSON.stringify({ keys: Object.fromEntries(keys) }, null, 2)}\n`;
  await replaceWhole(...alone(real), bytesOfText(text), { mode: 0o600 });
}
