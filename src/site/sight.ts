/** Who sees what: the one rule for a page itself, the navigation, search, and links. */
import type { PageStanding } from './site.ts';

/** Who looks at a site. */
export interface Reader {
  /** Ids of the audiences that the reader belongs to. */
  readonly audiences: ReadonlySet<string>;
  /** A writer, who sees drafts in place of what is published, and what is not published yet. */
  readonly drafts: boolean;
}

/** Anybody. */
export const PUBLIC: Reader = { audiences: new Set(), drafts: false };

/** What a reader may do with a page. Whatever is in the navigation or found by search can be opened. */
export interface Sight {
  readonly opens: boolean;
  /** Links to it show its title, and lists of pages name it. */
  readonly linked: boolean;
  readonly inNavigation: boolean;
  readonly inSearch: boolean;
}

const NOTHING: Sight = { opens: false, linked: false, inNavigation: false, inSearch: false };
const BY_ADDRESS: Sight = { opens: true, linked: true, inNavigation: false, inSearch: false };
const EVERYTHING: Sight = { opens: true, linked: true, inNavigation: true, inSearch: true };

/**
 * Unlisted pages, pages without a text for this reader and pages of another audience do not exist; hidden ones are reached by their
 * address alone. A page that was never published cannot be listed yet: to who sees drafts that says nothing.
 */
export function sightOf(page: PageStanding, { audiences, drafts }: Reader): Sight {
  const isWritten = page.hasPublished || (drafts && page.hasDraft);
  const isListed = page.listed || (drafts && !page.hasPublished);
  const isAddressed = page.audience === null || audiences.has(page.audience);
  if (!isWritten || !isListed || !isAddressed) return NOTHING;
  return page.hidden ? BY_ADDRESS : EVERYTHING;
}

/** Whether a version, documentation or reference exists for the reader. */
export const isShown = ({ published }: { readonly published: boolean }, reader: Reader): boolean =>
  published || reader.drafts;
