import { statement } from '../database/sql.ts';
import type { StandingColumns } from '../visibility.ts';

/** A page with its place, without its texts. */
export interface SitePageRow extends StandingColumns {
  readonly id: number;
  readonly documentationId: number;
  readonly slug: string;
  readonly title: string;
  readonly categoryId: number | null;
  readonly parentId: number | null;
  readonly position: number;
}

export const SITE = {
  /** It moves with every change of the project. */
  lastChange: statement<{ readonly id: number | null }>('SELECT max(id) AS id FROM audit'),
  pages: statement<SitePageRow>(`
    SELECT id, documentation_id AS "documentationId", slug, title, listed, header,
      CASE WHEN draft IS NULL THEN NULL ELSE 1 END AS "draft",
      CASE WHEN published IS NULL THEN NULL ELSE 1 END AS "published",
      category_id AS "categoryId", parent_id AS "parentId", position
    FROM page ORDER BY position, id`),
  published: statement<{ readonly published: string | null }>(
    'SELECT published FROM page WHERE id = ?',
  ),
  definition: statement<{ readonly published: string | null }>(
    'SELECT published FROM reference WHERE id = ?',
  ),
};
