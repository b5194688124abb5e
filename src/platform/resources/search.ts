/** Search, as all readers can use it. */
import { PUBLIC, type Reader, isShown } from '../../content/page/visibility.ts';
import { type SearchTerm, parseSearchQuery } from '../../content/search/query.ts';
import type { SearchedPlaces } from '../database/section-index.ts';
import type { Sql } from '../database/sql.ts';
import { Refusal, invalid, notFound } from '../refusal.ts';
import { type Call, type Handlers, type ProjectRules, json } from '../request/call.ts';
import { between, decodeQuery, queryText } from '../request/decode.ts';
import { type Store, type VisibleVersions, sees } from '../store.ts';
import { DOCUMENTATIONS } from './documentations.ts';
import { REFERENCES } from './references.ts';
import { SECTIONS, type SectionRow } from './sections.ts';
import { VERSIONS, type VersionRow, defaultVersion } from './versions.ts';

export interface SearchQuery {
  readonly terms: readonly SearchTerm[];
  /** Whether the last word of each term may be incomplete, as while somebody is typing. Left out: all words are complete. */
  readonly unfinished?: boolean;
  /** A slug, or `latest` for the default version; `undefined`: all versions. */
  readonly version: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

export interface SearchHits {
  readonly sections: readonly SectionRow[];
  readonly total: number;
}

export function searchSections(
  store: Store,
  { terms, unfinished = false, version, offset, limit }: SearchQuery,
  scope: VisibleVersions,
): Promise<SearchHits> {
  return store.read(async (sql) => {
    const visible = (await sql.all(VERSIONS.all)).filter(({ id }) => sees(scope, id));
    const places = await shownPlaces(sql, chosen(visible, version), PUBLIC);
    const found = await store.database.sections.find(sql, { terms, unfinished }, places, {
      offset,
      limit,
    });
    const sections: SectionRow[] = [];
    for (const id of found.ids) {
      const section = await sql.get(SECTIONS.shown, id);
      if (section) sections.push(section);
    }
    return { sections, total: found.total };
  });
}

function chosen(
  versions: readonly VersionRow[],
  wanted: string | undefined,
): readonly VersionRow[] {
  if (wanted === undefined) return versions;
  const version =
    versions.find(({ slug }) => slug === wanted) ??
    (wanted === 'latest' ? defaultVersion(versions) : undefined);
  if (!version) throw notFound('Version');
  return [version];
}

/** Which documentations and references of these versions a reader sees. */
async function shownPlaces(
  sql: Sql,
  versions: readonly VersionRow[],
  reader: Reader,
): Promise<SearchedPlaces> {
  const shown = versions.filter(({ published }) => isShown({ published: published === 1 }, reader));
  const ids = new Set(shown.map(({ id }) => id));
  const documentations = (await sql.all(DOCUMENTATIONS.all)).filter(
    ({ versionId, published }) =>
      ids.has(versionId) && isShown({ published: published === 1 }, reader),
  );
  const references = (await sql.all(REFERENCES.summaries)).filter(
    ({ versionId, hasPublished }) =>
      ids.has(versionId) && isShown({ published: hasPublished === 1 }, reader),
  );
  return {
    documentations: documentations.map(({ id }) => id),
    references: references.map(({ id }) => id),
  };
}

const DEFAULT_HITS = 20;

const PARAMETERS = {
  query: queryText,
  version_slug: queryText,
  page: between(0, 1_000_000),
  hits: between(1, 100),
};

/** How many characters of a section a hit shows. */
const SHOWN = 300;

/** docs/service.md, "Search". */
export const searchRoutes = (
  store: Store,
  { plan, revision }: ProjectRules,
): Handlers<'search'> => ({
  async search({ query, scope, host }: Call) {
    const asked = decodeQuery(query, PARAMETERS);
    if (asked.query === undefined) throw invalid('query', 'must be given');
    const { leavesOut, searchOnEveryPlan, schemeInHost } = revision;
    if (plan === 'free' && !searchOnEveryPlan) {
      throw new Refusal('invalid', 'Client Error: search needs the Grow plan or a higher one');
    }
    const { page = 0, hits: limit = DEFAULT_HITS } = asked;
    const { sections, total } = await searchSections(
      store,
      {
        terms: parseSearchQuery(asked.query),
        version: asked.version_slug,
        offset: page * limit,
        limit,
      },
      scope,
    );
    return json({
      hits: sections.map((section) => (leavesOut ? withoutNulls(section) : encode(section))),
      nbHits: total,
      page,
      nbPages: Math.ceil(total / limit),
      hitsPerPage: limit,
      query: asked.query,
      basepath: '',
      host: schemeInHost ? `http://${host}` : host,
    });
  },
});

function encode(section: SectionRow) {
  const { fragment, pageId } = section;
  const path = [section.versionSlug, section.parentSlug, section.pageSlug]
    .filter((part) => part !== null)
    .join('/');
  return {
    content: section.content.slice(0, SHOWN),
    title: section.title,
    sectionType: pageId === null ? 'ref' : 'doc',
    version: section.versionName,
    section: section.parentTitle,
    page: section.pageTitle ?? section.title,
    pageId,
    fragment,
    path: `/${path}${fragment === null ? '' : `#${fragment}`}`,
  };
}

/** The same hit in the form in which no field is null: a hit in a reference has neither a page nor a page id. */
function withoutNulls(section: SectionRow): unknown {
  const { page, pageId, fragment, ...hit } = encode(section);
  return {
    ...hit,
    ...(pageId === null ? {} : { page, pageId }),
    ...(fragment === null ? {} : { fragment }),
  };
}
