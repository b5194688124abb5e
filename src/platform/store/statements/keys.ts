import { statement } from '../database/sql.ts';

export interface KeyRow {
  readonly id: number;
  readonly name: string;
  /** JSON array; `null`: all. */
  readonly permissions: string | null;
  /** JSON array of version ids; `null`: all. */
  readonly versions: string | null;
}

export const KEYS = {
  byDigest: statement<KeyRow>(
    'SELECT id, name, permissions, versions FROM api_key WHERE digest = ?',
  ),
  any: statement<{ readonly id: number }>('SELECT id FROM api_key LIMIT 1'),
  insert: statement(
    'INSERT INTO api_key (id, digest, name, permissions, versions, created) VALUES (?, ?, ?, ?, ?, ?)',
  ),
};
