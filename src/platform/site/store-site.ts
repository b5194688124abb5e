/** The reader site out of the store. */
import { PUBLIC } from '../../content/page/visibility.ts';
import { parseSearchQuery } from '../../content/search/query.ts';
import { REFERENCE_PAGE } from '../../content/darkdown/address.ts';
import { SERVED } from '../../site/addresses.ts';
import { shownEntry } from '../../site/search/find.ts';
import type { FoundEntry } from '../../site/search/find.ts';
import { operationAnchor } from '../../site/operations.ts';
import type { WholeSite, SitePage, SiteReference } from '../../site/site.ts';
import type { SiteSource } from '../../site/source.ts';
import { SiteView } from '../../site/view.ts';
import { Refusal } from '../refusal.ts';
import type { SearchStore } from '../store/search/search.ts';
import type { SiteOutline, SiteStore } from '../store/site.ts';
import type { SectionRow } from '../store/statements/sections.ts';
import { arrangeStored, type StoredSite } from './arrange.ts';

/** The site at one moment, as anybody sees it. */
export interface SiteState {
  readonly source: SiteSource;
  readonly view: SiteView;
}

/** Follows the store: each state is of the last change that was made before it was asked for. */
export class StoreSite {
  readonly #store: SiteStore;
  readonly #search: SearchStore;
  #known: { readonly change: number; readonly state: SiteState } | undefined;

  constructor(store: SiteStore, search: SearchStore) {
    this.#store = store;
    this.#search = search;
  }

  async now(): Promise<SiteState> {
    if (this.#known?.change === (await this.#store.change())) return this.#known.state;
    const outline = await this.#store.outline();
    const source = new StoreSource(this.#store, outline);
    const state = { source, view: new SiteView(source.site, PUBLIC) };
    this.#known = { change: outline.change, state };
    return state;
  }

  /** What anybody finds in a version, best first: nothing in one that does not exist. */
  async find(query: string, version: string, limit: number): Promise<readonly FoundEntry[]> {
    const { view } = await this.now();
    const terms = parseSearchQuery(query);
    try {
      const asked = { terms, unfinished: true, version, offset: 0, limit };
      const { sections } = await this.#search.search(asked, null);
      return sections.flatMap((section) => entryOf(section, query, view));
    } catch (error) {
      if (error instanceof Refusal) return [];
      throw error;
    }
  }
}

/** A section as the list of results has it; none if the reader does not see its place. */
function entryOf(section: SectionRow, query: string, view: SiteView): FoundEntry[] {
  const { versionSlug: version, parentSlug, pageSlug, fragment, content } = section;
  const place = { version, section: parentSlug, page: pageSlug ?? REFERENCE_PAGE };
  const found = view.find(place);
  if (found === undefined || (found.kind === 'page') !== (pageSlug !== null)) return [];
  if (found.kind === 'page' && !view.visibility(found.page).inSearch) return [];
  const anchor = fragment !== null && pageSlug === null ? operationAnchor(fragment) : fragment;
  const url = SERVED.place(place) + (anchor === null ? '' : `#${encodeURIComponent(anchor)}`);
  const page = section.pageTitle ?? section.parentTitle;
  const title = section.pageId !== null && fragment === null ? '' : section.title;
  return [shownEntry({ url, page, section: title, text: content }, query)];
}

/** The store at one moment. Texts are read when they are asked for. */
class StoreSource implements SiteSource {
  readonly #store: SiteStore;
  readonly #outline: SiteOutline;
  readonly #arranged: StoredSite;

  constructor(store: SiteStore, outline: SiteOutline) {
    this.#store = store;
    this.#outline = outline;
    this.#arranged = arrangeStored(outline);
  }

  get site(): WholeSite {
    return this.#arranged.site;
  }

  /** Readers never see drafts here. */
  async body(page: SitePage): Promise<string | null> {
    const id = this.#arranged.pageIds.get(page.key);
    return id === undefined ? null : this.#store.text(id);
  }

  variable(name: string): string | undefined {
    return this.#outline.variables.get(name);
  }

  synced(id: string): string | undefined {
    return this.#outline.syncedBlocks.get(id);
  }

  /** The store keeps no glossary. */
  glossary(): undefined {
    return undefined;
  }

  /** The store keeps no files: pictures have addresses of their own. */
  file(): undefined {
    return undefined;
  }

  async definition(reference: SiteReference): Promise<unknown> {
    const id = this.#arranged.referenceIds.get(reference);
    const text = id === undefined ? null : await this.#store.definition(id);
    if (text === null) return null;
    const { parseText } = await import('../../definitions/read.ts');
    const parsed = await parseText(text, 'definition');
    return parsed.ok ? parsed.value : null;
  }
}
