import { statement } from '../database/sql.ts';

/** What a link leads to; all null if it leads nowhere. */
export interface LinkedRow {
  /** Which of the requested places this is. */
  readonly versionSlug: string;
  readonly sectionSlug: string;
  /** Empty: the section itself was requested. */
  readonly pageSlug: string;
  readonly versionId: number;
  readonly pageTitle: string | null;
  readonly documentationTitle: string | null;
  readonly referenceTitle: string | null;
}

export interface ChildRow {
  readonly slug: string;
  readonly title: string;
}

export const SURROUNDINGS = {
  /** Values: version, section and page slug of each place. A version that does not exist has no row. */
  linked: (places: number) =>
    statement<LinkedRow>(`
      WITH place (version, section, page) AS (VALUES ${Array.from({ length: places }, () => '(?, ?, ?)').join(', ')})
      SELECT place.version AS "versionSlug", place.section AS "sectionSlug", place.page AS "pageSlug",
        version.id AS "versionId", page.title AS "pageTitle",
        documentation.title AS "documentationTitle", reference.title AS "referenceTitle"
      FROM place
      JOIN version ON version.slug = place.version
      LEFT JOIN documentation ON documentation.version_id = version.id AND documentation.slug = place.section
      LEFT JOIN reference ON reference.version_id = version.id AND reference.slug = place.section
      LEFT JOIN page ON page.documentation_id = documentation.id AND page.slug = place.page`),
  children: statement<ChildRow>(
    'SELECT slug, title FROM page WHERE parent_id = ? AND listed = 1 ORDER BY position, id',
  ),
};
