/** API references and the transitions of their draft and published definition (docs/service.md, "References"). */
import { freeSlug, slugOfTitle } from '../../content/slug.ts';
import type { DefinitionFormat } from '../../definitions/read-definition.ts';
import type { Slug } from '../../model/ids.ts';
import { takeId } from '../database/schema.ts';
import { type Sql, statement } from '../database/sql.ts';
import { formatOf } from '../definition/read.ts';
import { Refusal, notFound } from '../refusal.ts';
import { type Call, type Handlers, type ProjectRules, type Reply, json } from '../request/call.ts';
import { choice, decodeQuery, integer, visibleText, queryBoolean } from '../request/decode.ts';
import type { Revision } from '../revision.ts';
import {
  type Actor,
  Stale,
  type Store,
  type VisibleVersions,
  type WriteTransaction,
  sees,
} from '../store.ts';
import { recordAudit } from './audit.ts';
import { type PreparedOperation, indexReference, prepareOperations } from './sections.ts';
import { findVersion } from './versions.ts';

export interface ReferenceRow {
  readonly id: number;
  readonly versionId: number;
  readonly slug: string;
  readonly title: string;
  readonly ordr: number;
  readonly created: number;
  readonly updated: number;
  /** The definition as it was sent. */
  readonly draft: string | null;
  readonly published: string | null;
  /** Whether readers see the published definition: in a clone, only once it is published there. */
  readonly isPublished: number;
}

export interface ReferenceSummaryRow {
  readonly id: number;
  readonly versionId: number;
  readonly slug: string;
  readonly title: string;
  readonly hasPublished: number;
}

const SELECT = `SELECT id, version_id AS "versionId", slug, title, ordr, created, updated, draft, published, is_published AS "isPublished" FROM reference`;

export const REFERENCES = {
  byId: statement<ReferenceRow>(`${SELECT} WHERE id = ?`),
  byTitle: statement<ReferenceRow>(`${SELECT} WHERE version_id = ? AND title = ?`),
  ofVersion: statement<ReferenceRow>(`${SELECT} WHERE version_id = ? ORDER BY ordr, id`),
  /** Without the definitions. */
  idsOfVersion: statement<{ readonly id: number }>(
    'SELECT id FROM reference WHERE version_id = ? ORDER BY id',
  ),
  summaries: statement<ReferenceSummaryRow>(`
    SELECT id, version_id AS "versionId", slug, title,
      CASE WHEN published IS NULL THEN 0 ELSE is_published END AS "hasPublished"
    FROM reference ORDER BY ordr, id`),
  /** Documentations and references share the second segment of a URL. */
  takenSlugs: statement<{ readonly slug: string }>(`
    SELECT slug FROM reference WHERE version_id = ?
    UNION SELECT slug FROM documentation WHERE version_id = ?`),
  last: statement<{ readonly ordr: number | null }>(
    'SELECT max(ordr) AS ordr FROM reference WHERE version_id = ?',
  ),
  insert: statement(`
    INSERT INTO reference (id, version_id, slug, title, ordr, created, updated, draft, published, is_published)
    VALUES (?, ?, ?, ?, ?, ?, ?, NULL, NULL, 1)`),
  /** Values: draft, published, 1 if this publishes it, now, id. */
  update: statement(`
    UPDATE reference SET draft = ?, published = ?,
      is_published = CASE WHEN 1 = ? THEN 1 ELSE is_published END, updated = ? WHERE id = ?`),
  /** Null leaves a value as it is. Values: show_try_it_out, allow_download, expandable, id. */
  configure: statement(`
    UPDATE reference SET show_try_it_out = coalesce(?, show_try_it_out),
      allow_download = coalesce(?, allow_download), expandable = coalesce(?, expandable) WHERE id = ?`),
};

export interface ReferenceUpload {
  /** The identity of a reference within its version. */
  readonly title: string;
  /** For a new reference; `null`: derived from the title. */
  readonly slug: string | null;
  readonly text: string;
  readonly publish: boolean;
  /** Left out: they stay as they are. */
  readonly settings?: ShownSettings;
}

/** How readers see a reference; `undefined`: unchanged. */
export interface ShownSettings {
  readonly showTryItOut: boolean | undefined;
  readonly allowDownload: boolean | undefined;
  readonly expandable: boolean | undefined;
}

