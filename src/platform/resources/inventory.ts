import { notFound } from '../refusal.ts';
import { type Call, type Handlers, type ProjectRules, json } from '../request/call.ts';
import { type FromText, decodeQuery, integer, queryBoolean } from '../request/decode.ts';
import { type Revision, listedInApi } from '../revision.ts';
import { type Store, type VisibleVersions, sees } from '../store.ts';
import { DOCUMENTATIONS, type DocumentationRow } from './documentations.ts';
import { PAGES, type PageSummaryRow } from './pages.ts';
import { REFERENCES, type ReferenceSummaryRow } from './references.ts';
import { VERSIONS, type VersionRow, defaultVersion } from './versions.ts';

export interface InventoryQuery {
  readonly published: boolean;
  readonly version: number | 'latest' | undefined;
}

export interface Inventory {
  readonly versions: readonly VersionRow[];
  readonly documentations: readonly DocumentationRow[];
  readonly references: readonly ReferenceSummaryRow[];
  readonly pages: readonly PageSummaryRow[];
}

function readInventory(
  store: Store,
  { published, version }: InventoryQuery,
  scope: VisibleVersions,
): Promise<Inventory> {
  return store.read(async (sql) => {
    const visible = (await sql.all(VERSIONS.all)).filter(({ id }) => sees(scope, id));
    const versions = chosen(visible, version).filter((each) => !published || each.published === 1);
    const versionIds = new Set(versions.map(({ id }) => id));
    const documentations = (await sql.all(DOCUMENTATIONS.all)).filter(
      (each) => versionIds.has(each.versionId) && (!published || each.published === 1),
    );
    const documentationIds = new Set(documentations.map(({ id }) => id));
    const references = (await sql.all(REFERENCES.summaries)).filter(
      ({ versionId, hasPublished }) =>
        versionIds.has(versionId) && (!published || hasPublished === 1),
    );
    const pages = (await sql.all(PAGES.summaries)).filter(
      ({ documentationId, hasPublished }) =>
        documentationIds.has(documentationId) && (!published || hasPublished === 1),
    );
    return { versions, documentations, references, pages };
  });
}

function chosen(
  versions: readonly VersionRow[],
  wanted: InventoryQuery['version'],
): readonly VersionRow[] {
  if (wanted === undefined) return versions;
  const version =
    wanted === 'latest'
      ? (defaultVersion(versions) ?? versions[0])
      : versions.find(({ id }) => id === wanted);
  if (!version) throw notFound('Version');
  return [version];
}

const version: FromText<number | 'latest'> = (text, field) =>
  text === 'latest' ? text : integer(text, field);

/** docs/service.md, "All resources". */
export const inventoryRoutes = (store: Store, { revision }: ProjectRules): Handlers<'listAll'> => ({
  async listAll({ query, scope }: Call) {
    const { published = false, versionId } = decodeQuery(query, {
      published: queryBoolean,
      versionId: version,
    });
    const asked = revision.slugsInAll ? { published, version: versionId } : EVERYTHING;
    const found = await readInventory(store, asked, scope);
    return json({
      page: byId(found.pages, (row) => encodePage(revision, row)),
      documentation: byId(found.documentations, (row) => encodePlaced(revision, row)),
      reference: byId(found.references, (row) => encodePlaced(revision, row)),
      version: byId(found.versions, ({ name, published, slug }) => ({
        name,
        published: published === 1,
        ...slugIn(revision, slug),
      })),
    });
  },
});

function encodePage(
  revision: Revision,
  { title, updated, documentationId, listed, hasPublished }: PageSummaryRow,
): unknown {
  const page = { listed: listed === 1, hasPublished: hasPublished === 1 };
  return {
    title,
    updated: revision.date(updated),
    documentationId,
    listed: listedInApi(revision, page),
  };
}

function encodePlaced(revision: Revision, { title, versionId, slug }: Placed): unknown {
  return { title, versionId, ...slugIn(revision, slug) };
}

function slugIn(revision: Revision, slug: string): { readonly slug?: string } {
  return revision.slugsInAll ? { slug } : {};
}

/** The whole project, for a revision without query parameters. */
const EVERYTHING = { published: false, version: undefined };

interface Placed {
  readonly title: string;
  readonly versionId: number;
  readonly slug: string;
}

const byId = <Row extends { readonly id: number }>(
  rows: readonly Row[],
  encode: (row: Row) => unknown,
): Record<number, unknown> => Object.fromEntries(rows.map((row) => [row.id, encode(row)]));
