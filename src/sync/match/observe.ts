/** Turns a page as the platform returns it into one that the planner can compare. */
import { digestOf } from '../../content/digest.ts';
import type { Digest, Instant, PageId, PageKey } from '../../model/ids.ts';
import { sameInstant } from '../../model/time.ts';
import { headText } from '../../model/local.ts';
import type { LocalPage, PageTexts } from '../../model/local.ts';
import type { Page, PageSummary } from '../../model/resources.ts';
import type { BasePage, RemotePage } from '../../model/sides.ts';
import type { SeenSide } from '../plan/plan.ts';
import type { Canonical } from '../comparable-digest.ts';
import { isRacy } from '../record/line.ts';
import { hasDraft, headDigest, sameTitle, storedOf, theirsOf } from '../record/stored-page.ts';

/** What a page is compared with. */
export interface ComparedWith {
  readonly base: BasePage | undefined;
  readonly local: LocalPage | undefined;
  /** The file's texts, read on demand. */
  readonly texts: () => PageTexts;
  /** The page's date in the snapshot. The lock records this date, not the one in the page itself. */
  readonly updated: Instant;
  /** Whether two bodies have the same canonical form. */
  readonly samePage: (a: string, b: string) => boolean;
  readonly keepsDraft: Canonical['keepsDraft'];
  /** The text of the line's `theirDraft`, if the log has it. */
  readonly theirs: string | null;
}

/**
 * Whether somebody published a text that base does not have, while the draft is still ours. A
 * different draft would be that person's.
 */
function isOverPublished(
  { draft, published }: RemotePage['stored'],
  base: BasePage | undefined,
  local: LocalPage | undefined,
): boolean {
  if (base === undefined || draft === null || draft !== base.draft) return false;
  if (published === null || [draft, base.published].includes(published)) return false;
  // In a file with two texts, one of them is what readers should see.
  return local === undefined || local.published === null || local.published === local.head;
}

/**
 * Describes the page with the files' digests (`RemotePage`). A body that equals what was read back
 * after the last push counts as that push, whatever the file says now. A body that equals the
 * file's, as stored or in canonical form, counts as the file's.
 */
export function observe(page: Page, compared: ComparedWith): RemotePage {
  const { base, local, updated } = compared;
  const stored = storedOf(page);
  const isOver = isOverPublished(stored, base, local);
  const name = (text: string | null | undefined): Digest | null =>
    typeof text === 'string' ? nameBody(text, compared) : null;
  return {
    id: page.id,
    title: nameTitle(page.title, compared),
    slug: page.slug,
    updated: base && sameInstant(base.updated, updated) ? base.updated : updated,
    listed: page.listed,
    head: name(theirsOf(page, { isOverPublished: isOver })),
    published: name(page.contentPublished),
    unpublished: !isOver && hasDraft(stored),
    stored,
    isOverPublished: isOver,
    ...keptDraftOf(page, compared),
    racy: isRacy({ updated, answeredAt: page.answeredAt }),
    at: page.sentAt,
    commit: null,
  };
}

/** The `keptDraft` of a page as it was read. */
function keptDraftOf(
  page: Page,
  { base, local, texts, keepsDraft, theirs }: ComparedWith,
): Pick<RemotePage, 'keptDraft' | 'isDraftUnknown'> {
  const { contentDraft: draft = null, contentPublished: published = null } = page;
  if (local === undefined || !mayKeepDraft(base, local) || draft === published) return {};
  // Somebody published it.
  if (published !== null && digestOf(published) === base?.draft) return {};
  const isTheirs =
    draft !== null && (base?.theirDraft === undefined || digestOf(draft) === base.theirDraft);
  const from = isTheirs ? draft : theirs;
  const kept = keptDraftIn(local, texts(), (own) => keepsDraft(own, from, published));
  return from === null && kept.keptDraft !== undefined ? { ...kept, isDraftUnknown: true } : kept;
}

/** Whether docs wrote a draft into the file, which has another text for readers. */
export const mayKeepDraft = (
  line: Pick<BasePage, 'foreignDraft'> | undefined,
  { head, published, foreignDraft }: Pick<LocalPage, 'head' | 'published' | 'foreignDraft'>,
): boolean =>
  foreignDraft !== null &&
  line?.foreignDraft !== undefined &&
  line.foreignDraft !== (published ?? head);

/** The text of a file that still has the draft. `keeps`: whether a text has it. */
export function keptDraftIn(
  { head, published }: Pick<LocalPage, 'head' | 'published'>,
  texts: PageTexts,
  keeps: (text: string) => boolean,
): Pick<RemotePage, 'keptDraft'> {
  if (published !== null && texts.published !== null && keeps(texts.published))
    return { keptDraft: published };
  const newest = headText(texts);
  return newest !== null && keeps(newest) ? { keptDraft: head } : {};
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
  unpublished: hasDraft(base),
  stored: { draft: base.draft, published: base.published },
  isOverPublished: false,
  racy: base.racy === true,
  at: null,
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

/**
 * What the platform has, by the key under which base or a look-up knows the page. Unchanged pages
 * (in most runs, nearly all) are derived from base on each call, because storing them would cost
 * memory.
 */
export class RemotePages implements SeenSide {
  readonly #base: ReadonlyMap<PageKey, BasePage>;
  readonly #summaries: ReadonlyMap<PageId, PageSummary>;
  readonly #seen = new Map<PageKey, RemotePage | undefined>();

  /** `summaries`: the snapshot's pages. */
  constructor(base: ReadonlyMap<PageKey, BasePage>, summaries: ReadonlyMap<PageId, PageSummary>) {
    this.#base = base;
    this.#summaries = summaries;
  }

  get(key: PageKey): RemotePage | undefined {
    if (this.#seen.has(key)) return this.#seen.get(key);
    const line = this.#base.get(key);
    if (line === undefined) return undefined;
    const summary = this.#summaries.get(line.id);
    return summary === undefined ? undefined : unmoved(line, summary);
  }

  isAsBase(key: PageKey): boolean {
    const line = this.#base.get(key);
    if (line === undefined || this.#seen.has(key)) return false;
    return this.#summaries.has(line.id);
  }

  /** Records a page, or that it is gone, if base does not describe it. */
  set(key: PageKey, page: RemotePage | undefined): void {
    this.#seen.set(key, page);
  }

  *seen(): Generator<readonly [PageKey, RemotePage]> {
    for (const [key, page] of this.#seen) if (page !== undefined) yield [key, page];
  }
}
