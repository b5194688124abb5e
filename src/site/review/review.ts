/** What would change for readers, page by page. */
import type { FactChange } from './fact-changes.ts';
import { factsIn, goneAnchors, isChanged, reviewBody, showsChange } from './review-page.ts';
import type { ReviewedBody, BodyReview } from './review-page.ts';

/** A page as one side has it. */
export interface PageVersion {
  readonly title: string;
  /** The header fields, except the title. */
  readonly header: ReadonlyMap<string, string>;
  readonly body: ReviewedBody;
}

/** A page that differs. */
export interface PageReview {
  /** The page's key, and which of its texts, if it has two. */
  readonly name: string;
  readonly title: { readonly old: string | null; readonly new: string | null };
  /** Null: the page has no file. */
  readonly file: string | null;
  /** One more sentence about the page, for readers of the review; null: none. */
  readonly note: string | null;
  /** `unseen`: something invisible differs. `source`: only the notation differs. */
  readonly state: 'added' | 'removed' | 'changed' | 'unseen' | 'source';
  /** Differences in the header that readers see. */
  readonly looks: readonly FactChange[];
  /** Invisible differences: of the header, then of the text. */
  readonly facts: readonly FactChange[];
  readonly body: BodyReview;
}

/** Two versions of a page. Undefined: that side does not have the page. */
export interface PagePair {
  readonly name: string;
  readonly file: string | null;
  /** The file that the old side had, if it is another. */
  readonly formerFile?: string | undefined;
  /** One more sentence about the page, for readers of the review; null: none. */
  readonly note: string | null;
  readonly old: PageVersion | undefined;
  readonly new: PageVersion | undefined;
}

/** Header fields that decide who sees the page, where, and under which name. */
const SEEN: ReadonlySet<string> = new Set([
  'hidden',
  'listed',
  'audience',
  'slug',
  'documentation',
  'index_title',
  'description',
  'parent',
  'navigation',
  'published',
  'date',
]);

/**
 * What a changed field means for readers. `shown` prints a value; null: that side does not have
 * one.
 */
export function headerSentence(
  { what, old, new: next }: FactChange,
  shown: (value: string | null) => string,
): string {
  const change = `${shown(old)} → ${shown(next)}`;
  switch (what) {
    case 'hidden':
      return next === 'true' ? 'hidden now' : 'shown now';
    case 'listed':
      return next === 'true' ? 'listed now' : 'not listed now';
    case 'audience':
      return next === null
        ? 'shown to everybody now'
        : `shown only to the audience "${shown(next)}" now`;
    case 'slug':
      return `address: ${change}`;
    case 'parent':
      return next === null ? 'moved to the top' : `moved below "${shown(next)}"`;
    case 'navigation':
      return 'no longer in the navigation';
    case 'published':
      return next === 'true' ? 'published now' : 'not published now';
    case 'index_title':
      return `title in the sidebar: ${change}`;
    default:
      return `${what}: ${change}`;
  }
}

/** The differences of a page; undefined if there are none. */
export function reviewPage({ name, file, note, old, new: next }: PagePair): PageReview | undefined {
  const body = reviewBody(old?.body, next?.body);
  const header = old && next ? headerChanges(old, next) : [];
  const looks = [...SEEN].flatMap((name) => header.filter(({ what }) => what === name));
  const facts = [
    ...header.filter(({ what }) => !SEEN.has(what)),
    ...factsIn(body.entries),
    ...(next ? goneAnchors(body) : []),
  ];
  const title = { old: old?.title ?? null, new: next?.title ?? null };
  const state = stateOf();
  return state && { name, title, file, note, state, looks, facts, body };

  function stateOf(): PageReview['state'] | undefined {
    if (!old) return next && 'added';
    if (!next) return 'removed';
    if (title.old !== title.new || looks.length > 0 || showsChange(body)) return 'changed';
    if (facts.length > 0 || isChanged(body)) return 'unseen';
    return old.body.text === next.body.text ? undefined : 'source';
  }
}

function headerChanges(old: PageVersion, next: PageVersion): FactChange[] {
  const names = new Set([...old.header.keys(), ...next.header.keys()]);
  return (
    [...names]
      .map((what) => ({
        what,
        of: 'header',
        old: old.header.get(what) ?? null,
        new: next.header.get(what) ?? null,
      }))
      .filter((change) => change.old !== change.new)
      // A new navigation adds all pages. Its own review shows them.
      .filter(({ what, new: value }) => what !== 'navigation' || value === null)
  );
}
