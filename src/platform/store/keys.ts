import { createHash, randomBytes } from 'node:crypto';
import type { Permission } from '../../model/operations.ts';
import type { KeyOptions } from '../options.ts';
import type { VisibleVersions } from './actor.ts';
import type { StoreCore } from './core.ts';
import { takeId } from './database/schema.ts';
import type { Sql } from './database/sql.ts';
import { KEYS, type KeyRow } from './statements/keys.ts';
import { findVersion } from './versions.ts';

export interface Key {
  readonly id: number;
  readonly name: string;
  /** `null`: all. */
  readonly permissions: ReadonlySet<Permission> | null;
  readonly scope: VisibleVersions;
}

/** API keys. Only digests are stored: a key is shown once, when it is made. */
export class ApiKeys {
  readonly #core: StoreCore;

  constructor(core: StoreCore) {
    this.#core = core;
  }

  /** The key with this secret. */
  async find(secret: string): Promise<Key | undefined> {
    const row = await this.#core.read((sql) => sql.get(KEYS.byDigest, digestOf(secret)));
    return row && decode(row);
  }

  /** Makes a key and resolves to its secret. Rejects with a `Refusal` if a version does not exist. */
  async create(options: KeyOptions, secret = newSecret()): Promise<string> {
    await this.#core.database.write((sql) => this.#insert(sql, options, secret));
    return secret;
  }

  /** As `create`, unless there is a key already: then `null`. */
  createFirst(options: KeyOptions): Promise<string | null> {
    const secret = newSecret();
    return this.#core.database.write(async (sql) => {
      if (await sql.get(KEYS.any)) return null;
      await this.#insert(sql, options, secret);
      return secret;
    });
  }

  async #insert(
    sql: Sql,
    { name, permissions, versions }: KeyOptions,
    secret: string,
  ): Promise<void> {
    const ids: number[] = [];
    for (const slug of versions ?? []) ids.push((await findVersion(sql, { slug }, null)).id);
    await sql.run(
      KEYS.insert,
      await takeId(sql, 'api_key'),
      digestOf(secret),
      name,
      permissions && JSON.stringify(permissions),
      versions && JSON.stringify(ids),
      this.#core.now(),
    );
  }
}

const newSecret = (): string => randomBytes(24).toString('base64url');

/** A secret is random and long, so a plain digest cannot be guessed from. */
const digestOf = (secret: string): string =>
  createHash('sha256').update(secret).digest('base64url');

const decode = ({ id, name, permissions, versions }: KeyRow): Key => ({
  id,
  name,
  permissions: permissions === null ? null : new Set(JSON.parse(permissions) as Permission[]),
  scope: versions === null ? null : new Set(JSON.parse(versions) as number[]),
});
