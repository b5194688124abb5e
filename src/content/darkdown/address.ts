/** The grammar of link targets (manual, "Page format", "Links"). Callers decide how much of it they accept. */

/** A parsed address. Joined, `path`, `query` and `fragment` are the target again. */
export interface Address {
  /**
   * `elsewhere`: has a scheme or a host. `site`: a path of this site, `/documentation/slug`.
   * `file`: relative to its file, `../x/y.md`. `here`: has no path.
   */
  readonly kind: 'elsewhere' | 'site' | 'file' | 'here';
  readonly path: string;
  /** With its `?`; empty if there is none. */
  readonly query: string;
  /** With its `#`; empty if there is none. */
  readonly fragment: string;
}

const SCHEME = /^(?:[a-z][a-z\d+.-]*:|\/\/)/i;

/** Parses any target as it is written, without decoding it. */
export function parseAddress(target: string): Address {
  const hash = target.indexOf('#');
  const end = hash === -1 ? target.length : hash;
  const mark = target.indexOf('?');
  const stop = mark === -1 || mark > end ? end : mark;
  const path = target.slice(0, stop);
  return { kind: kindOf(path), path, query: target.slice(stop, end), fragment: target.slice(end) };
}

function kindOf(path: string): Address['kind'] {
  if (path === '') return 'here';
  if (SCHEME.test(path)) return 'elsewhere';
  return path.startsWith('/') ? 'site' : 'file';
}

/** Whether it may name a page file: `intro.md`, without a query. */
export const isPageFile = ({ kind, path, query }: Address): boolean =>
  kind === 'file' && query === '' && /\.md$/i.test(path);

/** Whether it is the id of a picture: in the page's own list, or in the platform's library. */
export const isOfLibrary = (target: string): boolean => target.startsWith('asset:');

const EDITOR = /^https:\/\/app\.developerhub\.io\/[^/?#]+\/[^/?#]+\/[^/?#]+/i;

/** Whether it is a page of the platform's editor, other than its public sign-in and sign-up. */
export const isEditorAddress = (target: string): boolean => EDITOR.test(target);

/** Decodes percent signs. Returns null if the result is not valid text. */
export function decoded(text: string): string | null {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** The slug in place of a page's: the reference itself, as in `/doc/ref`. */
export const REFERENCE_PAGE = 'ref';

/** A documentation or a reference. `page`: one of its pages, null for itself. */
export interface SitePlace {
  readonly version: string;
  /** Slug of a documentation or a reference. */
  readonly section: string;
  readonly page: string | null;
}

/**
 * Reads `/section`, `/section/page` and `/version/section/page`; `version` is the default.
 * Returns null for anything else, and if a segment cannot be a slug.
 */
export function sitePlace({ kind, path, query }: Address, version: string): SitePlace | null {
  if (kind !== 'site' || query !== '') return null;
  const segments = path.slice(1).split('/').map(slugIn);
  if (segments.length > 3 || segments.includes(null)) return null;
  const [first = '', second, third] = segments as string[];
  if (second === undefined) return { version, section: first, page: null };
  return third === undefined
    ? { version, section: first, page: second }
    : { version: first, section: second, page: third };
}

function slugIn(segment: string): string | null {
  const slug = decoded(segment);
  return slug === null || slug === '' || /[\0/]/.test(slug) ? null : slug;
}
