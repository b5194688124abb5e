import { statement } from '../database/sql.ts';

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

/** How readers see a reference; null: no upload set it. */
export interface ReferenceSettingsRow {
  readonly showTryItOut: number | null;
  readonly allowDownload: number | null;
  readonly expandable: number | null;
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
  placesOfVersion: statement<Pick<ReferenceRow, 'id' | 'slug' | 'title' | 'isPublished'>>(`
    SELECT id, slug, title, CASE WHEN published IS NULL THEN 0 ELSE is_published END AS "isPublished"
    FROM reference WHERE version_id = ? ORDER BY ordr, id`),
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
  settings: statement<ReferenceSettingsRow>(`
    SELECT show_try_it_out AS "showTryItOut", allow_download AS "allowDownload", expandable FROM reference WHERE id = ?`),
  /** Null leaves a value as it is. Values: show_try_it_out, allow_download, expandable, id. */
  configure: statement(`
    UPDATE reference SET show_try_it_out = coalesce(?, show_try_it_out),
      allow_download = coalesce(?, allow_download), expandable = coalesce(?, expandable) WHERE id = ?`),
};
