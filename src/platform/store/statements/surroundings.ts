import { statement } from '../database/sql.ts';
import type { StandingColumns } from '../visibility.ts';

/** What a link leads to; all null if it leads nowhere. */
export interface LinkedRow {
  /** Which of the requested places this is. */
  readonly versionSlug: string;
  readonly sectionSlug: string;
  /** Empty: the section itself was requested. */
  readonly pageSlug: string;
  readonly versionId: number;
  readonly versionPublished: number;
  readonly pageTitle: string | null;
  readonly documentationTitle: string | null;
  readonly documentationPublished: number | null;
  readonly referenceTitle: string | null;
  readonly referencePublished: number | null;
  readonly listed: number | null;
  readonly header: string | null;
  /** 1: there is such a text. */
  readonly draft: number | null;
  readonly published: number | null;
}

/** A page right below another. */
export interface ChildRow extends StandingColumns {
  readonly slug: string;
  readonly title: string;
}

/** Whether there are texts, without the texts. */
const TEXTS = `CASE WHEN page.draft IS NULL THEN NULL ELSE 1 END AS "draft",
        CASE WHEN page.published IS NULL THEN NULL ELSE 1 END AS "published"`;

export const SURROUNDINGS = {
  /** Values: version, section and page slug of each place. A version that does not exist has no row. */
  linked: (places: number) =>
    statement<LinkedRow>(`
      WITH place (version, section, page) AS (VALUES ${Array.from({ length: places }, () => '(?, ?, ?)').join(', ')})
      SELECT place.version AS "versionSlug", place.section AS "sectionSlug", place.page AS "pageSlug",
        version.id AS "versionId", version.published AS "versionPublished", page.title AS "pageTitle",
        documentation.title AS "documentationTitle", documentation.published AS "documentationPublished",
        reference.title AS "referenceTitle",
        CASE WHEN reference.published IS NULL THEN 0 ELSE reference.is_published END AS "referencePublished",
        page.listed, page.header, ${TEXTS}
      FROM place
      JOIN version ON version.slug = place.version
      LEFT JOIN documentation ON documentation.version_id = version.id AND documentation.slug = place.section
      LEFT JOIN reference ON reference.version_id = version.id AND reference.slug = place.section
      LEFT JOIN page ON page.documentation_id = documentation.id AND page.slug = place.page`),
  children: statement<ChildRow>(`
    SELECT slug, title, listed, header, ${TEXTS} FROM page WHERE parent_id = ? ORDER BY position, id`),
};
