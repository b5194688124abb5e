/** What pages refer to: linked pages, variables, synced blocks, and their own children. */
import {
  REFERENCE_PAGE,
  type SitePlace,
  parseAddress,
  sitePlace,
} from '../../content/darkdown/address.ts';
import { type Reader, isShown, visibilityOf } from '../../content/page/visibility.ts';
import { type Sql, inBatches, statement } from '../database/sql.ts';
import { type Store, type VisibleVersions, sees } from '../store.ts';
import type { Answers, AskSurroundings, Questions } from '../page-surroundings.ts';
import { SYNCED_BLOCKS, VARIABLES, namedValues } from './shared.ts';
import { type StandingColumns, visibilityInputOf } from './visibility.ts';

/** What a link leads to. The columns of what does not exist are null. */
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
  /** 1 if there is such a text, null if not. */
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

/** The page that is converted. */
export interface Viewpoint {
  readonly id: number;
  readonly documentationSlug: string;
  readonly versionSlug: string;
}

/** For whom a page is converted. */
export interface Viewer {
  /** For this viewer, other versions do not exist. */
  readonly scope: VisibleVersions;
  readonly reader: Reader;
}

type Target = { readonly title: string; readonly url: string };

/** The version that contains a page is itself a variable. */
const VERSION_SLUG = '_.version.slug';

/** Answers the questions of a conversion of this page. */
export function around(store: Store, page: Viewpoint, viewer: Viewer): AskSurroundings {
  return (questions) => store.read((sql) => answer(sql, page, viewer, questions));
}

/** Sends one query per kind of question, or more if a statement would become too long; none for kinds without questions. */
export async function answer(
  sql: Sql,
  page: Viewpoint,
  viewer: Viewer,
  { links, variables, syncedBlocks, children }: Questions,
): Promise<Answers> {
  const values = await namedValues(sql, VARIABLES, variables);
  if (variables.includes(VERSION_SLUG)) values.set(VERSION_SLUG, page.versionSlug);
  return {
    links: await linkTargets(sql, page, viewer, links),
    variables: values,
    syncedBlocks: await namedValues(sql, SYNCED_BLOCKS, syncedBlocks),
    children: children ? await childrenOf(sql, page, viewer) : [],
  };
}

async function linkTargets(
  sql: Sql,
  { versionSlug }: Viewpoint,
  { scope, reader }: Viewer,
  links: readonly string[],
): Promise<Map<string, Target>> {
  const places = new Map<string, SitePlace>();
  for (const link of links) {
    const place = linkedPlace(link, versionSlug);
    if (place) places.set(link, place);
  }
  const rows = await inBatches([...places.values()], (batch) =>
    sql.all(
      SURROUNDINGS.linked(batch.length),
      ...batch.flatMap(({ version, section, page }) => [version, section, page ?? '']),
    ),
  );
  const titles = new Map<string, string>();
  for (const row of rows) {
    const title = sees(scope, row.versionId) ? titleOf(row, reader) : null;
    if (title !== null) titles.set(placeKey(row.versionSlug, row.sectionSlug, row.pageSlug), title);
  }
  const targets = new Map<string, Target>();
  for (const [link, place] of places) {
    const title = titles.get(placeKey(place.version, place.section, place.page ?? ''));
    if (title !== undefined) targets.set(link, { title, url: placeUrl(place) });
  }
  return targets;
}

/** Slugs contain no slash. */
const placeKey = (version: string, section: string, page: string): string =>
  `${version}/${section}/${page}`;

/**
 * The title of the page or section that a link leads to. `null` if it does not exist or the reader
 * may not see it.
 */
function titleOf(row: LinkedRow, reader: Reader): string | null {
  const shows = (published: number | null): boolean =>
    isShown({ published: published === 1 }, reader);
  if (!shows(row.versionPublished)) return null;
  const reference = shows(row.referencePublished) ? row.referenceTitle : null;
  if (row.pageSlug === '') {
    return shows(row.documentationPublished) ? (row.documentationTitle ?? reference) : reference;
  }
  const { listed, header, draft, published } = row;
  if (listed !== null && header !== null && shows(row.documentationPublished)) {
    const visibilityInput = visibilityInputOf({ listed, header, draft, published });
    if (visibilityOf(visibilityInput, reader).linked) return row.pageTitle;
  }
  return row.pageSlug === REFERENCE_PAGE ? reference : null;
}

async function childrenOf(
  sql: Sql,
  { id, versionSlug, documentationSlug }: Viewpoint,
  { reader }: Viewer,
): Promise<readonly Target[]> {
  const rows = await sql.all(SURROUNDINGS.children, id);
  return rows
    .filter((row) => visibilityOf(visibilityInputOf(row), reader).inNavigation)
    .map(({ slug, title }) => ({
      title,
      url: placeUrl({ version: versionSlug, section: documentationSlug, page: slug }),
    }));
}

/** The place on this site that a link names. Returns null for everything else: files, other sites, fragments. */
export function linkedPlace(link: string, version: string): SitePlace | null {
  const address = parseAddress(link);
  // A browser reads a backslash as a slash, so `/\host` is another site.
  if (address.fragment !== '' || address.path.includes('\\')) return null;
  return sitePlace(address, version);
}

/** The path at which readers find it, encoded. */
export const placeUrl = ({ version, section, page }: SitePlace): string =>
  `/${[version, section, ...(page === null ? [] : [page])].map(encodeURIComponent).join('/')}`;
