import { statement } from '../database/sql.ts';

export interface ReportRow {
  readonly id: number;
  readonly title: string;
  readonly hasDraft: number;
  readonly hasPublished: number;
  readonly listed: number;
  readonly created: number;
  readonly updated: number;
  readonly sourceCreated: number;
  /** E-mail addresses of users, if there is an account with that address. */
  readonly createdBy: string | null;
  readonly createdById: number | null;
  readonly createdByName: string | null;
  readonly updatedBy: string | null;
  readonly updatedById: number | null;
  readonly updatedByName: string | null;
  readonly sourceCreatedBy: string | null;
  readonly sourceCreatedById: number | null;
  readonly sourceCreatedByName: string | null;
}

export interface DocumentationSummaryRow {
  readonly id: number;
  readonly title: string;
  readonly slug: string;
  readonly settings: string;
  readonly ordr: number;
  readonly published: number;
  readonly created: number;
  readonly updated: number;
  /** `null`: it has no pages. */
  readonly pagesUpdated: number | null;
}

export interface LinkablePageRow {
  readonly id: number;
  readonly documentationId: number;
  readonly slug: string;
  readonly title: string;
  readonly listed: number;
  readonly hasPublished: number;
}

const HAS_PUBLISHED = 'CASE WHEN page.published IS NULL THEN 0 ELSE 1 END AS "hasPublished"';

const user = (field: string, column: string): string =>
  `page.${column} AS "${field}", ${column}.id AS "${field}Id", ${column}.name AS "${field}Name"`;

const account = (column: string): string =>
  `LEFT JOIN account AS ${column} ON ${column}.email = page.${column}`;

const REPORT = `
  SELECT page.id, page.title, page.listed, page.created, page.updated,
    CASE WHEN page.draft IS NULL THEN 0 ELSE 1 END AS "hasDraft", ${HAS_PUBLISHED},
    page.source_created AS "sourceCreated", ${user('createdBy', 'created_by')},
    ${user('updatedBy', 'updated_by')}, ${user('sourceCreatedBy', 'source_created_by')}
  FROM page JOIN documentation ON documentation.id = page.documentation_id
  ${account('created_by')} ${account('updated_by')} ${account('source_created_by')}
  WHERE documentation.version_id = ?`;

const IN_ORDER = 'ORDER BY documentation.ordr, documentation.id, page.id';

export const REPORTS = {
  pages: statement<ReportRow>(`${REPORT} ${IN_ORDER}`),
  /** Values: the version, the email address in lower case. */
  pagesCreatedBy: statement<ReportRow>(`${REPORT} AND lower(page.created_by) = ? ${IN_ORDER}`),
  documentations: statement<DocumentationSummaryRow>(`
    SELECT id, title, slug, settings, ordr, published, created, updated,
      (SELECT max(page.updated) FROM page WHERE page.documentation_id = documentation.id) AS "pagesUpdated"
    FROM documentation WHERE version_id = ? ORDER BY ordr, id`),
  linkable: statement<LinkablePageRow>(`
    SELECT page.id, page.documentation_id AS "documentationId", page.slug, page.title, page.listed, ${HAS_PUBLISHED}
    FROM page JOIN documentation ON documentation.id = page.documentation_id
    WHERE documentation.version_id = ? ${IN_ORDER}`),
  texts: statement<{ readonly draft: string | null; readonly published: string | null }>(
    'SELECT draft, published FROM page WHERE id = ?',
  ),
};
