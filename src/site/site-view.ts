/** A site as one reader sees it. No other module decides about visibility. */
import { pageKey } from '../model/ids.ts';
import type { PageKey } from '../model/ids.ts';
import { REFERENCE_PAGE, sitePlace } from '../content/darkdown/address.ts';
import type { Address, SitePlace } from '../content/darkdown/address.ts';
import { isShown, visibilityOf } from '../content/page/visibility.ts';
import type { Reader, Visibility } from '../content/page/visibility.ts';
import { placeOfPage } from './addresses.ts';
import { NO_VERSION, pagesOf } from './site-source.ts';
import type {
  SidebarEntry,
  WholeSite,
  SiteDocumentation,
  SitePage,
  SiteReference,
  SiteVersion,
} from './site-source.ts';

/** A page with its version and documentation. */
export interface PageInPlace {
  readonly kind: 'page';
  readonly page: SitePage;
  readonly version: SiteVersion;
  readonly documentation: DocumentationView;
}

/** What an address leads to. */
export type Found =
  | PageInPlace
  | {
      readonly kind: 'reference';
      readonly reference: SiteReference;
      readonly version: SiteVersion;
    };

/** A documentation, as the reader sees it. */
export interface DocumentationView extends Omit<SiteDocumentation, 'navigation'> {
  /** What the sidebar shows. */
  readonly navigation: readonly SidebarEntry[];
  /** Pages of the navigation, in reading order. */
  readonly pages: readonly SitePage[];
}

/** A version, as the reader sees it. */
export interface VersionView extends Omit<SiteVersion, 'documentations'> {
  readonly documentations: readonly DocumentationView[];
}

interface Known {
  readonly page: SitePage;
  readonly visibility: Visibility;
  readonly documentation: SiteDocumentation;
  /** Entries directly below it, whoever may see them. */
  readonly below: readonly SidebarEntry[];
  /** The entries above it, from the top: titles of categories, and pages. */
  readonly above: readonly (SitePage | string)[];
}

/** The place of what was found. */
export const placeOfFound = (found: Found): SitePlace =>
  found.kind === 'page'
    ? placeOfPage(found.page)
    : { version: found.version.slug, section: found.reference.slug, page: REFERENCE_PAGE };

/** The slug of a version with a number: `v1.0`, `2026-1`. */
const NUMBERED = /^v?\d/i;

export class SiteView {
  readonly site: WholeSite;
  readonly reader: Reader;
  readonly versions: readonly VersionView[];
  readonly changelogs: readonly DocumentationView[];
  /** The same documentations with all their pages, whoever may see them. */
  readonly #wholes = new Map<DocumentationView, SiteDocumentation>();
  readonly #known = new Map<PageKey, Known>();

