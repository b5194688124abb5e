/** What a link in a page means to readers who follow it on the site. */
import { parseAddress, sitePlace } from '../content/darkdown/address.ts';
import type { SitePlace } from '../content/darkdown/address.ts';

/** The place on this site that a link names. Returns null for everything else: files, other sites, fragments. */
export function linkedPlace(link: string, version: string): SitePlace | null {
  const address = parseAddress(link);
  // A browser reads a backslash as a slash, so `/\host` is another site.
  if (address.fragment !== '' || address.path.includes('\\')) return null;
  return sitePlace(address, version);
}

/** The path at which readers find it, encoded. */
export const placeUrl = ({ version, section, page }: SitePlace): string =>
  `/${[version, section, ...(page === null ? [] : [page])].map(encodeURIComponent).join('/')}`;
