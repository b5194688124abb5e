/** What a page's conversion asks of the site around it, answered as its reader may know it. */
import { parseAddress, REFERENCE_PAGE, sitePlace } from '../content/darkdown/address.ts';
import { boundedVariables } from '../content/darkdown/write/resolver.ts';
import type { LinkTarget, Resolver } from '../content/darkdown/write/resolver.ts';
import { placeOfPage } from './addresses.ts';
import type { Addresses } from './addresses.ts';
import type { SiteSource } from './source.ts';
import type { PageInPlace, SiteView } from './view.ts';

/** The version that a page is in is itself a variable. */
const VERSION_SLUG = '_.version.slug';

/** For one conversion of one page. */
export function resolverFor(
  { page, version }: PageInPlace,
  view: SiteView,
  source: SiteSource,
  addresses: Addresses,
): Resolver {
  const target = (link: string): LinkTarget | undefined => {
    // A browser reads a backslash as a slash: `/\host` is another site.
    const place = link.includes('\\') ? null : sitePlace(parseAddress(link), version.slug);
    const found = place && view.find(place);
    if (!found) return undefined;
    if (found.kind === 'reference') {
      const { version: of, slug, title } = found.reference;
      return { title, url: addresses.place({ version: of, section: slug, page: REFERENCE_PAGE }) };
    }
    const title = place.page === null ? found.documentation.title : found.page.title;
    return { title, url: addresses.place(placeOfPage(found.page)) };
  };
  return {
    page: target,
    variable: boundedVariables((name) =>
      name === VERSION_SLUG ? version.slug : source.variable(name),
    ),
    synced: (id) => source.synced(id),
    asset(url) {
      const file = source.file(page, url, 'shown');
      return file && addresses.file(file);
    },
    file(url) {
      const file = source.file(page, url, 'linked');
      return file && addresses.file(file);
    },
    glossary: (term) => source.glossary(term),
    children: () =>
      view.children(page).map((child) => ({
        title: child.title,
        url: addresses.place(placeOfPage(child)),
      })),
    audience: (id) => view.reader.audiences.has(id),
  };
}
