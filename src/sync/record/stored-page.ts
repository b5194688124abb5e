/** A page's title, and its texts as digests, as the platform and the lock record them. Pure. */
import { digestOf } from '../../content/digest.ts';
import type { Digest } from '../../model/ids.ts';
import { sameInstant } from '../../model/time.ts';
import type { Page, PageSummary } from '../../model/resources.ts';
import type { BasePage, RemotePage } from '../../model/sides.ts';

/** The digest of the newest text. */
export const headDigest = ({ draft, published }: RemotePage['stored']): Digest | null =>
  draft ?? published;

/** Whether there is a draft that differs from what readers see. */
export const hasDraft = ({ draft, published }: RemotePage['stored']): boolean =>
  draft !== null && draft !== published;

/** The newest text on the platform; null if there is none. */
export const headOf = (page: Page): string | null =>
  page.contentDraft ?? page.contentPublished ?? null;

/** The text that `RemotePage.head` stands for. */
export const theirsOf = (
  page: Page,
  { isOverPublished }: Pick<RemotePage, 'isOverPublished'>,
): string | null => (isOverPublished ? (page.contentPublished ?? null) : headOf(page));

/** The digest of that text. */
export const theirDigest = ({
  stored,
  isOverPublished,
}: Pick<RemotePage, 'stored' | 'isOverPublished'>): Digest | null =>
  isOverPublished ? stored.published : headDigest(stored);

/** A text with its digest, so that the digest of an equal text need not be computed. */
interface Known {
  readonly text: string;
  readonly digest: Digest;
}

function digestOrNull(text: string | null | undefined, known: Known | undefined): Digest | null {
  if (typeof text !== 'string') return null;
  return text === known?.text ? known.digest : digestOf(text);
}

/** The newest text with its digest. Undefined if there is none. */
export function headWithDigest(
  page: Page,
  stored: RemotePage['stored'] = storedOf(page),
): Known | undefined {
  const [text, digest] = [headOf(page), headDigest(stored)];
  return text === null || digest === null ? undefined : { text, digest };
}

/** Digests of a page's texts as the platform has them. */
export const storedOf = (page: Page, known?: Known): RemotePage['stored'] => ({
  draft: digestOrNull(page.contentDraft, known),
  published: digestOrNull(page.contentPublished, known),
});

/** A page as the platform answered it, with the digests of its texts. */
export type DigestedPage = Page & Pick<RemotePage, 'stored'>;

/** Adds the digests, so that they are computed once. */
export const withDigests = (page: Page, known?: Known): DigestedPage => ({
  ...page,
  stored: storedOf(page, known),
});

/** A part of a page that its lock line records separately. */
export type Part = 'title' | 'slug' | 'draft' | 'published';

/** The parts by which a page is recognised. */
export type Seen = Pick<RemotePage, 'title' | 'slug' | 'stored'>;

/** Whether nothing that matters changed between two looks. */
export const isAsSeen = (before: Seen, now: Seen): boolean =>
  before.slug === now.slug &&
  sameTitle(before.title, now.title) &&
  before.stored.draft === now.stored.draft &&
  before.stored.published === now.stored.published;

/** The same as `isAsSeen`, for a page as the platform returns it now. */
export const isUnchanged = (before: Seen, page: Page): boolean =>
  isAsSeen(before, withDigests(page));

/**
 * Folds spaces and control characters: the platform may reduce runs of spaces to one, and a header
 * has spaces in place of control characters.
 */
export const foldTitle = (title: string): string => title.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();

/** Whether the platform treats two titles as the same. */
export const sameTitle = (a: string, b: string): boolean =>
  a === b || foldTitle(a) === foldTitle(b);

/** Whether the snapshot gives a reason to read the page: its date or title differs. */
export const hasNewDate = (base: BasePage, summary: PageSummary): boolean =>
  !sameInstant(base.updated, summary.updated) || !sameTitle(base.title, summary.title);
