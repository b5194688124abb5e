import { statement } from '../sql.ts';

/** A page's place, without its texts. */
export interface PlacedPageRow {
  readonly id: number;
  readonly title: string;
  readonly categoryId: number | null;
  readonly parentId: number | null;
  readonly position: number;
}

/** What the page's file is made of. */
export interface PageFileRow {
  readonly title: string;
  readonly slug: string;
  readonly listed: number;
  /** JSON object: what else the header of its file said. */
  readonly header: string;
  readonly draft: string | null;
  readonly published: string | null;
}

export const EXPORT = {
  places: statement<PlacedPageRow>(`
    SELECT id, title, category_id AS "categoryId", parent_id AS "parentId", position FROM page
    WHERE documentation_id = ? ORDER BY position, id`),
  file: statement<PageFileRow>(
    'SELECT title, slug, listed, header, draft, published FROM page WHERE id = ?',
  ),
};
