/** The sets of pages in a version, with their categories. The API lists them and cannot change them. */
import { takeId } from '../database/schema.ts';
import { type Sql, statement } from '../database/sql.ts';
import { notFound } from '../refusal.ts';
import type { Actor, Store, WriteTransaction } from '../store.ts';
import { recordAudit } from './audit.ts';

export interface DocumentationRow {
  readonly id: number;
  readonly versionId: number;
  readonly slug: string;
  readonly title: string;
  /** JSON object: the settings of its export. */
  readonly settings: string;
  readonly ordr: number;
  readonly published: number;
  readonly created: number;
  readonly updated: number;
}

export interface NavMarkRow {
  readonly id: number;
  readonly documentationId: number;
  readonly kind: 'category' | 'label' | 'link' | 'separator';
  readonly title: string;
  readonly url: string;
  /** The category that contains a label or a link. */
  readonly categoryId: number | null;
  readonly position: number;
}

const DOCUMENTATION =
  'SELECT id, version_id AS "versionId", slug, title, settings, ordr, published, created, updated FROM documentation';

export const DOCUMENTATIONS = {
  all: statement<DocumentationRow>(`${DOCUMENTATION} ORDER BY ordr, id`),
  ofVersion: statement<DocumentationRow>(`${DOCUMENTATION} WHERE version_id = ? ORDER BY ordr, id`),
  byId: statement<DocumentationRow>(`${DOCUMENTATION} WHERE id = ?`),
  bySlug: statement<DocumentationRow>(`${DOCUMENTATION} WHERE version_id = ? AND slug = ?`),
  last: statement<{ readonly ordr: number | null }>(
    'SELECT max(ordr) AS ordr FROM documentation WHERE version_id = ?',
  ),
  /** Published. Values: id, version, slug, title, settings, order, now, now. */
  insert: statement(`
    INSERT INTO documentation (id, version_id, slug, title, settings, ordr, published, created, updated)
    VALUES (?, ?, ?, ?, ?, ?, 1, ?, ?)`),
  touch: statement('UPDATE documentation SET updated = ? WHERE id = ?'),
  publish: statement('UPDATE documentation SET published = ?, updated = ? WHERE id = ?'),
};

const NAV_MARK =
  'SELECT id, documentation_id AS "documentationId", kind, title, url, category_id AS "categoryId", position FROM nav_mark';

export const NAV_MARKS = {
  all: statement<NavMarkRow>(`${NAV_MARK} ORDER BY position, id`),
  ofDocumentation: statement<NavMarkRow>(
    `${NAV_MARK} WHERE documentation_id = ? ORDER BY position, id`,
  ),
  /** Pages at the top of a documentation and the items between them share one count. Values: the documentation, twice. */
  lastAtTop: statement<{ readonly position: number | null }>(`
    SELECT max(position) AS position FROM (
      SELECT position FROM page WHERE documentation_id = ? AND category_id IS NULL AND parent_id IS NULL
      UNION ALL SELECT position FROM nav_mark WHERE documentation_id = ? AND category_id IS NULL) AS placed`),
  lastInCategory: statement<{ readonly position: number | null }>(`
    SELECT max(position) AS position FROM page
    WHERE documentation_id = ? AND category_id = ? AND parent_id IS NULL`),
  insert: statement(
    'INSERT INTO nav_mark (id, documentation_id, kind, title, url, category_id, position) VALUES (?, ?, ?, ?, ?, ?, ?)',
  ),
};

export interface NewDocumentation {
  readonly versionId: number;
  readonly slug: string;
  readonly title: string;
  /** Titles, in order. */
  readonly categories: readonly string[];
  /** Left out: readers see it. */
  readonly published?: boolean | undefined;
}

export function allDocumentations(store: Store): Promise<readonly DocumentationRow[]> {
  return store.read((sql) => sql.all(DOCUMENTATIONS.all));
}

/** Not in the API. If there is a documentation with that slug, returns that one, with these categories added. */
export function ensureDocumentation(
  store: Store,
  documentation: NewDocumentation,
  actor: Actor,
): Promise<DocumentationRow> {
  return store.change(actor, async (change) => {
    const { versionId, slug, categories } = documentation;
    const found = await change.sql.get(DOCUMENTATIONS.bySlug, versionId, slug);
    if (!found) return insert(change, documentation);
    for (const category of categories) await addCategory(store, change, found, category);
    return found;
  });
}

/** Adds a category at the end, unless there is one with the same title in any case. */
async function addCategory(
  store: Store,
  change: WriteTransaction,
  documentation: DocumentationRow,
  title: string,
): Promise<void> {
  const { sql } = change;
  const { id, versionId } = documentation;
  const marks = await sql.all(NAV_MARKS.ofDocumentation, id);
  const wanted = title.toLowerCase();
  if (marks.some((mark) => mark.kind === 'category' && mark.title.toLowerCase() === wanted)) {
    return;
  }
  const position = await nextPosition(sql, id, null);
  const mark = await takeId(sql, 'nav_mark');
  await sql.run(NAV_MARKS.insert, mark, id, 'category', title, '', null, position);
  await sql.run(DOCUMENTATIONS.touch, dateAfter(store, documentation, change), id);
  await recordAudit(change, {
    entity: 'documentation',
    entityId: id,
    versionId,
    operation: 'UPD',
    message: 'Category added',
    details: { category: title },
  });
}