  constructor(site: WholeSite, reader: Reader) {
    this.site = site;
    this.reader = reader;
    this.versions = site.versions
      .filter((version) => isShown(version, reader))
      .map((version) => this.#versionView(version));
    this.changelogs = site.changelogs
      // If a version and a changelog have the same name, the address is the version's.
      .filter(
        (each) => isShown(each, reader) && !site.versions.some(({ slug }) => slug === each.slug),
      )
      .map((changelog) => this.#viewOf(changelog));
  }

  visibility(page: SitePage): Visibility {
    return this.#known.get(page.key)?.visibility ?? visibilityOf(page.visibilityInput, this.reader);
  }

  version(slug: string): VersionView | undefined {
    return this.versions.find((version) => version.slug === slug);
  }

  documentation(version: string, slug: string): DocumentationView | undefined {
    const all = version === NO_VERSION ? this.changelogs : this.version(version)?.documentations;
    return all?.find((each) => each.slug === slug);
  }

  /** The documentations of all versions, and the changelogs. */
  get allDocumentations(): readonly DocumentationView[] {
    return [...this.versions.flatMap(({ documentations }) => documentations), ...this.changelogs];
  }

  /** What is at a place, if the reader may see it. For a documentation, its first page. */
  find({ version: slug, section, page }: SitePlace): Found | undefined {
    const version = slug === NO_VERSION ? this.#first : this.version(slug);
    if (!version) return undefined;
    const documentation = this.documentation(slug, section);
    const first = page === null ? documentation?.pages[0]?.slug : page;
    if (documentation && first !== undefined) {
      const key = pageKey({
        version: documentation.version,
        documentation: documentation.slug,
        slug: first as SitePage['slug'],
      });
      const known = this.#known.get(key);
      if (known?.visibility.opens === true)
        return { kind: 'page', page: known.page, version, documentation };
    }
    if (slug === NO_VERSION || (page !== null && page !== REFERENCE_PAGE)) return undefined;
    const reference = version.references.find((each) => each.slug === section);
    return reference && { kind: 'reference', reference, version };
  }

  /**
   * What an address on a page leads to. It leads to a changelog only if the version has nothing
   * there.
   */
  leadsTo(address: Address, version: string): Found | undefined {
    for (const from of [version, NO_VERSION]) {
      const place = sitePlace(address, from);
      const found = place && this.find(place);
      if (found) return found;
    }
    return undefined;
  }

  /** Where a version begins: its first page, or its first reference. */
  start(version: VersionView): SitePlace | undefined {
    for (const { slug, pages } of version.documentations) {
      const [first] = pages;
      if (first) return { version: version.slug, section: slug, page: first.slug };
    }
    const [reference] = version.references;
    return reference && { version: version.slug, section: reference.slug, page: REFERENCE_PAGE };
  }

  /** Where the site begins. */
  home(): SitePlace | undefined {
    return this.#first && this.start(this.#first);
  }

  /**
   * The version that replaced this one: the first, if both have numbers. Names like `cloud` and
   * `server` say nothing of which is older.
   */
  newerThan({ slug }: Pick<SiteVersion, 'slug'>): VersionView | undefined {
    const latest = this.#first;
    const isOlder =
      latest && latest.slug !== slug && NUMBERED.test(latest.slug) && NUMBERED.test(slug);
    return isOlder ? latest : undefined;
  }

  /** The version in which the site begins, and in which changelogs are shown. */
  get #first(): VersionView | undefined {
    return this.versions.find((version) => this.start(version));
  }

  /** Categories' titles, and pages that the reader may open, from the top to the page's parent. */
  above(page: SitePage): readonly (SitePage | string)[] {
    const above = this.#known.get(page.key)?.above ?? [];
    return above.filter((each) => typeof each === 'string' || this.visibility(each).opens);
  }

  /** The pages directly below, as shown in lists. */
  children(page: SitePage): readonly SitePage[] {
    const below = this.#known.get(page.key)?.below ?? [];
    return shownIn(below, (each) => this.visibility(each).inNavigation).flatMap((entry) =>
      entry.kind === 'page' ? [entry.page] : [],
    );
  }

  /** Whether any of its pages says when it was last changed. */
  get showsLastChange(): boolean {
    return this.allDocumentations.some(({ showsLastChange }) => showsLastChange);
  }

  /** How many pages the reader may open. */
  get pageCount(): number {
    let count = 0;
    for (const { visibility } of this.#known.values()) if (visibility.opens) count += 1;
    return count;
  }

  /** All pages that the reader may open, in reading order. Hidden pages are in their places. */
  *pages(): Generator<PageInPlace> {
    for (const version of this.versions) yield* this.#pagesIn(version, version.documentations);
    if (this.#first) yield* this.#pagesIn(this.#first, this.changelogs);
  }

  *#pagesIn(
    version: VersionView,
    documentations: readonly DocumentationView[],
  ): Generator<PageInPlace> {
    for (const documentation of documentations) {
      for (const page of pagesOf(this.#wholes.get(documentation)?.navigation ?? [])) {
        if (this.visibility(page).opens) yield { kind: 'page', page, version, documentation };
      }
    }
  }

  #versionView(version: SiteVersion): VersionView {
    const documentations = version.documentations
      .filter((documentation) => isShown(documentation, this.reader))
      .map((documentation) => this.#viewOf(documentation));
    const references = version.references.filter((reference) => isShown(reference, this.reader));
    return { ...version, documentations, references };
  }

  #viewOf(documentation: SiteDocumentation): DocumentationView {
    this.#learn(documentation, documentation.navigation, []);
    const navigation = shownIn(
      documentation.navigation,
      (page) => this.visibility(page).inNavigation,
    );
    const view = { ...documentation, navigation, pages: [...pagesOf(navigation)] };
    this.#wholes.set(view, documentation);
    return view;
  }

  #learn(
    documentation: SiteDocumentation,
    items: readonly SidebarEntry[],
    above: readonly (SitePage | string)[],
  ): void {
    for (const item of items) {
      if (item.kind === 'category') {
        this.#learn(documentation, item.items, [...above, item.title]);
      } else if (item.kind === 'page') {
        const { page } = item;
        const visibility = visibilityOf(page.visibilityInput, this.reader);
        // If two files claim the same place, it belongs to the first one.
        if (!this.#known.has(page.key)) {
          this.#known.set(page.key, { page, visibility, documentation, below: item.items, above });
        }
        if (item.items.length > 0) this.#learn(documentation, item.items, [...above, page]);
      }
    }
  }
}

/**
 * The entries that a reader sees. Entries below a page that is left out move up to its place.
 * Leaves out categories without pages, and separators with nothing to separate.
 */
function shownIn(
  items: readonly SidebarEntry[],
  shows: (page: SitePage) => boolean,
): readonly SidebarEntry[] {
  const shown: SidebarEntry[] = [];
  for (const item of items) {
    switch (item.kind) {
      case 'page': {
        const isShownItself = shows(item.page);
        if (item.items.length === 0) {
          if (isShownItself) shown.push(item);
          break;
        }
        const below = shownIn(item.items, shows);
        if (isShownItself) shown.push({ ...item, items: below });
        else shown.push(...below);
        break;
      }
      case 'category': {
        const below = shownIn(item.items, shows);
        if (below.length > 0) shown.push({ ...item, items: below });
        break;
      }
      case 'separator':
        if (shown.length > 0 && shown.at(-1)?.kind !== 'separator') shown.push(item);
        break;
      case 'label':
      case 'link':
        shown.push(item);
        break;
      default:
        item satisfies never;
    }
  }
  if (shown.at(-1)?.kind === 'separator') shown.pop();
  return shown;
}
