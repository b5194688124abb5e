/** What a link in a page names, as readers of the site follow it. */
import { parseAddress, sitePlace } from '../content/links/address.ts';
import type { SitePlace } from '../content/links/address.ts';

/** In place of a page's slug: the reference itself, as `/doc/ref`. */
export const REFERENCE_PAGE = 'ref';

/** The place that a link to a path of this site names. Returns null for everything else: files, other sites, fragments. */
export function linkedPlace(link: string, version: string): SitePlace | null {
  const address = parseAddress(link);
  // A browser reads a backslash as a slash: `/\host` is another site.
  if (address.fragment !== '' || address.path.includes('\\')) return null;
  return sitePlace(address, version);
}

/** Where readers find it, encoded. */
export const placeUrl = ({ version, section, page }: SitePlace): string =>
  `/${[version, section, ...(page === null ? [] : [page])].map(encodeURIComponent).join('/')}`;
