/** The audit log. */
import { formatInstant } from '../../model/time.ts';
import {
  AUDIT_SCOPES,
  type AuditEntity,
  type AuditOperation,
  type AuditScope,
} from '../../model/resources.ts';
import { takeId } from '../database/schema.ts';
import { placeholders, statement } from '../database/sql.ts';
import { Refusal, invalid } from '../refusal.ts';
import { type Call, type Handlers, type ProjectRules, json } from '../request/call.ts';
import { between, choice, date, decodeQuery, queryText } from '../request/decode.ts';
import type { Revision } from '../revision.ts';
import { PLATFORM, type Store, type VisibleVersions, type WriteTransaction } from '../store.ts';

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
  /** Values: the scopes, the newest instant, the versions if they are limited, the id that all entries must be below, the largest number of rows. */
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

/** The scope of an entry: `users` if it is about access, otherwise `content` (docs/service.md, "Audit log"). */
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

/**
 * Newest first. Entries that are added between two requests do not move others to another page. A
 * caller who sees only some versions gets their entries and those of the whole project.
 */
export function readAudit(
  store: Store,
  { scopes, until, before, hits }: AuditQuery,
  scope: VisibleVersions,
): Promise<AuditSlice> {
  return store.read(async (sql) => {
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

const DEFAULT_HITS = 20;
const MAX_HITS = 100;

const PARAMETERS = { max_date: date, hits: between(1, MAX_HITS), cursor: queryText };

const auditScope = choice(AUDIT_SCOPES);

/** docs/service.md, "Audit log". */
export const auditRoutes = (
  store: Store,
  { plan, revision }: ProjectRules,
): Handlers<'listAudit'> => ({
  async listAudit({ query, scope: visible }: Call) {
    const { scopes, rest } = takeScopes(query);
    const { max_date: until = null, hits = DEFAULT_HITS, cursor } = decodeQuery(rest, PARAMETERS);
    if (plan !== 'enterprise') {
      throw new Refusal('invalid', 'Client Error: the audit log needs the enterprise plan');
    }
    const before = cursor === undefined ? null : decodeAuditCursor(cursor);
    const asked = { scopes, until, before, hits };
    const { entries, total, more } = await readAudit(store, asked, visible);
    const last = entries.at(-1);
    return json({
      data: entries.map((entry) => encode(entry, revision)),
      count: entries.length,
      total,
      cursor: more && last ? auditCursor(last.id) : null,
    });
  },
});

/** `scopes=a&scopes=b`, `scopes[]=a&scopes[]=b` and `scopes=a,b` (docs/service.md, "Requests"). */
function takeScopes(query: URLSearchParams): {
  readonly scopes: readonly AuditScope[];
  readonly rest: URLSearchParams;
} {
  const rest = new URLSearchParams(query);
  const given = ['scopes', 'scopes[]'].flatMap((name) => {
    const values = rest.getAll(name);
    rest.delete(name);
    return values.flatMap((value) => value.split(','));
  });
  const scopes = given.map((each) => auditScope(each, 'scopes'));
  return { scopes: scopes.length > 0 ? [...new Set(scopes)] : ['content'], rest };
}

/** Opaque to callers: the id of the last entry that was shown. */
const auditCursor = (id: number): string => Buffer.from(`audit:${id}`).toString('base64url');

function decodeAuditCursor(cursor: string): number {
  const id = /^audit:(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'))?.[1];
  if (id === undefined) throw invalid('cursor', 'is not a cursor of this platform');
  return Number(id);
}

/** Whether the platform itself caused the entry, and not a user or a key: by seeds, imports and administration. */
const isOwn = ({ author, apiKey }: AuditRow): boolean => author === PLATFORM.name && apiKey === 0;

const encode = (entry: AuditRow, { leavesOut }: Revision) => ({
  ipAddress: entry.ipAddress,
  entity: entry.entity,
  entityId: entry.entityId,
  details: JSON.parse(entry.details) as unknown,
  scope: entry.scope,
  message: entry.message,
  operation: entry.operation,
  timestamp: formatInstant(entry.at * 1000),
  ...(leavesOut && isOwn(entry) ? {} : { user: entry.author, apiKey: entry.apiKey === 1 }),
});
