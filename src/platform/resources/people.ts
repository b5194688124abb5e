/** Users of the platform, and readers who are invited. */
import type { FieldReader } from '../../model/fields.ts';
import type { UserRole } from '../../model/resources.ts';
import { takeId } from '../database/schema.ts';
import { statement } from '../database/sql.ts';
import type { PlatformUser } from '../platform-options.ts';
import { Refusal, invalid } from '../refusal.ts';
import { type Call, type Handlers, type ProjectRules, json } from '../request/call.ts';
import { dateText, decodeBody, decodeQuery, email } from '../request/decode.ts';
import type { Revision } from '../revision.ts';
import type { Actor, Store } from '../store.ts';
import { recordAudit } from './audit.ts';

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

export function allUsers(store: Store): Promise<readonly AccountRow[]> {
  return store.read((sql) => sql.all(ACCOUNTS.all));
}

/** Adds a user, who counts as active from then on. If there is a user with this email address, changes that user's name and role. */
export function putUser(
  store: Store,
  { name, email, role }: PlatformUser,
  actor: Actor,
): Promise<void> {
  return store.change(actor, async (change) => {
    const { sql, at } = change;
    const before = await sql.get(ACCOUNTS.byEmail, email);
    if (before?.name === name && before.role === role) return;
    const id = before?.id ?? (await takeId(sql, 'account'));
    if (before) await sql.run(ACCOUNTS.update, name, role, email);
    else await sql.run(ACCOUNTS.insert, id, name, email, role, at);
    await recordAudit(change, {
      entity: 'project-user',
      entityId: id,
      versionId: null,
      operation: before ? 'UPD' : 'ADD',
      message: before ? 'User changed' : 'User added',
      details: { name, email, role },
    });
  });
}

export function allReaders(store: Store): Promise<readonly ReaderRow[]> {
  return store.read((sql) => sql.all(READERS.all));
}

/** @param expiresAt Unix time in seconds; `null`: never. Replaces an earlier date; a revoked reader gets access again. */
export function grantReader(
  store: Store,
  address: string,
  expiresAt: number | null,
  actor: Actor,
): Promise<ReaderRow> {
  const email = address.toLowerCase();
  return store.change(actor, async (change) => {
    const { sql, at } = change;
    if (await sql.get(READERS.byEmail, email)) await sql.run(READERS.grant, expiresAt, email);
    else await sql.run(READERS.insert, email, expiresAt, at);
    await recordAudit(change, {
      entity: 'project-user',
      entityId: email,
      versionId: null,
      operation: 'ADD',
      message: 'Reader access granted',
      details: { email, expiresAt },
    });
    return read(await sql.get(READERS.byEmail, email));
  });
}

/** Revokes a reader's access. Revoking twice keeps the first date. */
export function revokeReader(store: Store, address: string, actor: Actor): Promise<ReaderRow> {
  const email = address.toLowerCase();
  return store.change(actor, async (change) => {
    const { sql, at } = change;
    const before = await sql.get(READERS.byEmail, email);
    if (!before) throw invalid('email', `${email} has no reader access`);
    if (before.revoked === null) await sql.run(READERS.revoke, at, email);
    await recordAudit(change, {
      entity: 'project-user',
      entityId: email,
      versionId: null,
      operation: 'REM',
      message: 'Reader access revoked',
      details: { email },
    });
    return read(await sql.get(READERS.byEmail, email));
  });
}

function read(row: ReaderRow | undefined): ReaderRow {
  if (!row) throw new Refusal('invalid', 'The reader access is gone');
  return row;
}

/** The service documents a date. `null` means never, as it does in answers. */
const dateOrNever: FieldReader<number | null> = (value, field) =>
  value === null ? null : dateText(value, field);

/** docs/service.md, "Resources" and "Reader access". */
export const peopleRoutes = (
  store: Store,
  { protection, revision }: ProjectRules,
): Handlers<'listUsers' | 'listAccess' | 'grantAccess' | 'revokeAccess'> => ({
  async listUsers({ query }: Call) {
    decodeQuery(query, {});
    const users = await allUsers(store);
    return json(
      users.map(({ id, name, email, role, lastActiveAt }) => ({
        id,
        name,
        email,
        role,
        lastActiveAt: revision.date(lastActiveAt),
      })),
    );
  },

  async listAccess({ query }: Call) {
    decodeQuery(query, {});
    return json((await allReaders(store)).map((reader) => encode(revision, reader)));
  },

  async grantAccess({ query, json: body, actor }: Call) {
    decodeQuery(query, {});
    const grant = decodeBody(body, { email, expiresAt: dateOrNever });
    if (grant.email === undefined) throw invalid('email', 'must be given');
    if (protection !== 'email-invite') {
      throw new Refusal('invalid', 'Client Error: the project is not protected by Email Invite');
    }
    return json(
      encode(revision, await grantReader(store, grant.email, grant.expiresAt ?? null, actor)),
    );
  },

  async revokeAccess({ query, json: body, actor }: Call) {
    decodeQuery(query, {});
    const revocation = decodeBody(body, { email });
    if (revocation.email === undefined) throw invalid('email', 'must be given');
    return json(encode(revision, await revokeReader(store, revocation.email, actor)));
  },
});

function encode(revision: Revision, { email, expiresAt, created, revoked }: ReaderRow): unknown {
  const { date } = revision;
  const orNull = (seconds: number | null) => (seconds === null ? null : date(seconds));
  return {
    email,
    expiresAt: orNull(expiresAt),
    created: date(created),
    revoked: orNull(revoked),
  };
}
