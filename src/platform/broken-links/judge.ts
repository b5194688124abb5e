/** Judges a link by its target. Does not check headings and links to other sites. Pure. */
import {
  decoded,
  isEditorAddress,
  isPageFile,
  parseAddress,
} from '../../content/darkdown/address.ts';
import { VARIABLE } from '../../content/darkdown/read/variable.ts';

/** `error`: the link does not resolve. `warning`: it may resolve to something wrong or hidden. */
export const ISSUES = {
  broken_link: {
    severity: 'error',
    message: 'The link points to a page or reference that does not exist in this version.',
  },
  app_link: {
    severity: 'warning',
    message: 'The link points to the editor instead of the documentation: readers cannot open it.',
  },
  same_slug: {
    severity: 'warning',
    message:
      'Another page in the same section shares the slug: the link may lead to the wrong page.',
  },
  linked_page_unlisted: {
    severity: 'warning',
    message: 'The linked page is unlisted: readers cannot open it.',
  },
  linked_page_in_unpublished_documentation: {
    severity: 'warning',
    message: 'The linked page is in an unpublished documentation: readers cannot open it.',
  },
  linked_page_in_unpublished_reference: {
    severity: 'warning',
    message: 'The linked page is in an unpublished API reference: readers cannot open it.',
  },
} as const;
export type Issue = keyof typeof ISSUES;

export interface LinkIssue {
  readonly issue: Issue;
  readonly type: 'page' | 'ref' | 'external';
  /** The page or reference that the link leads to; `null`: there is none, or there are several. */
  readonly targetId: number | null;
  /** The title of that page. */
  readonly title: string | null;
  /** The title of the documentation or reference that the link leads to. */
  readonly section: string | null;
}

/** The page that contains the link. */
export interface LinkingPage {
  readonly id: number;
  /** Whether readers can open it once the version is published. */
  readonly open: boolean;
}

/** Returns null if nothing is wrong, or if that cannot be known, as with a variable, which may have any value. */
export function judgeLink(
  href: string,
  from: LinkingPage,
  places: LinkablePlaces,
): LinkIssue | null {
  if (isEditorAddress(href)) return nowhere('app_link', 'external');
  if (href.search(VARIABLE) !== -1) return null;
  const address = parseAddress(href);
  if (address.kind === 'file') return isPageFile(address) ? nowhere('broken_link', 'page') : null;
  if (address.kind !== 'site') return null;
  const segments = address.path.slice(1).replace(/\/$/, '').split('/').map(decoded);
  const [first, second, ...rest] = segments;
  // `/word` may be a page that was made by hand and is not in the API.
  const isAlone = segments.length === 1;
  const own = places.sections(places.own)?.get(first ?? '');
  const other = isAlone ? undefined : places.sections(first ?? '');
  const inOther = other?.get(second ?? '');
  if (inOther) return judgeSection(inOther, rest, from);
  if (own) return judgeSection(own, segments.slice(1), from);
  if (isAlone || (places.limited && !other) || places.changelogs.has(first ?? '')) return null;
  return nowhere('broken_link', 'page');
}

const nowhere = (issue: Issue, type: LinkIssue['type']): LinkIssue => ({
  issue,
  type,
  targetId: null,
  title: null,
  section: null,
});

/** A target that readers cannot open matters only if they can open the page that links to it. */
function judgeSection(
  { kind, id, title: section, published, pages }: LinkableSection,
  [slug, ...below]: readonly (string | null)[],
  from: LinkingPage,
): LinkIssue | null {
  if (kind === 'reference') {
    if (published || !from.open) return null;
    const issue = 'linked_page_in_unpublished_reference';
    return { issue, type: 'ref', targetId: id, title: null, section };
  }
  const inside = { type: 'page', targetId: null, title: null, section } as const;
  if (slug === undefined) {
    if (published || !from.open) return null;
    return { issue: 'linked_page_in_unpublished_documentation', ...inside };
  }
  const [page, ...twins] = below.length > 0 ? [] : (pages.get(slug ?? '') ?? []);
  if (!page) return nowhere('broken_link', 'page');
  if (twins.length > 0) return { issue: 'same_slug', ...inside };
  const issue = hidden(page, published, from);
  return issue && { issue, type: 'page', targetId: page.id, title: page.title, section };
}

function hidden(page: LinkablePage, published: boolean, from: LinkingPage): Issue | null {
  if (page.id === from.id || !from.open) return null;
  if (!published) return 'linked_page_in_unpublished_documentation';
  return page.listed ? null : 'linked_page_unlisted';
}

export interface LinkablePage {
  readonly id: number;
  readonly title: string;
  readonly listed: boolean;
}

/** A documentation, or a reference, which has no pages. */
export interface LinkableSection {
  readonly kind: 'documentation' | 'reference';
  readonly id: number;
  readonly title: string;
  readonly published: boolean;
  /** By slug. */
  readonly pages: ReadonlyMap<string, readonly LinkablePage[]>;
}

export interface LinkablePlaces {
  /** The slug of the version that contains the links. */
  readonly own: string;
  /** The documentations and references of a version, by slug; `undefined`: the caller cannot see a version with this slug. */
  sections(version: string): ReadonlyMap<string, LinkableSection> | undefined;
  /** Whether there are versions that the caller may not see. If so, an unknown version is not reported. */
  readonly limited: boolean;
  /** The public paths of changelogs. */
  readonly changelogs: ReadonlySet<string>;
}
