import type { ListedPage } from './document.ts';
import {
  chooseDocumentation,
  listDocumentations,
  tellsSlugs,
  withDocumentationSlugs,
  withSlugs,
} from '../shared/names/documentation-names.ts';
import type { Context } from '../../context.ts';
import type { AllResources, Version, PageSummary } from '../../model/resources.ts';
import { versionsInOrder, resolveVersion } from '../shared/names/version-names.ts';
import { rememberPlaces } from '../shared/names/known-names.ts';
import { parseInside } from '../shared/names/in-option.ts';
import { count } from '../../model/text/sentences.ts';
import { pagesView } from './view.ts';
import { Failure } from '../../model/failure.ts';
import { placeOf } from '../../model/ids.ts';
import type { DocumentationId, PageId, PageKey } from '../../model/ids.ts';
import { readLastShared } from '../../sync/reader.ts';

export interface ListPagesOptions {
  readonly in?: string;
  readonly published: boolean;
  readonly exact: boolean;
  readonly limit?: number;
}

/** Prints the pages. Two requests; one more for `--published`. On platforms whose `GET /all` has no slugs, one more for each version that is shown. */
export async function listPages(context: Context, options: ListPagesOptions): Promise<void> {
  const api = await context.api();
  const [versionName, documentationName] = parseInside(options.in);
  let asked: Promise<AllResources> | undefined;
  const ask = (): Promise<AllResources> => (asked ??= api.project.all({}, context.host.signal));
  const versions = versionsInOrder(await versionsOf(context, versionName, ask));
  const snapshot = await ask();
  const only = versionName === undefined ? undefined : versions[0]?.id;
  const visible = options.published ? await visibleTo(context, snapshot, versions) : snapshot;
  const shownIds = versions.map(({ id }) => id);
  const all = await withDocumentationSlugs(context, visible, shownIds);
  const documentation =
    documentationName === undefined || only === undefined
      ? undefined
      : chooseDocumentation(all, only, documentationName);
  const found = pagesOf(all, versions, await knownKeys(context))
    .filter(
      ({ documentationId }) => documentation === undefined || documentationId === documentation.id,
    )
    .map(({ page }) => page);
  if (only === undefined) await rememberPlaces(context, placesOf(all, versions));
  const shown = found.slice(0, options.limit);
  await context.ui.result(shown, pagesView(options.exact), { long: true });
  if (shown.length < found.length) {
    context.ui.say(`${shown.length} of ${count(found.length, 'page')}: without --limit, all.`);
  }
}

/** Keys by the ids of pages, as the folder's last run knew them: the list of the platform has no slugs. Empty without a lock that can be read. */
async function knownKeys(context: Context): Promise<ReadonlyMap<PageId, PageKey>> {
  try {
    const { pages } = await readLastShared(await context.folder());
    return new Map([...pages.values()].map(({ id, key }) => [id, key]));
  } catch (error) {
    if (error instanceof Failure) return new Map();
    throw error;
  }
}

/** Versions, and documentations as `version/documentation`. */
function placesOf(all: AllResources, versions: readonly Version[]): string[] {
  const slugs = new Map(versions.map(({ id, slug }) => [id, slug]));
  const documentations = [...all.documentations.values()].flatMap(({ versionId, slug }) => {
    const version = slugs.get(versionId);
    return version === undefined || slug === undefined ? [] : [`${version}/${slug}`];
  });
  return [...slugs.values(), ...documentations];
}

async function versionsOf(
  context: Context,
  name: string | undefined,
  snapshot: () => Promise<AllResources>,
): Promise<Version[]> {
  if (name !== undefined) return [await resolveVersion(context, name, snapshot)];
  const api = await context.api();
  return api.versions.list(context.host.signal);
}

interface PlacedPage {
  readonly documentationId: DocumentationId;
  /** The position of the version in the project. */
  readonly index: number;
  readonly page: ListedPage;
}

/** In the order of the versions, then by documentation and title. Pages of other versions are left out. */
function pagesOf(
  all: AllResources,
  versions: readonly Version[],
  keys: ReadonlyMap<PageId, PageKey>,
): PlacedPage[] {
  const order = new Map(versions.map((version, index) => [version.id, { index, version }]));
  const pages: PlacedPage[] = [];
  // Created only here, because it takes longer than loading all other commands.
  const { compare: byText } = new Intl.Collator('en', { numeric: true });
  for (const [id, { title, updated, listed, documentationId }] of all.pages) {
    const summary = all.documentations.get(documentationId);
    const place = summary && order.get(summary.versionId);
    if (!summary || !place) continue;
    const documentation = summary.slug ?? null;
    const version = place.version.slug;
    const page = {
      id,
      title,
      version,
      documentation,
      slug: slugIn(keys.get(id), version, documentation),
      documentationTitle: summary.title,
      listed,
      updated,
    };
    pages.push({ documentationId, index: place.index, page });
  }
  return pages.toSorted(
    (a, b) =>
      a.index - b.index ||
      byText(nameOf(a.page), nameOf(b.page)) ||
      byText(a.page.title, b.page.title) ||
      a.page.id - b.page.id,
  );
}

/** The slug in a key, unless the page has moved to another place since. */
function slugIn(
  key: PageKey | undefined,
  version: string,
  documentation: string | null,
): string | null {
  if (key === undefined) return null;
  const place = placeOf(key);
  const isThere =
    place.version === version && (documentation ?? place.documentation) === place.documentation;
  return isThere ? place.slug : null;
}

const nameOf = ({ documentation, documentationTitle }: ListedPage): string =>
  documentation ?? documentationTitle;

/**
 * The part of `all` that readers can see, in the published ones of `versions`. The older revision
 * of the platform filters itself. Today's does not: there a page is visible if it is listed, and
 * its documentation and version are published.
 */
async function visibleTo(
  context: Context,
  all: AllResources,
  versions: readonly Version[],
): Promise<AllResources> {
  if (tellsSlugs(all)) {
    const api = await context.api();
    const filtered = await api.project.all({ published: true }, context.host.signal);
    const isFiltered = [...filtered.versions.values()].every(({ published }) => published);
    if (isFiltered) return filtered;
  }
  const open = versions.filter(({ published }) => published).map(({ id }) => id);
  const listed = await listDocumentations(context, open);
  if (listed === undefined) {
    context.ui.warn(
      'Pages of unpublished documentations may be among these: the platform does not tell which are published.',
    );
  }
  const isOpen = ({ listed: isListed, documentationId }: PageSummary): boolean => {
    const version = all.documentations.get(documentationId)?.versionId;
    if (!isListed || version === undefined || !open.includes(version)) return false;
    return listed === undefined || listed.get(documentationId)?.published === true;
  };
  const pages = new Map<PageId, PageSummary>([...all.pages].filter(([, page]) => isOpen(page)));
  return { ...withSlugs(all, listed ?? new Map()), pages };
}
