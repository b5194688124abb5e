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
}

export interface ReferenceSummaryRow {
  readonly id: number;
  readonly versionId: number;
  readonly slug: string;
  readonly title: string;
  readonly hasPublished: number;
}

const SELECT = `SELECT id, version_id AS "versionId", slug, title, ordr, created, updated, draft, published FROM reference`;

export const REFERENCES = {
  byId: statement<ReferenceRow>(`${SELECT} WHERE id = ?`),
  byTitle: statement<ReferenceRow>(`${SELECT} WHERE version_id = ? AND title = ?`),
  ofVersion: statement<ReferenceRow>(`${SELECT} WHERE version_id = ? ORDER BY ordr, id`),
  summaries: statement<ReferenceSummaryRow>(`
    SELECT id, version_id AS "versionId", slug, title,
      CASE WHEN published IS NULL THEN 0 ELSE 1 END AS "hasPublished"
    FROM reference ORDER BY ordr, id`),
  /** Documentations and references share the second segment of a URL. */
  takenSlugs: statement<{ readonly slug: string }>(`
    SELECT slug FROM reference WHERE version_id = ?
    UNION SELECT slug FROM documentation WHERE version_id = ?`),
  last: statement<{ readonly ordr: number | null }>(
    'SELECT max(ordr) AS ordr FROM reference WHERE version_id = ?',
  ),
  insert: statement(`
    INSERT INTO reference (id, version_id, slug, title, ordr, created, updated, draft, published)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`),
  update: statement('UPDATE reference SET draft = ?, published = ?, updated = ? WHERE id = ?'),
};