export function readReference(
  store: Store,
  id: number,
  scope: VisibleVersions,
): Promise<ReferenceRow> {
  return store.read((sql) => findReference(sql, id, scope));
}

/**
 * Updates the reference with that title, or makes one. If it is published at once, it skips the
 * draft stage, and an older draft is dropped so that a later publish does not bring it back.
 */
export async function uploadReference(
  store: Store,
  versionId: number,
  upload: ReferenceUpload,
  actor: Actor,
  scope: VisibleVersions,
): Promise<ReferenceRow> {
  const sections = await prepareSections(store, upload.publish ? upload.text : null);
  return store.change(actor, async (change) => {
    const { sql } = change;
    await findVersion(sql, { id: versionId }, scope);
    const before = await sql.get(REFERENCES.byTitle, versionId, upload.title);
    return put(store, change, versionId, upload, sections, before);
  });
}

/** As `uploadReference`, but leaves an existing reference with that title as it is. */
export async function ensureReference(
  store: Store,
  versionId: number,
  upload: ReferenceUpload,
  actor: Actor,
): Promise<void> {
  const known = (sql: Sql) => sql.get(REFERENCES.byTitle, versionId, upload.title);
  if (await store.read(known)) return;
  const sections = await prepareSections(store, upload.publish ? upload.text : null);
  await store.change(actor, async (change) => {
    if (await known(change.sql)) return;
    await put(store, change, versionId, upload, sections, undefined);
  });
}

async function put(
  store: Store,
  change: WriteTransaction,
  versionId: number,
  upload: ReferenceUpload,
  sections: readonly PreparedOperation[],
  before: ReferenceRow | undefined,
): Promise<ReferenceRow> {
  const { sql, at } = change;
  const { title, text, publish, settings } = upload;
  const id = before?.id ?? (await insert(change, versionId, upload));
  const published = publish ? text : (before?.published ?? null);
  const date = before ? store.policy.dateOf(at, before.updated) : at;
  const drafted = publish ? null : text;
  await sql.run(REFERENCES.update, drafted, published, publish ? 1 : 0, date, id);
  if (settings) await configure(sql, id, settings);
  if (publish) await indexReference(sql, store.database.sections, versionId, id, sections);
  await recordAudit(change, {
    entity: 'reference',
    entityId: id,
    versionId,
    operation: before ? 'UPD' : 'INS',
    message: `Reference ${before ? 'updated' : 'created'}${publish ? ' and published' : ' as a draft'}`,
    details: { title, definition: publish ? 'published' : 'draft', ...settings },
  });
  return findReference(sql, id, null);
}

/** A reference that is not published, as in a clone, needs no draft: its published definition becomes visible to readers. */
export async function publishReference(
  store: Store,
  id: number,
  actor: Actor,
  scope: VisibleVersions,
): Promise<ReferenceRow> {
  const prepare = async () => {
    const { draft } = await readReference(store, id, scope);
    return { draft, sections: await prepareSections(store, draft) };
  };
  return store.changeWith(actor, prepare, async (change, { draft, sections }) => {
    const { sql } = change;
    const before = await findReference(sql, id, scope);
    if (before.draft === null && before.isPublished === 1) {
      throw new Refusal('invalid', 'General Exception: the reference has no draft to publish');
    }
    const date = store.policy.dateOf(change.at, before.updated);
    await sql.run(REFERENCES.update, null, before.draft ?? before.published, 1, date, id);
    if (before.draft !== null) {
      if (before.draft !== draft) throw new Stale();
      await indexReference(sql, store.database.sections, before.versionId, id, sections);
    }
    await recordAudit(change, {
      entity: 'reference',
      entityId: id,
      versionId: before.versionId,
      operation: 'UPD',
      message: 'Reference published',
      details: { definition: 'published' },
    });
    return findReference(sql, id, scope);
  });
}

/** What search finds of this definition; empty for null. Takes seconds for a large one. */
async function prepareSections(
  store: Store,
  definition: string | null,
): Promise<readonly PreparedOperation[]> {
  return definition === null ? [] : prepareOperations(store, definition);
}

