import { formatInstant } from '../../model/instant.ts';
import { AUDIT_SCOPES, type AuditScope } from '../../model/resources.ts';
import { decodeQuery } from '../decode/query.ts';
import { queryText, between, choice, date } from '../decode/value.ts';
import type { ProjectPlan } from '../options.ts';
import { invalid, Refusal } from '../refusal.ts';
import type { Revision } from '../revision.ts';
import { PLATFORM } from '../store/actor.ts';
import type { AuditStore } from '../store/audit.ts';
import type { AuditRow } from '../store/statements/audit.ts';
import { json, type Call, type Reply } from './call.ts';

const DEFAULT_HITS = 20;
const MOST_HITS = 100;

const PARAMETERS = { max_date: date, hits: between(1, MOST_HITS), cursor: queryText };

const scope = choice(AUDIT_SCOPES);

/** Contract, section 4, "Get audit log". */
export class AuditRoutes {
  readonly #audit: AuditStore;
  readonly #plan: ProjectPlan;
  readonly #revision: Revision;

  constructor(audit: AuditStore, plan: ProjectPlan, revision: Revision) {
    this.#audit = audit;
    this.#plan = plan;
    this.#revision = revision;
  }

  async listAudit({ query, scope: visible }: Call): Promise<Reply> {
    const { scopes, rest } = takeScopes(query);
    const { max_date: until = null, hits = DEFAULT_HITS, cursor } = decodeQuery(rest, PARAMETERS);
    if (this.#plan !== 'enterprise') {
      throw new Refusal('invalid', 'Client Error: the audit log needs the enterprise plan');
    }
    const before = cursor === undefined ? null : decodeCursor(cursor);
    const asked = { scopes, until, before, hits };
    const { entries, total, more } = await this.#audit.list(asked, visible);
    const last = entries.at(-1);
    return json({
      data: entries.map((entry) => encode(entry, this.#revision)),
      count: entries.length,
      total,
      cursor: more && last ? encodeCursor(last.id) : null,
    });
  }
}

/** `scopes=a&scopes=b`, `scopes[]=a&scopes[]=b` and `scopes=a,b` (notes, "Requests"). */
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
  const scopes = given.map((each) => scope(each, 'scopes'));
  return { scopes: scopes.length > 0 ? [...new Set(scopes)] : ['content'], rest };
}

/** Opaque to callers: the id of the last entry that was shown. */
const encodeCursor = (id: number): string => Buffer.from(`audit:${id}`).toString('base64url');

function decodeCursor(cursor: string): number {
  const id = /^audit:(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'))?.[1];
  if (id === undefined) throw invalid('cursor', 'is none that this platform gave');
  return Number(id);
}

/** Whether no user or key caused it: seeds, imports and the platform's administration. */
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
