import { statement } from '../database/sql.ts';

/** A page's place, without its texts. */
export interface PlacedPageRow {
  readonly id: number;
  readonly title: string;
  readonly categoryId: number | null;
  readonly parentId: number | null;
  readonly position: number;
}

/** The content of the page's file. */
export interface PageFileRow {
  readonly id: number;
  readonly versionSlug: string;
  readonly documentationSlug: string;
  readonly title: string;
  readonly slug: string;
  readonly listed: number;
  /** JSON object: the other fields of its file's header. */
  readonly header: string;
  readonly draft: string | null;
  readonly published: string | null;
}

export const EXPORT = {
  places: statement<PlacedPageRow>(`
    SELECT id, title, category_id AS "categoryId", parent_id AS "parentId", position FROM page
    WHERE documentation_id = ? ORDER BY position, id`),
  file: statement<PageFileRow>(`
    SELECT page.id, page.title, page.slug, page.listed, page.header, page.draft, page.published,
      documentation.slug AS "documentationSlug", version.slug AS "versionSlug"
    FROM page
    JOIN documentation ON documentation.id = page.documentation_id
    JOIN version ON version.id = documentation.version_id
    WHERE page.id = ?`),
};
