/** Answers what the conversion of a page needs from the site, as far as its reader may see it. */
import type { SiteSource } from './site-source.ts';
import { parseAddress, sitePlace } from '../content/darkdown/address.ts';
import { boundedVariables } from '../content/darkdown/write/resolver.ts';
import type { LinkTarget, Resolver } from '../content/darkdown/write/resolver.ts';
import { placeOfPage } from './addresses.ts';
import type { Addresses } from './addresses.ts';
import { placeOfFound } from './site-view.ts';
import type { PageInPlace, SiteView } from './site-view.ts';

/** The version that a page is in is itself a variable. */
const VERSION_SLUG = '_.version.slug';

/**
 * The resolver for one conversion of one page.
 *
 * @param as where links to pages lead: to the page, or to its Markdown
 */
export function resolverFor(
  { page, version }: PageInPlace,
  view: SiteView,
  source: SiteSource,
  addresses: Addresses,
  as: 'place' | 'markdown' = 'place',
): Resolver {
  const target = (link: string): LinkTarget | undefined => {
    // A browser reads a backslash as a slash: `/\host` is another site.
    if (link.includes('\\')) return undefined;
    const address = parseAddress(link);
    const found = view.leadsTo(address, version.slug);
    if (!found) return undefined;
    if (found.kind === 'reference')
      return { title: found.reference.title, url: addresses.place(placeOfFound(found)) };
    const url = addresses[as](placeOfFound(found));
    const isWhole = sitePlace(address, version.slug)?.page === null;
    return { title: isWhole ? found.documentation.title : found.page.title, url };
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
    size(url) {
      const file = source.file(page, url, 'shown');
      return file && source.pictureSize(file);
    },
    file(url) {
      const file = source.file(page, url, 'linked');
      return file && addresses.file(file);
    },
    glossary: (term) => source.glossary(term),
    children: () =>
      view.children(page).map((child) => ({
        title: child.title,
        url: addresses[as](placeOfPage(child)),
      })),
    audience: (id) => view.reader.audiences.has(id),
  };
}
