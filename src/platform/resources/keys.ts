/** API keys. Only digests are stored; a key is shown once, when it is created. */
import { createHash, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Permission } from '../../model/operations.ts';
import { takeId } from '../database/schema.ts';
import { type Sql, statement } from '../database/sql.ts';
import type { KeyOptions } from '../platform-options.ts';
import { notFound } from '../refusal.ts';
import type { Store, VisibleVersions } from '../store.ts';
import { ACCOUNTS } from './people.ts';
import { VERSIONS } from './versions.ts';

export interface KeyRow {
  readonly id: number;
  readonly name: string;
  /** JSON array; `null`: all. */
  readonly permissions: string | null;
  /** JSON array of version ids; `null`: all. */
  readonly versions: string | null;
  readonly user: string | null;
}

interface ListedKeyRow extends KeyRow {
  /** Unix time in seconds. */
  readonly created: number;
}

export const KEYS = {
  byDigest: statement<KeyRow>(
    'SELECT id, name, permissions, versions, user_email AS "user" FROM api_key WHERE digest = ?',
  ),
  all: statement<ListedKeyRow>(
    'SELECT id, name, permissions, versions, user_email AS "user", created FROM api_key ORDER BY created, id',
  ),
  any: statement<{ readonly id: number }>('SELECT id FROM api_key LIMIT 1'),
  delete: statement('DELETE FROM api_key WHERE id = ?'),
  insert: statement(
    'INSERT INTO api_key (id, digest, name, permissions, versions, created, user_email) VALUES (?, ?, ?, ?, ?, ?, ?)',
  ),
};

export interface Key {
  readonly id: number;
  readonly name: string;
  /** `null`: all. */
  readonly permissions: ReadonlySet<Permission> | null;
  readonly scope: VisibleVersions;
  /** The email address of the user who creates what is created with it. */
  readonly user: string | null;
}

/** The key with this secret. */
export async function findKey(store: Store, secret: string): Promise<Key | undefined> {
  const row = await store.read((sql) => sql.get(KEYS.byDigest, digestOf(secret)));
  return row && decode(row);
}

/** A key as people see it: its secret is not stored. */
export interface ListedKey {
  readonly id: number;
  readonly name: string;
  /** `null`: all. */
  readonly permissions: readonly Permission[] | null;
  /** Version slugs; `null`: all. */
  readonly versions: readonly string[] | null;
  readonly user: string | null;
  /** Unix time in seconds. */
  readonly created: number;
}

/** All keys, the oldest first. */
export const allKeys = (store: Store): Promise<readonly ListedKey[]> =>
  store.read(async (sql) => {
    const slugs = new Map((await sql.all(VERSIONS.all)).map(({ id, slug }) => [id, slug]));
    return (await sql.all(KEYS.all)).map((row) => {
      const { id, name, user, permissions, scope } = decode(row);
      return {
        id,
        name,
        user,
        created: row.created,
        permissions: permissions && [...permissions],
        versions: scope && Array.from(scope, (id) => slugs.get(id) ?? String(id)),
      };
    });
  });

/** Ends a key: its next request is refused. Resolves to whether there was one. */
export const removeKey = (store: Store, id: number): Promise<boolean> =>
  store.database.write(async (sql) => (await sql.run(KEYS.delete, id)) > 0);

/** Makes a key and resolves to its secret. Rejects with a `Refusal` if a version or the user does not exist. */
export async function addKey(store: Store, options: KeyOptions): Promise<string> {
  const secret = newSecret();
  await store.database.write((sql) => insert(store, sql, options, secret));
  return secret;
}

/** Creates a key and resolves to its secret, or to `null` if there is already a key. */
export function addFirstKey(store: Store, options: KeyOptions): Promise<string | null> {
  const secret = newSecret();
  return store.database.write(async (sql) => {
    if (await sql.get(KEYS.any)) return null;
    await insert(store, sql, options, secret);
    return secret;
  });
}

async function insert(
  store: Store,
  sql: Sql,
  { name, permissions, versions, user = null }: KeyOptions,
  secret: string,
): Promise<void> {
  const ids: number[] = [];
  for (const slug of versions ?? []) {
    const version = await sql.get(VERSIONS.bySlug, slug);
    if (!version) throw notFound(`Version "${slug}"`);
    ids.push(version.id);
  }
  if (user !== null && !(await sql.get(ACCOUNTS.byEmail, user))) throw notFound(`User "${user}"`);
  await sql.run(
    KEYS.insert,
    await takeId(sql, 'api_key'),
    digestOf(secret),
    name,
    permissions && JSON.stringify(permissions),
    versions && JSON.stringify(ids),
    store.now(),
    user,
  );
}

const newSecret = (): string => randomBytes(24).toString('base64url');

/** A plain digest suffices: a secret is random and long, so it cannot be guessed from its digest. */
const digestOf = (secret: string): string =>
  createHash('sha256').update(secret).digest('base64url');

const decode = ({ id, name, permissions, versions, user }: KeyRow): Key => ({
  id,
  name,
  user,
  permissions: permissions === null ? null : new Set(JSON.parse(permissions) as Permission[]),
  scope: versions === null ? null : new Set(JSON.parse(versions) as number[]),
});

const KEY_FILE = 'api-key';

/**
 * The platform's own key, which may do everything. It is stored beside the database, readable only
 * by its owner, so that it is the same at every start, until it is revoked. In memory it is new at every start.
 */
export async function ownKey(store: Store, folder: string | null): Promise<string> {
  const secret = folder === null ? undefined : await keptKey(join(folder, KEY_FILE));
  if (secret !== undefined && (await findKey(store, secret))) return secret;
  // Never the same secret again: the key may have been revoked.
  const made = await addKey(store, OWN);
  if (folder !== null) await writeFile(join(folder, KEY_FILE), `${made}\n`, { mode: 0o600 });
  return made;
}

/**
 * Creates a key that may do everything, if the database has no key at all; else resolves to `null`.
 * If several instances start at once, only one gets it. The secret is not stored anywhere.
 */
export const firstKey = (store: Store): Promise<string | null> => addFirstKey(store, OWN);

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
