import { ISSUES } from '../broken-links/judge.ts';
import { decodeQuery } from '../decode/query.ts';
import { integer, queryText } from '../decode/value.ts';
import { documentationSettings } from '../documentation-settings.ts';
import { parseAddress, decoded } from '../../content/darkdown/address.ts';
import { readsAsListed, type Revision } from '../revision.ts';
import type { FoundLink, BrokenLinkStore } from '../store/reports/broken-links.ts';
import type { ReportStore } from '../store/reports/reports.ts';
import type { DocumentationSummaryRow, ReportRow } from '../store/statements/reports.ts';
import { json, type Call, type Reply } from './call.ts';

/** What a version contains: its documentations, a row for each page, and its broken links. */
export class ReportRoutes {
  readonly #reports: ReportStore;
  readonly #brokenLinks: BrokenLinkStore;
  readonly #revision: Revision;

  constructor(reports: ReportStore, brokenLinks: BrokenLinkStore, revision: Revision) {
    this.#reports = reports;
    this.#brokenLinks = brokenLinks;
    this.#revision = revision;
  }

  async listDocumentations({ id, query, scope }: Call): Promise<Reply> {
    decodeQuery(query, {});
    const found = await this.#reports.documentations(integer(id, 'id'), scope);
    return json(found.map((row) => encodeDocumentation(row, this.#revision)));
  }

  async readReport({ id, query, scope }: Call): Promise<Reply> {
    const { created_by_email: createdBy } = decodeQuery(query, { created_by_email: queryText });
    const found = await this.#reports.pages(integer(id, 'id'), createdBy, scope);
    return json(found.map((row) => encodePage(row, this.#revision)));
  }

  async listBrokenLinks({ id, query, scope }: Call): Promise<Reply> {
    decodeQuery(query, {});
    const isListed = (page: Parameters<typeof readsAsListed>[1]): boolean =>
      readsAsListed(this.#revision, page);
    const found = await this.#brokenLinks.find(integer(id, 'id'), isListed, scope);
    return json(found.map(encodeLink));
  }
}

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
  listed: readsAsListed(revision, {
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

function encodeLink({ page, isDraft, link, verdict }: FoundLink) {
  const { severity, message } = ISSUES[verdict.issue];
  const written = parseAddress(link.href).fragment.slice(1);
  return {
    severity,
    issue: verdict.issue,
    message,
    isDraft,
    page: { id: page.id, title: page.title },
    link: {
      text: link.text,
      href: link.href,
      type: verdict.type,
      fragment: written === '' ? null : (decoded(written) ?? written),
      targetId: verdict.targetId,
    },
    target: { title: verdict.title, section: verdict.section },
  };
}
