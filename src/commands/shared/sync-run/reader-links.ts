import { linkPart } from '../../../ui/markdown.ts';

/** Returns the address of a page for readers; null if unknown. */
export type PageLinkOf = (key: string) => string | null;

/**
 * Links to pages on the project's site. Sends no request: only search in the API returns the site's
 * host, so the configuration names it.
 *
 * @param site its address, with any base path; null if unknown
 */
export function readerLinks(site: string | null): PageLinkOf {
  if (site === null) return () => null;
  const { origin, pathname } = new URL(site);
  const base = pathname.split('/').filter((part) => part !== '');
  const start = [origin, ...base.map((part) => linkPart(decoded(part)))].join('/');
  return (key) => `${start}/${key.split('/').map(linkPart).join('/')}`;
}

/** The part without percent-encoding, or unchanged if its encoding is invalid. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
