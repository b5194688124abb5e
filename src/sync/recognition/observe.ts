/** Turns a page as the platform answers it into one that the planner can compare. */
import { digestOf } from '../../content/digest.ts';
import type { Digest, Instant } from '../../model/ids.ts';
import { sameInstant } from '../../model/instant.ts';
import { headText } from '../../model/local.ts';
import type { LocalPage, PageTexts } from '../../model/local.ts';
import type { Page, PageSummary } from '../../model/resources.ts';
import type { BasePage, RemotePage } from '../../model/sides.ts';
import { proofAgain } from '../lock/proof.ts';
import { headDigest, sameTitle, storedOf, theirsOf } from '../lock/stored-page.ts';

/** What a page is compared with. */
export interface ComparedWith {
  readonly base: BasePage | undefined;
  readonly local: LocalPage | undefined;
  /** The file's texts, read on demand. */
  readonly texts: () => PageTexts;
  /** The page's date in the snapshot. The lock records this one, not the date in the page itself. */
  readonly updated: Instant;
  /** Whether two bodies have the same canonical form. */
  readonly samePage: (a: string, b: string) => boolean;
}

/** The draft, if this folder put it over a text that was published unseen (`RemotePage.over`). */
function overOf(
  { draft, published }: RemotePage['stored'],
  base: BasePage | undefined,
  local: LocalPage | undefined,
): Digest | undefined {
  if (base?.unproven !== 'over' || draft === null || draft !== base.draft) return undefined;
  if (published === null || published === draft || published === base.published) return undefined;
  // A file with two texts says itself what readers should see.
  return local && local.published !== null && local.published !== local.head
    ? undefined
    : base.sent;
}

/**
 * Describes the page with the files' digests (`RemotePage`). A body that equals what was read back after the
 * last push counts as that push, whatever the file says now. A body that equals the file's, as stored or in
 * canonical form, counts as the file's.
 */
export function observe(page: Page, compared: ComparedWith): RemotePage {
  const { base, local, updated } = compared;
  const stored = storedOf(page);
  const over = overOf(stored, base, local);
  const name = (text: string | null | undefined): Digest | null =>
    typeof text === 'string' ? nameBody(text, compared) : null;
  return {
    id: page.id,
    title: nameTitle(page.title, compared),
    slug: page.slug,
    updated: base && sameInstant(base.updated, updated) ? base.updated : updated,
    listed: page.listed,
    head: name(theirsOf(page, { over })),
    published: name(page.contentPublished),
    unpublished: over === undefined && stored.draft !== null && stored.draft !== stored.published,
    stored,
    over,
    unproven: proofAgain(base, updated, page.answeredAt),
    commit: null,
  };
}

/** A page that did not change since the lock saw it: base says everything about it. */
export const unmoved = (base: BasePage, summary: PageSummary | undefined): RemotePage => ({
  id: base.id,
  title: base.title,
  slug: base.slug,
  updated: base.updated,
  listed: summary?.listed ?? true,
  head: base.sent,
  published: base.sentPublished,
  unpublished: base.draft !== null && base.draft !== base.published,
  stored: { draft: base.draft, published: base.published },
  unproven: base.unproven,
  commit: null,
});

function nameBody(text: string, { base, local, texts, samePage }: ComparedWith): Digest {
  const digest = digestOf(text);
  if (base) {
    const readBack = headDigest(base);
    if (digest === readBack) return base.sent;
    if (digest === base.published && base.sentPublished !== null) return base.sentPublished;
  }
  if (!local) return digest;
  if (digest === local.head || digest === local.published) return digest;
  const own = texts();
  const head = headText(own);
  if (head !== null && samePage(head, text)) return local.head;
  const isShown = own.published !== null && samePage(own.published, text);
  return (isShown ? local.published : null) ?? digest;
}

function nameTitle(title: string, { base, local }: ComparedWith): string {
  if (local && sameTitle(local.title, title)) return local.title;
  if (base && sameTitle(base.title, title)) return base.title;
  return title;
}
