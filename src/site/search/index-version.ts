/** The search entries of a site, read on first use. Later, only changes are read again. Loads markdown-it. */
import { sections } from '../../content/darkdown/sections.ts';
import type { ParsedPage } from '../../content/darkdown/write/parsed-page.ts';
import { REFERENCE_PAGE } from '../../content/darkdown/address.ts';
import { placeOfPage } from '../addresses.ts';
import type { Addresses } from '../addresses.ts';
import { parsedPage } from '../page-body.ts';
import { resolverFor } from '../page-resolver.ts';
import { definitionText, operationsOf } from '../definition.ts';
import { withOthers } from './find.ts';
import type { SearchEntry } from './find.ts';
import { NO_VERSION } from '../site-source.ts';
import type { SiteReference, SiteSource } from '../site-source.ts';
import type { PageInPlace, SiteView } from '../site-view.ts';

/** A site as it is searched. */
export interface Searched {
  readonly source: SiteSource;
  readonly view: SiteView;
  readonly addresses: Addresses;
}

/** Entries of a version and of changelogs: pages in reading order, then operations. */
export function entriesOfVersion(
  source: SiteSource,
  view: SiteView,
  version: string,
  addresses: Addresses,
  known: KnownEntries = new KnownEntries(),
): Promise<readonly SearchEntry[]> {
  return known.list(version, async () => {
    const all: (readonly SearchEntry[])[] = [];
    for (const placed of view.pages()) {
      const { page } = placed;
      if (![version, NO_VERSION].includes(page.version) || !view.visibility(page).inSearch)
        continue;
      all.push(
        await known.of(page.key, async () => {
          await turn();
          const parsed = await parsedPage(placed, source, view);
          return entriesOfPage(placed, parsed, { source, view, addresses });
        }),
      );
    }
    for (const reference of view.version(version)?.references ?? [])
      all.push(
        await known.of(referenceKey(reference), async () =>
          entriesOfReference(reference, await definitionText(reference, source), addresses),
        ),
      );
    return all.flat();
  });
}

/** The same, with the entries of all other versions. */
export function entriesEverywhere(
  source: SiteSource,
  view: SiteView,
  version: string,
  addresses: Addresses,
  known: KnownEntries,
): Promise<readonly SearchEntry[]> {
  return known.list(`${version} and others`, async () => {
    const entriesOf = (slug: string) => entriesOfVersion(source, view, slug, addresses, known);
    const others: (readonly [string, readonly SearchEntry[]])[] = [];
    for (const { slug, name } of view.versions)
      if (slug !== version) others.push([name, await entriesOf(slug)]);
    return withOthers(await entriesOf(version), others);
  });
}

/** The key of a reference. Keys of pages have another form. */
export const referenceKey = ({ version, slug }: SiteReference): string => `${version} ${slug}`;

/** In characters. Longer descriptions are cut, because files of entries are loaded whole. */
const MAX_DESCRIPTION = 400;

/** Entries for the operations of a definition. */
export function entriesOfReference(
  reference: SiteReference,
  definition: string | null,
  addresses: Addresses,
): readonly SearchEntry[] {
  if (definition === null) return [];
  const { version, slug: section, title: page } = reference;
  const url = addresses.place({ version, section, page: REFERENCE_PAGE });
  const operations = operationsOf(JSON.parse(definition)).map(
    ({ anchor, title, method, path, description }) => ({
      url: `${url}#${encodeURIComponent(anchor)}`,
      page,
      section: title,
      text: `${method.toUpperCase()} ${path} ${description.slice(0, MAX_DESCRIPTION)}`.trim(),
    }),
  );
  return [{ url, page, section: '', text: '' }, ...operations];
}

/**
 * Entries for a page: one for each heading.
 *
 * @param deepest the level of headings that have entries. The platform's search has 2
 */
export function entriesOfPage(
  placed: PageInPlace,
  parsed: ParsedPage | null,
  { source, view, addresses }: Searched,
  deepest: 2 | 3 = 3,
): readonly SearchEntry[] {
  if (parsed === null) return [];
  const { page } = placed;
  const url = addresses.place(placeOfPage(page));
  const resolver = resolverFor(placed, view, source, addresses);
  const found = sections(parsed, resolver, true, deepest).map(({ title, anchor, above, text }) => ({
    url: anchor === '' ? url : `${url}#${encodeURIComponent(anchor)}`,
    // Words of the heading above find its own entry, as those of the page's title find the first.
    page: above === '' ? page.title : `${page.title} › ${above}`,
    section: title,
    text,
  }));
  const isNamed = found[0]?.section === '';
  return isNamed
    ? found
    : [{ url, page: page.title, section: '', text: page.description }, ...found];
}

/** Milliseconds of work before other tasks get a turn. */
const TURN_MS = 12;
let turnStarted = 0;

/** Lets other tasks run from time to time. */
async function turn(): Promise<void> {
  if (performance.now() - turnStarted <= TURN_MS) return;
  await new Promise((resolve) => setImmediate(resolve));
  turnStarted = performance.now();
}

/** Entries by page and reference, valid until something changes that they are made from. */
export class KnownEntries {
  readonly #entries = new Map<string, readonly SearchEntry[]>();
  #lists = new Map<string, readonly SearchEntry[]>();

  /** The known entries for the key, otherwise those that `read` returns. */
  async of(
    key: string,
    read: () => Promise<readonly SearchEntry[]>,
  ): Promise<readonly SearchEntry[]> {
    const entries = this.#entries.get(key) ?? (await read());
    this.#entries.set(key, entries);
    return entries;
  }

  add(key: string, entries: readonly SearchEntry[]): void {
    this.#entries.set(key, entries);
  }

  /** The same for a combined list, which every change invalidates. */
  async list(
    key: string,
    read: () => Promise<readonly SearchEntry[]>,
  ): Promise<readonly SearchEntry[]> {
    // A change during `read` replaces `#lists`, so that the outdated result is not kept there.
    const lists = this.#lists;
    const entries = lists.get(key) ?? (await read());
    lists.set(key, entries);
    return entries;
  }

  forget(key: string | null): void {
    this.#lists = new Map();
    if (key === null) this.#entries.clear();
    else this.#entries.delete(key);
  }
}
