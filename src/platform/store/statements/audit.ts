import type { AuditEntity, AuditOperation, AuditScope } from '../../../model/resources.ts';
import { placeholders, statement } from '../sql.ts';

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

const within = (scopes: number): string => `scope IN (${placeholders(scopes)}) AND at <= ?`;

export const AUDIT = {
  insert: statement(`
    INSERT INTO audit (id, at, scope, entity, entity_id, operation, message, details, author, api_key, ip_address)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`),
  /** Values: the scopes, newest instant, id that all are below, most rows. */
  newest: (scopes: number) =>
    statement<AuditRow>(`
      SELECT id, at, scope, entity, entity_id AS "entityId", operation, message, details, author,
        api_key AS "apiKey", ip_address AS "ipAddress"
      FROM audit WHERE ${within(scopes)} AND id < ? ORDER BY id DESC LIMIT ?`),
  total: (scopes: number) =>
    statement<{ readonly total: number }>(
      `SELECT count(*) AS total FROM audit WHERE ${within(scopes)}`,
    ),
};