/** Not in the API. Pages in an unpublished documentation are hidden from readers. */
export function publishDocumentation(
  store: Store,
  id: number,
  published: boolean,
  actor: Actor,
): Promise<void> {
  return store.change(actor, async (change) => {
    const { sql } = change;
    const before = await findDocumentation(sql, id);
    const updated = dateAfter(store, before, change);
    await sql.run(DOCUMENTATIONS.publish, published ? 1 : 0, updated, id);
    await recordAudit(change, {
      entity: 'documentation',
      entityId: id,
      versionId: before.versionId,
      operation: 'UPD',
      message: `Documentation ${published ? 'published' : 'unpublished'}`,
      details: { published: { from: before.published === 1, to: published } },
    });
  });
}

function dateAfter(store: Store, { updated }: DocumentationRow, { at }: WriteTransaction): number {
  return store.policy.dateOf(at, updated);
}

async function insert(
  change: WriteTransaction,
  { versionId, slug, title, categories, published = true }: NewDocumentation,
): Promise<DocumentationRow> {
  const { sql, at } = change;
  const id = await takeId(sql, 'documentation');
  const last = await sql.get(DOCUMENTATIONS.last, versionId);
  const ordr = (last?.ordr ?? 0) + 1;
  await sql.run(DOCUMENTATIONS.insert, id, versionId, slug, title, '{}', ordr, at, at);
  if (!published) await sql.run(DOCUMENTATIONS.publish, 0, at, id);
  for (const [index, category] of categories.entries()) {
    const mark = await takeId(sql, 'nav_mark');
    await sql.run(NAV_MARKS.insert, mark, id, 'category', category, '', null, index + 1);
  }
  await recordAudit(change, {
    entity: 'documentation',
    entityId: id,
    versionId,
    operation: 'INS',
    message: 'Documentation created',
    details: { slug, title },
  });
  return findDocumentation(sql, id);
}

/** The position after the last page of a category, or after everything at the top of a documentation (`null`). */
export async function nextPosition(
  sql: Sql,
  documentationId: number,
  category: number | null,
): Promise<number> {
  const last =
    category === null
      ? await sql.get(NAV_MARKS.lastAtTop, documentationId, documentationId)
      : await sql.get(NAV_MARKS.lastInCategory, documentationId, category);
  return (last?.position ?? 0) + 1;
}

async function findDocumentation(sql: Sql, id: number): Promise<DocumentationRow> {
  const documentation = await sql.get(DOCUMENTATIONS.byId, id);
  if (!documentation) throw notFound('Documentation');
  return documentation;
}

/** The default settings of a documentation, in the order of an export. */
export const DEFAULT_SETTINGS = {
  description: null,
  wide: true,
  sticky: false,
  collapsed: false,
  collapsedCategories: false,
  showLastUpdated: false,
  locale: 'en_us',
};

/** The settings stored for a documentation. They may be of any shape, because an archive may have contained anything. */
export const storedSettings = (json: string): Readonly<Record<string, unknown>> =>
  JSON.parse(json) as Record<string, unknown>;

export interface DocumentationSettings {
  readonly description: string | null;
  readonly collapsed: boolean;
  readonly wide: boolean;
  readonly sticky: boolean;
  readonly locale: string;
  readonly showPagesLastUpdated: boolean;
  readonly showPagesLastUpdateUser: boolean;
  readonly hasExpandableCategories: boolean;
}

/** In the form in which `GET /version/{id}/documentation` answers them. A value of the wrong type counts as not set. */
export function documentationSettings(json: string): DocumentationSettings {
  const stored = storedSettings(json);
  const truth = (name: string, preset: boolean): boolean => {
    const value = stored[name];
    return typeof value === 'boolean' ? value : preset;
  };
  const text = <Preset>(name: string, preset: Preset): string | Preset => {
    const value = stored[name];
    return typeof value === 'string' ? value : preset;
  };
  const preset = DEFAULT_SETTINGS;
  return {
    description: text('description', preset.description),
    collapsed: truth('collapsed', preset.collapsed),
    wide: truth('wide', preset.wide),
    sticky: truth('sticky', preset.sticky),
    locale: text('locale', preset.locale),
    showPagesLastUpdated: truth('showLastUpdated', preset.showLastUpdated),
    showPagesLastUpdateUser: truth('showLastUpdateUser', false),
    hasExpandableCategories: truth('collapsedCategories', preset.collapsedCategories),
  };
}
