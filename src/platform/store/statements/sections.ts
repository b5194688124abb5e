import { statement } from '../database/sql.ts';

export interface SectionRow {
  readonly id: number;
  readonly title: string;
  readonly content: string;
  readonly fragment: string | null;
  readonly versionSlug: string;
  readonly versionName: string;
  readonly pageId: number | null;
  readonly pageTitle: string | null;
  readonly pageSlug: string | null;
  /** The title of the documentation or of the reference. */
  readonly parentTitle: string;
  readonly parentSlug: string;
}

export interface IndexedSectionRow {
  readonly id: number;
  readonly title: string;
  readonly content: string;
  readonly fragment: string | null;
}

const INDEXED = 'SELECT id, title, content, fragment FROM section';

export const SECTIONS = {
  insert: statement(`
    INSERT INTO section (id, version_id, page_id, reference_id, title, content, fragment)
    VALUES (?, ?, ?, ?, ?, ?, ?)`),
  ofPage: statement<{ readonly id: number }>('SELECT id FROM section WHERE page_id = ?'),
  ofReference: statement<{ readonly id: number }>('SELECT id FROM section WHERE reference_id = ?'),
  indexedOfPage: statement<IndexedSectionRow>(`${INDEXED} WHERE page_id = ? ORDER BY id`),
  indexedOfReference: statement<IndexedSectionRow>(`${INDEXED} WHERE reference_id = ? ORDER BY id`),
  remove: statement('DELETE FROM section WHERE id = ?'),
  shown: statement<SectionRow>(`
    SELECT section.id, section.title, section.content, section.fragment,
      version.slug AS "versionSlug", version.name AS "versionName",
      page.id AS "pageId", page.title AS "pageTitle", page.slug AS "pageSlug",
      coalesce(documentation.title, reference.title) AS "parentTitle",
      coalesce(documentation.slug, reference.slug) AS "parentSlug"
    FROM section
    JOIN version ON version.id = section.version_id
    LEFT JOIN page ON page.id = section.page_id
    LEFT JOIN documentation ON documentation.id = page.documentation_id
    LEFT JOIN reference ON reference.id = section.reference_id
    WHERE section.id = ?`),
};
