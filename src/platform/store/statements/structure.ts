import { statement } from '../database/sql.ts';

export interface VersionRow {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly published: number;
  readonly ordr: number;
  readonly created: number;
  readonly updated: number;
}

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
  readonly kind: 'category' | 'link' | 'separator';
  readonly title: string;
  readonly url: string;
  /** The category that contains a link. */
  readonly categoryId: number | null;
  readonly position: number;
}

const VERSION = 'SELECT id, slug, name, published, ordr, created, updated FROM version';

export const VERSIONS = {
  all: statement<VersionRow>(`${VERSION} ORDER BY ordr, id`),
  byId: statement<VersionRow>(`${VERSION} WHERE id = ?`),
  bySlug: statement<VersionRow>(`${VERSION} WHERE slug = ?`),
  last: statement<{ readonly ordr: number | null }>('SELECT max(ordr) AS ordr FROM version'),
  /** One row if something in the version is published. Values: the version, twice. */
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
  rename: statement('UPDATE documentation SET slug = ?, updated = ? WHERE id = ?'),
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
  lastAtTop: statement<{ readonly position: number | null }>(
    'SELECT max(position) AS position FROM nav_mark WHERE documentation_id = ? AND category_id IS NULL',
  ),
  insert: statement(
    'INSERT INTO nav_mark (id, documentation_id, kind, title, url, category_id, position) VALUES (?, ?, ?, ?, ?, ?, ?)',
  ),
};
