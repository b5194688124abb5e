import { REFERENCE_PAGE } from '../../content/darkdown/address.ts';
import type { SitePlace } from '../../content/darkdown/address.ts';
import { isShown, visibilityOf, type Reader } from '../../content/page/visibility.ts';
import { linkedPlace, placeUrl } from '../page-link.ts';
import type { Answers, AskSurroundings, Questions } from '../surroundings.ts';
import { sees, type VisibleVersions } from './actor.ts';
import { inBatches } from './database/batches.ts';
import type { StoreCore } from './core.ts';
import type { Sql } from './database/sql.ts';
import { namedValues } from './shared.ts';
import { visibilityInputOf } from './visibility.ts';
import { SYNCED_BLOCKS, VARIABLES } from './statements/shared.ts';
import { SURROUNDINGS, type LinkedRow } from './statements/surroundings.ts';

/** The page that is converted. */
export interface Viewpoint {
  readonly id: number;
  readonly documentationSlug: string;
  readonly versionSlug: string;
}

/** For whom a page is converted. */
export interface Viewer {
  /** Other versions do not exist for them. */
  readonly scope: VisibleVersions;
  readonly reader: Reader;
}

type Target = { readonly title: string; readonly url: string };

/** The version that contains a page is itself a variable. */
const VERSION_SLUG = '_.version.slug';

/** What pages refer to: links to others, variables, synced blocks, their own children. */
export class SurroundingsStore {
  readonly #core: StoreCore;

  constructor(core: StoreCore) {
    this.#core = core;
  }

  /** Answers the questions of a conversion of this page. */
  around(page: Viewpoint, viewer: Viewer): AskSurroundings {
    return (questions) => this.#core.read((sql) => answer(sql, page, viewer, questions));
  }
}

/** One query for each kind of question, up to the limit of one statement; none for kinds without a question. */
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

/** `null`: there is nothing that the reader may know of. */
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
