import type { UserRole } from '../../../model/resources.ts';
import { statement } from '../database/sql.ts';

export interface AccountRow {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly role: UserRole;
  readonly lastActiveAt: number;
}

export interface ReaderRow {
  readonly email: string;
  readonly expiresAt: number | null;
  readonly created: number;
  readonly revoked: number | null;
}

const ACCOUNT = 'SELECT id, name, email, role, last_active_at AS "lastActiveAt" FROM account';
const READER = 'SELECT email, expires_at AS "expiresAt", created, revoked FROM reader';

export const ACCOUNTS = {
  all: statement<AccountRow>(`${ACCOUNT} ORDER BY id`),
  byEmail: statement<AccountRow>(`${ACCOUNT} WHERE email = ?`),
  insert: statement(
    'INSERT INTO account (id, name, email, role, last_active_at) VALUES (?, ?, ?, ?, ?)',
  ),
  update: statement('UPDATE account SET name = ?, role = ? WHERE email = ?'),
};

export const READERS = {
  all: statement<ReaderRow>(`${READER} ORDER BY created, email`),
  byEmail: statement<ReaderRow>(`${READER} WHERE email = ?`),
  insert: statement(
    'INSERT INTO reader (email, expires_at, created, revoked) VALUES (?, ?, ?, NULL)',
  ),
  grant: statement('UPDATE reader SET expires_at = ?, revoked = NULL WHERE email = ?'),
  revoke: statement('UPDATE reader SET revoked = ? WHERE email = ?'),
};
