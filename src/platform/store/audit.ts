import type { AuditEntity, AuditOperation, AuditScope } from '../../model/resources.ts';
import type { VisibleVersions } from './actor.ts';
import type { Change, StoreCore } from './core.ts';
import { takeId } from './database/schema.ts';
import { AUDIT, type AuditRow } from './statements/audit.ts';

export interface AuditRecord {
  readonly entity: AuditEntity;
  readonly entityId: number | string;
  /** The version that the entity is in; `null`: none, it is of the whole project. */
  readonly versionId: number | null;
  readonly operation: AuditOperation;
  readonly message: string;
  /** What changed: a field's name to its value, or to `{ from, to }`. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** Part of the transaction that makes the change: there is no change without its entry. */
export async function recordAudit(change: Change, record: AuditRecord): Promise<void> {
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

/** Who may come in is `users`, all else that the platform records is `content` (notes, last section). */
const scopeOf = (entity: AuditEntity): AuditScope =>
  entity === 'project-user' ? 'users' : 'content';

export interface AuditQuery {
  readonly scopes: readonly AuditScope[];
  /** Unix time in seconds; entries of that second are among the answers. `null`: no bound. */
  readonly until: number | null;
  /** The id that the entries are below; `null`: from the newest. */
  readonly before: number | null;
  readonly hits: number;
}

export interface AuditSlice {
  readonly entries: readonly AuditRow[];
  /** All that the scopes and the date allow, on this page or another. */
  readonly total: number;
  /** Whether older ones are left. */
  readonly more: boolean;
}

export class AuditStore {
  readonly #core: StoreCore;

  constructor(core: StoreCore) {
    this.#core = core;
  }

  /**
   * Newest first. An entry that is added in between moves no other from page to page. A caller who is limited to some versions sees
   * their entries and those of the whole project.
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
