/** What search engines are told of a built site: only what is public, whoever it is built for. */
import { REFERENCE_PAGE } from '../content/darkdown/address.ts';
import type { SitePlace } from '../content/darkdown/address.ts';
import { PUBLIC } from '../content/page/visibility.ts';
import { escapeHtml } from '../content/darkdown/write/html.ts';
import { placeOfPage, staticBelow } from './addresses.ts';
import type { Addresses } from './addresses.ts';
import type { WholeSite } from './site.ts';
import { SiteView } from './view.ts';

export class PublicSite {
  readonly #view: SiteView;
  readonly #addresses: Addresses;

  /** @param address where the site is on the web, with or without a slash at its end */
  constructor(site: WholeSite, address: string) {
    this.#view = new SiteView(site, PUBLIC);
    this.#addresses = staticBelow(`${address.replace(/\/+$/, '')}/`);
  }

  /** The whole address; `null`: not everybody may find what stands there. */
  addressOf(place: SitePlace): string | null {
    const found = this.#view.find(place);
    const isPublic = found?.kind === 'page' ? this.#view.visibility(found.page).inSearch : found;
    return isPublic ? this.#addresses.place(place) : null;
  }

  /** As sitemaps.org has it. */
  sitemap(): string {
    const pages = [...this.#view.pages()].map(({ page }) => placeOfPage(page));
    const references = this.#view.versions.flatMap((version) =>
      version.references.map(({ slug }) => ({
        version: version.slug,
        section: slug,
        page: REFERENCE_PAGE,
      })),
    );
    const addresses = new Set(
      [...pages, ...references].flatMap((place) => this.addressOf(place) ?? []),
    );
    const entries = [...addresses].map((each) => `<url><loc>${escapeHtml(each)}</loc></url>\n`);
    return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('')}</urlset>\n`;
  }
}
