/** What can be found on a site, read when it is first asked for; after that only what changed is read again. */

import { placeOfPage } from '../addresses.ts';
import type { Addresses } from '../addresses.ts';
import { resolverFor } from '../page-resolver.ts';
import { searchEntriesOf } from './entries.ts';
import type { SearchEntry } from './find.ts';
import { NO_VERSION } from '../site.ts';
import type { SiteSource } from '../source.ts';
import type { PageInPlace, SiteView } from '../view.ts';

/** Of a version: the entries of all its pages that search finds, in reading order. */
export async function entriesOfVersion(
  source: SiteSource,
  view: SiteView,
  version: string,
  addresses: Addresses,
  known: KnownEntries = new KnownEntries(),
): Promise<readonly SearchEntry[]> {
  const all: SearchEntry[] = [];
  for (const placed of view.pages()) {
    if (
      ![version, NO_VERSION].includes(placed.page.version) ||
      !view.visibility(placed.page).inSearch
    )
      continue;
    const found = await known.of(placed, () => entriesOfPage(source, view, placed, addresses));
    for (const entry of found) all.push(entry);
  }
  return all;
}

/** Milliseconds of work before other tasks get a turn. */
const TURN_MS = 12;
let turnStarted = 0;

/** Of one page. Others get a turn now and then. */
export async function entriesOfPage(
  source: SiteSource,
  view: SiteView,
  placed: PageInPlace,
  addresses: Addresses,
): Promise<readonly SearchEntry[]> {
  if (performance.now() - turnStarted > TURN_MS) {
    await new Promise((resolve) => setImmediate(resolve));
    turnStarted = performance.now();
  }
  const body = await source.body(placed.page, view.reader.drafts);
  if (body === null) return [];
  const url = addresses.place(placeOfPage(placed.page));
  return searchEntriesOf(placed.page, body, resolverFor(placed, view, source, addresses), url);
}

/** Entries by page, as long as nothing that they are made of changes. */
export class KnownEntries {
  readonly #entries = new Map<string, readonly SearchEntry[]>();

  /** What is known of the page, else what `read` says. */
  async of(
    { page }: PageInPlace,
    read: () => Promise<readonly SearchEntry[]>,
  ): Promise<readonly SearchEntry[]> {
    const entries = this.#entries.get(page.key) ?? (await read());
    this.#entries.set(page.key, entries);
    return entries;
  }

  forget(key: string | null): void {
    if (key === null) this.#entries.clear();
    else this.#entries.delete(key);
  }
}
