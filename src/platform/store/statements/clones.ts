import { statement } from '../database/sql.ts';

/** The fields of a page that have another value in its copy. */
export interface ClonedPageRow {
  readonly id: number;
  readonly documentationId: number;
  readonly categoryId: number | null;
  readonly parentId: number | null;
}

export interface LinkingTextsRow {
  readonly id: number;
  readonly draft: string | null;
  readonly published: string | null;
}

const OF_VERSION =
  'FROM page JOIN documentation ON documentation.id = page.documentation_id WHERE documentation.version_id = ?';

export const CLONES = {
  /** The new version comes first. */
  firstOrder: statement<{ readonly ordr: number }>('SELECT min(ordr) AS ordr FROM version'),
  makeRoom: statement('UPDATE version SET ordr = ordr + 1'),
  pages: statement<ClonedPageRow>(`
    SELECT page.id, page.documentation_id AS "documentationId", page.category_id AS "categoryId",
      page.parent_id AS "parentId" ${OF_VERSION} ORDER BY page.id`),
  /** Texts that contain one of this many strings. Values: the version, then each string twice, as patterns. */
  linkingTexts: (signs: number) =>
    statement<LinkingTextsRow>(`
      SELECT page.id, page.draft, page.published ${OF_VERSION} AND (${Array.from(
        { length: signs },
        () => String.raw`page.draft LIKE ? ESCAPE '\' OR page.published LIKE ? ESCAPE '\'`,
      ).join(' OR ')})`),
  /** Values: id, version, now, now, id of the original. Nothing in a copy is published. */
  documentation: statement(`
    INSERT INTO documentation (id, version_id, slug, title, settings, ordr, published, created, updated)
    SELECT ?, ?, slug, title, settings, ordr, 0, ?, ? FROM documentation WHERE id = ?`),
  /** Values: id, documentation, category, parent, now, now, user, user, id of the original. */
  page: statement(`
    INSERT INTO page (id, documentation_id, category_id, parent_id, created, updated, created_by, updated_by,
      slug, title, listed, position, header, draft, published, source_created, source_created_by)
    SELECT ?, ?, ?, ?, ?, ?, ?, ?,
      slug, title, listed, position, header, draft, published, source_created, source_created_by
    FROM page WHERE id = ?`),
  texts: statement('UPDATE page SET draft = ?, published = ? WHERE id = ?'),
  /** Values: id, version, now, now, id of the original. */
  reference: statement(`
    INSERT INTO reference (id, version_id, created, updated, is_published, slug, title, ordr, draft, published,
      show_try_it_out, allow_download, expandable)
    SELECT ?, ?, ?, ?, 0, slug, title, ordr, draft, published, show_try_it_out, allow_download, expandable
    FROM reference WHERE id = ?`),
  /** Values: id, page, id of the original. */
  history: statement(`
    INSERT INTO history (id, page_id, at, message, author)
    SELECT ?, ?, at, message, author FROM history WHERE id = ?`),
  historyOf: statement<{ readonly id: number }>(
    'SELECT id FROM history WHERE page_id = ? ORDER BY id',
  ),
};
