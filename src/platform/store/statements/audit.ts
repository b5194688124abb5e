import type { AuditEntity, AuditOperation, AuditScope } from '../../../model/resources.ts';
import { placeholders, statement } from '../database/sql.ts';

export interface AuditRow {
  readonly id: number;
  readonly at: number;
  readonly scope: AuditScope;
  readonly entity: AuditEntity;
  readonly entityId: string;
  readonly operation: AuditOperation;
  readonly message: string;
  /** JSON object. */
  readonly details: string;
  readonly author: string;
  readonly apiKey: number;
  readonly ipAddress: string;
}

/** The number of values in the lists of a statement. */
interface Lists {
  readonly scopes: number;
  /** `null`: entries of all versions. */
  readonly versions: number | null;
}

function within({ scopes, versions }: Lists): string {
  const asked = `scope IN (${placeholders(scopes)}) AND at <= ?`;
  if (versions === null) return asked;
  return `${asked} AND (version_id IS NULL OR version_id IN (${placeholders(versions)}))`;
}

export const AUDIT = {
  insert: statement(`
    INSERT INTO audit (id, at, scope, entity, entity_id, version_id, operation, message, details, author, api_key,
      ip_address)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`),
  /** Values: the scopes, the newest instant, the versions if they are limited, the id that all are below, the largest number of rows. */
  newest: (lists: Lists) =>
    statement<AuditRow>(`
      SELECT id, at, scope, entity, entity_id AS "entityId", operation, message, details, author,
        api_key AS "apiKey", ip_address AS "ipAddress"
      FROM audit WHERE ${within(lists)} AND id < ? ORDER BY id DESC LIMIT ?`),
  total: (lists: Lists) =>
    statement<{ readonly total: number }>(
      `SELECT count(*) AS total FROM audit WHERE ${within(lists)}`,
    ),
};
