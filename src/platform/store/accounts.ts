import type { PlatformUser } from '../options.ts';
import type { Actor } from './actor.ts';
import { recordAudit } from './audit.ts';
import type { StoreCore } from './core.ts';
import { takeId } from './database/schema.ts';
import { ACCOUNTS, type AccountRow } from './statements/people.ts';

/** Users of the platform. The API lists them, and the platform's own administration makes them. */
export class AccountStore {
  readonly #core: StoreCore;

  constructor(core: StoreCore) {
    this.#core = core;
  }

  list(): Promise<readonly AccountRow[]> {
    return this.#core.read((sql) => sql.all(ACCOUNTS.all));
  }

  /** Adds a user, who counts as active from then on. If there is a user with this email address, changes that user's name and role. */
  put({ name, email, role }: PlatformUser, actor: Actor): Promise<void> {
    return this.#core.change(actor, async (change) => {
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
}
