import { decodeQuery } from '../decode/query.ts';
import { queryText, between } from '../decode/value.ts';
import type { ProjectPlan } from '../options.ts';
import { invalid, Refusal } from '../refusal.ts';
import type { Revision } from '../revision.ts';
import { parseSearchQuery } from '../../content/search/query.ts';
import type { SearchStore } from '../store/search/search.ts';
import type { SectionRow } from '../store/statements/sections.ts';
import { json, type Call, type Reply } from './call.ts';

const DEFAULT_HITS = 20;

const PARAMETERS = {
  query: queryText,
  version_slug: queryText,
  page: between(0, 1_000_000),
  hits: between(1, 100),
};

/** How many characters of a section a hit shows. */
const SHOWN = 300;

/** Notes, "Search content". */
export class SearchRoutes {
  readonly #search: SearchStore;
  readonly #plan: ProjectPlan;
  readonly #revision: Revision;

  constructor(search: SearchStore, plan: ProjectPlan, revision: Revision) {
    this.#search = search;
    this.#plan = plan;
    this.#revision = revision;
  }

  async search({ query, scope, host }: Call): Promise<Reply> {
    const asked = decodeQuery(query, PARAMETERS);
    if (asked.query === undefined) throw invalid('query', 'must be given');
    const { leavesOut, searchOnEveryPlan, schemeInHost } = this.#revision;
    if (this.#plan === 'free' && !searchOnEveryPlan) {
      throw new Refusal('invalid', 'Client Error: search needs the Grow plan or a higher one');
    }
    const { page = 0, hits: limit = DEFAULT_HITS } = asked;
    const { sections, total } = await this.#search.search(
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
  }
}

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
