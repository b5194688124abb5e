/** The versions of the project. */
import { takeId } from '../database/schema.ts';
import { type Sql, statement } from '../database/sql.ts';
import { Refusal, invalid, notFound } from '../refusal.ts';
import { type Call, type Handlers, type ProjectRules, json } from '../request/call.ts';
import {
  decodeBody,
  decodeQuery,
  integer,
  jsonBoolean,
  visibleText,
  slugText,
} from '../request/decode.ts';
import type { Revision } from '../revision.ts';
import {
  type Actor,
  type Store,
  type VisibleVersions,
  type WriteTransaction,
  sees,
} from '../store.ts';
import { recordAudit } from './audit.ts';

export interface VersionRow {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly published: number;
  readonly ordr: number;
  readonly created: number;
  readonly updated: number;
}

const VERSION = 'SELECT id, slug, name, published, ordr, created, updated FROM version';

export const VERSIONS = {
  all: statement<VersionRow>(`${VERSION} ORDER BY ordr, id`),
  byId: statement<VersionRow>(`${VERSION} WHERE id = ?`),
  bySlug: statement<VersionRow>(`${VERSION} WHERE slug = ?`),
  last: statement<{ readonly ordr: number | null }>('SELECT max(ordr) AS ordr FROM version'),
  /** Returns a row if anything in the version is published. Values: the version, twice. */
  publishedContents: statement<{ readonly id: number }>(`
    SELECT id FROM documentation WHERE version_id = ? AND published = 1
    UNION SELECT id FROM reference WHERE version_id = ? AND published IS NOT NULL AND is_published = 1
    LIMIT 1`),
  insert: statement(
    'INSERT INTO version (id, slug, name, published, ordr, created, updated) VALUES (?, ?, ?, ?, ?, ?, ?)',
  ),
  update: statement(
    'UPDATE version SET slug = ?, name = ?, published = ?, updated = ? WHERE id = ?',
  ),
};

export interface NewVersion {
  readonly slug: string;
  readonly name: string;
  readonly published: boolean;
}

export type VersionEdit = { readonly [Field in keyof NewVersion]: NewVersion[Field] | undefined };

/** In their order. */
export async function visibleVersions(
  store: Store,
  scope: VisibleVersions,
): Promise<readonly VersionRow[]> {
  const rows = await store.read((sql) => sql.all(VERSIONS.all));
  return rows.filter(({ id }) => sees(scope, id));
}

export function changeVersion(
  store: Store,
  id: number,
  edit: VersionEdit,
  actor: Actor,
  scope: VisibleVersions,
): Promise<VersionRow> {
  return store.change(actor, async (change) => {
    const { sql, at } = change;
    const before = await findVersion(sql, { id }, scope);
    const slug = edit.slug ?? before.slug;
    const holder = await sql.get(VERSIONS.bySlug, slug);
    if (holder && holder.id !== id) throw invalid('slug', `"${slug}" is used by another version`);
    const published = edit.published ?? before.published === 1;
    if (published && before.published === 0) await checkContents(store, sql, id);
    const name = edit.name ?? before.name;
    const updated = store.policy.dateOf(at, before.updated);
    await sql.run(VERSIONS.update, slug, name, published ? 1 : 0, updated, id);
    const after = await findVersion(sql, { id }, scope);
    await recordAudit(change, {
      entity: 'version',
      entityId: id,
      versionId: id,
      operation: 'UPD',
      message: transition(before, after),
      details: difference(before, after),
    });
    return after;
  });
}

/** Refuses to publish a version without published content, in which readers would find nothing. */
async function checkContents(store: Store, sql: Sql, id: number): Promise<void> {
  if (store.policy.emptyVersions === 'publish') return;
  if (await sql.get(VERSIONS.publishedContents, id, id)) return;
  throw new Refusal(
    'invalid',
    'General Exception: no documentation or API reference in this version is published: publish one first',
  );
}

/** Not in the API. The new version comes last. If there is one with that slug, returns that one unchanged. */
export function ensureVersion(
  store: Store,
  version: NewVersion,
  actor: Actor,
): Promise<VersionRow> {
  return store.change(
    actor,
    async (change) =>
      (await change.sql.get(VERSIONS.bySlug, version.slug)) ?? insert(change, version),
  );
}

async function insert(
  change: WriteTransaction,
  { slug, name, published }: NewVersion,
): Promise<VersionRow> {
  const { sql, at } = change;
  const id = await takeId(sql, 'version');
  const last = await sql.get(VERSIONS.last);
  const ordr = (last?.ordr ?? 0) + 1;
  await sql.run(VERSIONS.insert, id, slug, name, published ? 1 : 0, ordr, at, at);
  await recordAudit(change, {
    entity: 'version',
    entityId: id,
    versionId: id,
    operation: 'INS',
    message: 'Version created',
    details: { slug, name, published },
  });
  return findVersion(sql, { id }, null);
}

export async function findVersion(
  sql: Sql,
  by: { readonly id: number } | { readonly slug: string },
  scope: VisibleVersions,
): Promise<VersionRow> {
  const version =
    'id' in by ? await sql.get(VERSIONS.byId, by.id) : await sql.get(VERSIONS.bySlug, by.slug);
  if (!version || !sees(scope, version.id)) throw notFound('Version');
  return version;
}

/**
 * The version that `latest` stands for: the first published one that the caller may see.
 * @param versions in their order
 */
export const defaultVersion = (versions: readonly VersionRow[]): VersionRow | undefined =>
  versions.find(({ published }) => published === 1);

function transition(before: VersionRow, after: VersionRow): string {
  if (before.published === after.published) return 'Version updated';
  return after.published ? 'Version published' : 'Version unpublished';
}

function difference(before: VersionRow, after: VersionRow): Record<string, unknown> {
  const fields = ['slug', 'name'] as const;
  const texts = fields
    .filter((field) => before[field] !== after[field])
    .map((field) => [field, { from: before[field], to: after[field] }]);
  if (before.published === after.published) return Object.fromEntries(texts);
  const published = { from: before.published === 1, to: after.published === 1 };
  return { ...Object.fromEntries(texts), published };
}

const VERSION_EDIT = { name: visibleText(1_000), slug: slugText, published: jsonBoolean };

/** docs/service.md, "Versions". */
export const versionRoutes = (
  store: Store,
  { revision }: ProjectRules,
): Handlers<'listVersions' | 'updateVersion'> => ({
  async listVersions({ query, scope }: Call) {
    decodeQuery(query, {});
    return json((await visibleVersions(store, scope)).map((row) => encodeVersion(row, revision)));
  },

  async updateVersion({ id, query, json: body, actor, scope }: Call) {
    decodeQuery(query, {});
    const { name, slug, published } = decodeBody(body, VERSION_EDIT);
    const edit = { name, slug, published };
    const version = await changeVersion(store, integer(id, 'id'), edit, actor, scope);
    return json(encodeVersion(version, revision));
  },
});

export const encodeVersion = (version: VersionRow, { date }: Revision) => ({
  id: version.id,
  published: version.published === 1,
  name: version.name,
  created: date(version.created),
  updated: date(version.updated),
  slug: version.slug,
  ordr: version.ordr,
});
