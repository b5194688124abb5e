import { invalid, Refusal } from '../refusal.ts';
import type { Actor } from './actor.ts';
import { recordAudit } from './audit.ts';
import type { StoreCore } from './core.ts';
import { READERS, type ReaderRow } from './statements/people.ts';

/** Invited readers. Addresses are compared and stored in lower case. */
export class ReaderStore {
  readonly #core: StoreCore;

  constructor(core: StoreCore) {
    this.#core = core;
  }

  list(): Promise<readonly ReaderRow[]> {
    return this.#core.read((sql) => sql.all(READERS.all));
  }

  /** @param expiresAt Unix time in seconds; `null`: never. Replaces an earlier date; a revoked reader gets access again. */
  grant(address: string, expiresAt: number | null, actor: Actor): Promise<ReaderRow> {
    const email = address.toLowerCase();
    return this.#core.change(actor, async (change) => {
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

  /** Revoking twice keeps the first date. */
  revoke(address: string, actor: Actor): Promise<ReaderRow> {
    const email = address.toLowerCase();
    return this.#core.change(actor, async (change) => {
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
}

function read(row: ReaderRow | undefined): ReaderRow {
  if (!row) throw new Refusal('invalid', 'The reader access is gone');
  return row;
}
