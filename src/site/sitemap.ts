/**
 * What a built site reports to search engines and other programs: only public pages, whoever the
 * site is built for.
 */
import { REFERENCE_PAGE } from '../content/darkdown/address.ts';
import type { SitePlace } from '../content/darkdown/address.ts';
import { PUBLIC } from '../content/page/visibility.ts';
import { escapeHtml } from '../content/darkdown/write/html.ts';
import { feedPath, placeOfPage, staticBelow } from './addresses.ts';
import type { Addresses } from './addresses.ts';
import { NO_VERSION } from './site-source.ts';
import type { SitePage, WholeSite } from './site-source.ts';
import { SiteView } from './site-view.ts';
import type { DocumentationView, PageInPlace } from './site-view.ts';

/** A language, and the address of a page in it. */
export type Alternate = readonly [language: string, address: string];

/** The slug without the language at its end, if it has one. */
function trunkOf({ slug, language }: Pick<DocumentationView, 'slug' | 'language'>): string {
  const [primary = language] = language.split('-');
  const end = [language, primary]
    .map((each) => `-${each.toLowerCase()}`)
    .find((each) => slug.toLowerCase().replaceAll('_', '-').endsWith(each));
  return end === undefined ? slug : slug.slice(0, -end.length);
}

export class PublicSite {
  readonly view: SiteView;
  /** Absolute. */
  readonly addresses: Addresses;
  readonly #top: string;

  /** @param address where the site is on the web, with or without a slash at its end */
  constructor(site: WholeSite, address: string) {
    this.view = new SiteView(site, PUBLIC);
    this.#top = `${address.replace(/\/+$/, '')}/`;
    this.addresses = staticBelow(this.#top);
  }

  /** The absolute address; `null`: the place is not public. */
  addressOf(place: SitePlace): string | null {
    const found = this.view.find(place);
    const isPublic = found?.kind === 'page' ? this.view.visibility(found.page).inSearch : found;
    return isPublic ? this.addresses.place(place) : null;
  }

  /** The absolute address of a changelog's feed; `null`: it is not a changelog, or not public. */
  feedOf({ version, slug }: Pick<DocumentationView, 'version' | 'slug'>): string | null {
    const found = version === NO_VERSION ? this.view.documentation(version, slug) : undefined;
    return found === undefined || found.pages.length === 0 ? null : this.#top + feedPath(found);
  }

  /**
   * The page in each of its languages, itself first, with absolute addresses. Two pages are
   * translations if they have the same slug and the slugs of their documentations differ only in
   * the language: `guide` and `guide-de`. Empty if there is only one language.
   */
  inLanguages({ page, documentation }: PageInPlace): readonly Alternate[] {
    const version = this.view.version(documentation.version);
    const trunk = trunkOf(documentation);
    const same = (version?.documentations ?? []).filter(
      (each) => each.slug !== documentation.slug && trunkOf(each) === trunk,
    );
    const found = new Map<string, string>();
    for (const { slug, language } of [documentation, ...same]) {
      const address = this.addressOf({ ...placeOfPage(page), section: slug });
      if (address !== null && !found.has(language)) found.set(language, address);
    }
    return found.size > 1 ? [...found] : [];
  }

  /**
   * The sitemap in the format of sitemaps.org, without versions that a newer one replaced.
   *
   * @param changedOn the day of a page's last change; undefined: not known
   */
  sitemap(changedOn: (page: SitePage) => string | undefined): string {
    const entries = new Map<string, string>();
    const add = (place: SitePlace, changed: string | undefined): void => {
      const address = this.addressOf(place);
      if (address === null || entries.has(address)) return;
      const day = changed === undefined ? '' : `<lastmod>${changed}</lastmod>`;
      entries.set(address, `<url><loc>${escapeHtml(address)}</loc>${day}</url>\n`);
    };
    for (const { version, page } of this.view.pages())
      if (!this.view.newerThan(version)) add(placeOfPage(page), changedOn(page));
    for (const version of this.view.versions) {
      if (this.view.newerThan(version)) continue;
      for (const { slug } of version.references)
        add({ version: version.slug, section: slug, page: REFERENCE_PAGE }, undefined);
    }
    return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${[...entries.values()].join('')}</urlset>\n`;
  }
}
