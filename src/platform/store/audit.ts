import type { AuditEntity, AuditOperation, AuditScope } from '../../model/resources.ts';
import type { VisibleVersions } from './actor.ts';
import type { WriteTransaction, StoreCore } from './core.ts';
import { takeId } from './database/schema.ts';
import { AUDIT, type AuditRow } from './statements/audit.ts';

export interface AuditRecord {
  readonly entity: AuditEntity;
  readonly entityId: number | string;
  /** The version that contains the entity; `null`: the entity belongs to the whole project. */
  readonly versionId: number | null;
  readonly operation: AuditOperation;
  readonly message: string;
  /** What changed: the name of each field with its value, or with `{ from, to }`. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** Runs in the transaction that makes the change, so that no change lacks its entry. */
export async function recordAudit(change: WriteTransaction, record: AuditRecord): Promise<void> {
  const { sql, at, actor } = change;
  await sql.run(
    AUDIT.insert,
    await takeId(sql, 'audit'),
    at,
    scopeOf(record.entity),
    record.entity,
    String(record.entityId),
    record.versionId,
    record.operation,
    record.message,
    JSON.stringify(record.details),
    actor.name,
    actor.apiKey ? 1 : 0,
    actor.ipAddress,
  );
}

/** Changes of who has access are `users`. Everything else that the platform records is `content` (notes, last section). */
const scopeOf = (entity: AuditEntity): AuditScope =>
  entity === 'project-user' ? 'users' : 'content';

export interface AuditQuery {
  readonly scopes: readonly AuditScope[];
  /** Unix time in seconds, inclusive. `null`: no bound. */
  readonly until: number | null;
  /** Only entries with a lower id; `null`: from the newest on. */
  readonly before: number | null;
  readonly hits: number;
}

export interface AuditSlice {
  readonly entries: readonly AuditRow[];
  /** The number of entries that match the scopes and the date, on all pages. */
  readonly total: number;
  /** Whether there are older ones. */
  readonly more: boolean;
}

export class AuditStore {
  readonly #core: StoreCore;

  constructor(core: StoreCore) {
    this.#core = core;
  }

  /**
   * Newest first. An entry that is added between two requests does not move others to another page. A caller who sees only some versions gets their entries
   * and those of the whole project.
   */
  list({ scopes, until, before, hits }: AuditQuery, scope: VisibleVersions): Promise<AuditSlice> {
    return this.#core.read(async (sql) => {
      const versions = scope === null ? null : [...scope];
      const bounds = [...scopes, until ?? Number.MAX_SAFE_INTEGER, ...(versions ?? [])];
      const shape = { scopes: scopes.length, versions: versions?.length ?? null };
      const found = await sql.all(
        AUDIT.newest(shape),
        ...bounds,
        before ?? Number.MAX_SAFE_INTEGER,
        hits + 1,
      );
      const counted = await sql.get(AUDIT.total(shape), ...bounds);
      return {
        entries: found.slice(0, hits),
        total: counted?.total ?? 0,
        more: found.length > hits,
      };
    });
  }
}
