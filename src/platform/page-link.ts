/** What a link in a page names, DARKDOWN section 6. */

/** Two parts of a URL within a version, or one: `page` is null for a documentation or a reference by itself. */
export interface LinkedPlace {
  readonly version: string;
  /** Slug of a documentation or a reference. */
  readonly section: string;
  readonly page: string | null;
}

/** In place of a page's slug: the reference itself, as `/doc/ref`. */
export const REFERENCE_PAGE = 'ref';

/**
 * Reads `/section`, `/section/page` and `/version/section/page`; without a version the page's own is meant. `null` for
 * everything else, files and other sites included.
 */
export function linkedPlace(link: string, version: string): LinkedPlace | null {
  if (!/^(?:\/[^/?#\\]+){1,3}$/.test(link)) return null;
  const segments = link.slice(1).split('/').map(decoded);
  if (segments.some((segment) => segment === null)) return null;
  const [first = '', second, third] = segments as string[];
  if (second === undefined) return { version, section: first, page: null };
  return third === undefined
    ? { version, section: first, page: second }
    : { version: first, section: second, page: third };
}

/** Where readers find it, encoded. */
export const placeUrl = ({ version, section, page }: LinkedPlace): string =>
  `/${[version, section, ...(page === null ? [] : [page])].map(encodeURIComponent).join('/')}`;

/** `null` where no slug can be meant. */
function decoded(segment: string): string | null {
  try {
    const slug = decodeURIComponent(segment);
    return /[\0/]/.test(slug) ? null : slug;
  } catch {
    return null;
  }
}
