/** What a version contains, for its maintainers: its documentations, and a row for each page. */
import { statement } from '../database/sql.ts';
import { type Call, type Handlers, type ProjectRules, json } from '../request/call.ts';
import { decodeQuery, integer, queryText } from '../request/decode.ts';
import { type Revision, listedInApi } from '../revision.ts';
import type { Store, VisibleVersions } from '../store.ts';
import { documentationSettings } from './documentations.ts';
import { findVersion } from './versions.ts';

export interface ReportRow {
  readonly id: number;
  readonly title: string;
  readonly hasDraft: number;
  readonly hasPublished: number;
  readonly listed: number;
  readonly created: number;
  readonly updated: number;
  readonly sourceCreated: number;
  /** An email address, if a user has that address. So are `updatedBy` and `sourceCreatedBy`. */
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
};

/** In their order. */
export function documentationSummaries(
  store: Store,
  versionId: number,
  scope: VisibleVersions,
): Promise<readonly DocumentationSummaryRow[]> {
  return store.read(async (sql) => {
    const { id } = await findVersion(sql, { id: versionId }, scope);
    return sql.all(REPORTS.documentations, id);
  });
}

/**
 * A row for each page.
 * @param createdBy only pages that the user with this email address created, ignoring case;
 * `undefined`: all
 */
export function pageReports(
  store: Store,
  versionId: number,
  createdBy: string | undefined,
  scope: VisibleVersions,
): Promise<readonly ReportRow[]> {
  return store.read(async (sql) => {
    const { id } = await findVersion(sql, { id: versionId }, scope);
    return createdBy === undefined
      ? sql.all(REPORTS.pages, id)
      : sql.all(REPORTS.pagesCreatedBy, id, createdBy.toLowerCase());
  });
}

/** What a version contains: its documentations, a row for each page, and its broken links. */
export const reportRoutes = (
  store: Store,
  { revision }: ProjectRules,
): Handlers<'listDocumentations' | 'readReport'> => ({
  async listDocumentations({ id, query, scope }: Call) {
    decodeQuery(query, {});
    const found = await documentationSummaries(store, integer(id, 'id'), scope);
    return json(found.map((row) => encodeDocumentation(row, revision)));
  },

  async readReport({ id, query, scope }: Call) {
    const { created_by_email: createdBy } = decodeQuery(query, { created_by_email: queryText });
    const found = await pageReports(store, integer(id, 'id'), createdBy, scope);
    return json(found.map((row) => encodePage(row, revision)));
  },
});

const encodeDocumentation = (row: DocumentationSummaryRow, { date }: Revision) => ({
  id: row.id,
  title: row.title,
  slug: row.slug,
  created: date(row.created),
  updated: date(row.updated),
  pagesUpdated: row.pagesUpdated === null ? null : date(row.pagesUpdated),
  ordr: row.ordr,
  published: row.published === 1,
  ...documentationSettings(row.settings),
});

const encodePage = (row: ReportRow, revision: Revision) => ({
  id: row.id,
  title: row.title,
  hasDraft: row.hasDraft === 1,
  listed: listedInApi(revision, {
    listed: row.listed === 1,
    hasPublished: row.hasPublished === 1,
  }),
  created: revision.date(row.created),
  createdBy: { id: row.createdById, email: row.createdBy, name: row.createdByName },
  updated: revision.date(row.updated),
  updatedBy: { id: row.updatedById, email: row.updatedBy, name: row.updatedByName },
  sourceCreated: revision.date(row.sourceCreated),
  sourceCreatedBy: {
    id: row.sourceCreatedById,
    email: row.sourceCreatedBy,
    name: row.sourceCreatedByName,
  },
});
