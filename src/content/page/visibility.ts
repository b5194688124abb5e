/** Who sees what: the same rule for a page itself, the navigation, search, and links. */

/** The facts that decide who sees a page. */
export interface VisibilityInput {
  readonly listed: boolean;
  readonly hidden: boolean;
  /** The audience that the page is for; `null`: everybody. */
  readonly audience: string | null;
  /** Audiences that a reader has to belong to as well: those of pages above it. */
  readonly above?: readonly string[];
  readonly hasPublished: boolean;
  readonly hasDraft: boolean;
}

export interface Reader {
  /** Ids of the audiences that the reader belongs to. */
  readonly audiences: ReadonlySet<string>;
  /** A writer sees drafts instead of published texts, and also what is not published yet. */
  readonly drafts: boolean;
}

/** A reader who belongs to no audience. */
export const PUBLIC: Reader = { audiences: new Set(), drafts: false };

/** A writer who belongs to no audience. */
export const WRITER: Reader = { audiences: new Set(), drafts: true };

/** What a reader may do with a page. Pages in the navigation or in search can be opened. */
export interface Visibility {
  readonly opens: boolean;
  /** Links to the page show its title, and lists of pages name it. */
  readonly linked: boolean;
  readonly inNavigation: boolean;
  readonly inSearch: boolean;
}

const NOTHING: Visibility = { opens: false, linked: false, inNavigation: false, inSearch: false };
const BY_ADDRESS: Visibility = { opens: true, linked: true, inNavigation: false, inSearch: false };
const EVERYTHING: Visibility = { opens: true, linked: true, inNavigation: true, inSearch: true };

/**
 * What a reader may do with a page. Nothing, if it is unlisted, is for another audience, or has no
 * text for this reader. A hidden page opens only by its address. `listed` is ignored until the page
 * is published.
 */
export function visibilityOf(page: VisibilityInput, { audiences, drafts }: Reader): Visibility {
  const isWritten = page.hasPublished || (drafts && page.hasDraft);
  const isListed = page.listed || !page.hasPublished;
  const isAddressed = [page.audience, ...(page.above ?? [])].every(
    (each) => each === null || audiences.has(each),
  );
  if (!isWritten || !isListed || !isAddressed) return NOTHING;
  return page.hidden ? BY_ADDRESS : EVERYTHING;
}

/** Whether a version, documentation or reference exists for the reader. */
export const isShown = ({ published }: { readonly published: boolean }, reader: Reader): boolean =>
  published || reader.drafts;
