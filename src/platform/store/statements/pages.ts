import { statement } from '../database/sql.ts';

export interface PageRow {
  readonly id: number;
  readonly documentationId: number;
  readonly documentationSlug: string;
  readonly versionId: number;
  readonly versionSlug: string;
  readonly slug: string;
  readonly title: string;
  readonly listed: number;
  /** JSON object: the other fields of its file's header. */
  readonly header: string;
  readonly created: number;
  readonly updated: number;
  readonly draft: string | null;
  readonly published: string | null;
}

export interface PageSummaryRow {
  readonly id: number;
  readonly documentationId: number;
  readonly title: string;
  readonly updated: number;
  readonly listed: number;
  readonly hasPublished: number;
}

export interface HistoryRow {
  readonly pageId: number;
  readonly at: number;
  readonly message: string;
  readonly author: string;
}

const SELECT = `
  SELECT page.id, page.slug, page.title, page.listed, page.header, page.created, page.updated, page.draft, page.published,
    documentation.id AS "documentationId", documentation.slug AS "documentationSlug",
    version.id AS "versionId", version.slug AS "versionSlug"
  FROM page
  JOIN documentation ON documentation.id = page.documentation_id
  JOIN version ON version.id = documentation.version_id`;

const HISTORY = 'SELECT page_id AS "pageId", at, message, author FROM history';

export const PAGES = {
  byId: statement<PageRow>(`${SELECT} WHERE page.id = ?`),
  bySlug: statement<PageRow>(`${SELECT} WHERE page.documentation_id = ? AND page.slug = ?`),
  /** With texts: for small projects. */
  all: statement<PageRow>(`${SELECT} ORDER BY page.id`),
  /** Published pages of a version of which search finds nothing. */
  unindexed: statement<{ readonly id: number }>(`
    SELECT page.id FROM page JOIN documentation ON documentation.id = page.documentation_id
    WHERE documentation.version_id = ? AND page.published IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM section WHERE section.page_id = page.id) ORDER BY page.id`),
  summaries: statement<PageSummaryRow>(`
    SELECT id, documentation_id AS "documentationId", title, updated, listed,
      CASE WHEN published IS NULL THEN 0 ELSE 1 END AS "hasPublished"
    FROM page ORDER BY id`),
  withSlug: statement<{ readonly id: number }>(
    'SELECT id FROM page WHERE documentation_id = ? AND slug = ?',
  ),
  slugsLike: statement<{ readonly id: number; readonly slug: string }>(
    String.raw`SELECT id, slug FROM page WHERE documentation_id = ? AND slug LIKE ? ESCAPE '\'`,
  ),
  lastInCategory: statement<{ readonly position: number | null }>(`
    SELECT max(position) AS position FROM page
    WHERE documentation_id = ? AND category_id = ? AND parent_id IS NULL`),
  lastAtTop: statement<{ readonly position: number | null }>(`
    SELECT max(position) AS position FROM page
    WHERE documentation_id = ? AND category_id IS NULL AND parent_id IS NULL`),
  /** The parent of a page, and the last position below it. */
  parent: statement<{ readonly parentId: number | null }>(
    'SELECT parent_id AS "parentId" FROM page WHERE id = ?',
  ),
  lastChild: statement<{ readonly position: number | null }>(
    'SELECT max(position) AS position FROM page WHERE parent_id = ?',
  ),
  /** Values: parent, position, id. Only pages without a parent are in a category. */
  move: statement('UPDATE page SET parent_id = ?, category_id = NULL, position = ? WHERE id = ?'),
  /**
   * Listed, unpublished, without a parent, its own source. Values: id, documentation, slug, title, category, position, draft, three times now, three times
   * the user.
   */
  insert: statement(`
    INSERT INTO page (id, documentation_id, slug, title, category_id, position, draft, created, updated, source_created,
      created_by, updated_by, source_created_by, listed, parent_id, header, published)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, NULL, '{}', NULL)`),
  update: statement(
    'UPDATE page SET title = ?, slug = ?, draft = ?, updated = ?, updated_by = ? WHERE id = ?',
  ),
  publish: statement(`
    UPDATE page SET published = coalesce(draft, published), draft = NULL, updated = ?, updated_by = ?
    WHERE id = ?`),
  hasChildren: statement<{ readonly id: number }>(
    'SELECT id FROM page WHERE parent_id = ? LIMIT 1',
  ),
  removeHistory: statement('DELETE FROM history WHERE page_id = ?'),
  remove: statement('DELETE FROM page WHERE id = ?'),
  addHistory: statement(
    'INSERT INTO history (id, page_id, at, message, author) VALUES (?, ?, ?, ?, ?)',
  ),
  history: statement<HistoryRow>(`${HISTORY} WHERE page_id = ? ORDER BY id`),
  histories: statement<HistoryRow>(`${HISTORY} ORDER BY id`),
};