async function findReference(sql: Sql, id: number, scope: VisibleVersions): Promise<ReferenceRow> {
  const reference = await sql.get(REFERENCES.byId, id);
  if (!reference || !sees(scope, reference.versionId)) throw notFound('Reference');
  return reference;
}

async function configure(
  sql: Sql,
  id: number,
  { showTryItOut, allowDownload, expandable }: ShownSettings,
): Promise<void> {
  const stored = (value: boolean | undefined) => (value === undefined ? null : Number(value));
  await sql.run(
    REFERENCES.configure,
    stored(showTryItOut),
    stored(allowDownload),
    stored(expandable),
    id,
  );
}

async function insert(
  { sql, at }: WriteTransaction,
  versionId: number,
  { title, slug }: ReferenceUpload,
): Promise<number> {
  const rows = await sql.all(REFERENCES.takenSlugs, versionId, versionId);
  const taken = new Set(rows.map((row) => row.slug));
  const free = freeSlug((slug ?? slugOfTitle(title)) as Slug, (each) => taken.has(each));
  const id = await takeId(sql, 'reference');
  const last = await sql.get(REFERENCES.last, versionId);
  const ordr = (last?.ordr ?? 0) + 1;
  await sql.run(REFERENCES.insert, id, versionId, free, title, ordr, at, at);
  return id;
}

const UPLOAD = {
  publish: queryBoolean,
  show_try_it_out: queryBoolean,
  allow_download: queryBoolean,
  expandable: queryBoolean,
};
/** The title is the key of an index, whose length a database limits. */
const titleText = visibleText(1_000);
const DEFINITION = { draft: queryBoolean, format: choice(['auto', 'yaml', 'json']) };

/** docs/service.md, "References". */
export const referenceRoutes = (
  store: Store,
  { revision }: ProjectRules,
): Handlers<'readDefinition' | 'uploadReference' | 'publishReference'> => ({
  async readDefinition({ id, query, scope }: Call) {
    const { draft = false, format = 'auto' } = decodeQuery(query, DEFINITION);
    const reference = await readReference(store, integer(id, 'id'), scope);
    const text = draft ? reference.draft : reference.published;
    if (text === null) throw notFound(draft ? 'Draft' : 'Published definition');
    return definitionReply(text, format, revision);
  },

  async uploadReference({ id, query, file, actor, scope }: Call) {
    const asked = decodeQuery(query, UPLOAD);
    const versionId = integer(id, 'versionId');
    const { runJob } = await import('../definition/thread.ts');
    const accepted = await runJob('accept', await file());
    if (!accepted.ok) {
      const { message, place } = accepted.problem;
      throw new Refusal(
        'invalid',
        `General Exception: file:${place.line}:${place.column}: ${message}`,
      );
    }
    const { title, text } = accepted;
    const upload = {
      title: titleText(title, 'title'),
      slug: null,
      text,
      publish: asked.publish ?? true,
      settings: {
        showTryItOut: asked.show_try_it_out,
        allowDownload: asked.allow_download,
        expandable: asked.expandable,
      },
    };
    return encode(revision, await uploadReference(store, versionId, upload, actor, scope));
  },

  async publishReference({ id, query, actor, scope }: Call) {
    decodeQuery(query, {});
    return encode(revision, await publishReference(store, integer(id, 'id'), actor, scope));
  },
});

function encode(revision: Revision, reference: ReferenceRow): Reply {
  const { date } = revision;
  return json({
    id: reference.id,
    title: reference.title,
    created: date(reference.created),
    updated: date(reference.updated),
    slug: reference.slug,
    ordr: reference.ordr,
  });
}

/** Byte for byte as it was sent, unless another format is requested. */
async function definitionReply(
  text: string,
  wanted: 'auto' | 'yaml' | 'json',
  { yamlType }: Revision,
): Promise<Reply> {
  const stored = formatOf(text);
  const format = wanted === 'auto' ? stored : wanted;
  const contentType = format === 'json' ? 'application/json' : yamlType;
  const body = stored === format ? text : await converted(text, format);
  return { contentType: `${contentType}; charset=utf-8`, body };
}

async function converted(text: string, format: DefinitionFormat): Promise<string> {
  const { runJob } = await import('../definition/thread.ts');
  return runJob(format === 'json' ? 'toJson' : 'toYaml', text);
}
