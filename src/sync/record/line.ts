/** Makes lines of the lock from what was read back of a page and from the digest of what was sent. Pure. */
import type { Digest, Instant, PageId, PageKey } from '../../model/ids.ts';
import { parseInstant, sameInstant } from '../../model/instant.ts';
import type { Page } from '../../model/resources.ts';
import type { BasePage } from '../../model/sides.ts';
import { headDigest, isAsSeen } from './stored-page.ts';
import type { Part, Seen } from './stored-page.ts';

export interface PageReadBack extends Seen {
  readonly id: PageId;
  readonly updated: Instant;
  readonly racy: boolean;
}

/** What this folder adds to a page that was read back. */
export interface Ours {
  readonly key: PageKey;
  /** The `headerDigest` of the file whose notes were shown, or null. */
  readonly header: Digest | null;
  /** The newest text, as it was sent or as the file has it. */
  readonly sent: Digest;
  /** What readers see, as the files have it. Left out: taken from `before` and the page. */
  readonly sentPublished?: Digest | null;
  readonly formerStates?: BasePage['formerStates'];
  /**
   * As in `BasePage`, or null for none. Left out: as in `before`. Dropped once readers see this
   * text.
   */
  readonly foreignDraft?: Digest | null | undefined;
  /** The line so far. */
  readonly before?: BasePage | undefined;
  /**
   * Parts that somebody else wrote and nobody here has decided about. They keep what `before` says.
   * The line gets no date, so that the next run reads the page: the date of `before` may be the
   * page's, since dates have whole seconds.
   */
  readonly unshared?: ReadonlySet<Part> | undefined;
}

const NOTHING: ReadonlySet<Part> = new Set();

/** Not equal to any date, not even to itself (`sameInstant`). */
const NO_DATE = '' as Instant;

/** The line of a page. No other function makes lines. */
export function lineOf(page: PageReadBack, ours: Ours): BasePage {
  const { key, header, formerStates = [], before, unshared = NOTHING } = ours;
  const past = (part: Part): BasePage | undefined => (unshared.has(part) ? before : undefined);
  const { title, slug, stored } = page;
  const isHeld = before !== undefined && unshared.size > 0;
  const sent = past('draft')?.sent ?? ours.sent;
  const { draft, published } = {
    draft: (past('draft') ?? stored).draft,
    published: (past('published') ?? stored).published,
  };
  const sentPublished = sentPublishedOf(ours, { draft, published }, sent, past('published'));
  const foreignDraft = ours.foreignDraft === undefined ? before?.foreignDraft : ours.foreignDraft;
  const isUnseen = foreignDraft !== undefined && foreignDraft !== sentPublished;
  return {
    key,
    id: page.id,
    title: past('title')?.title ?? title,
    slug: past('slug')?.slug ?? slug,
    updated: isHeld ? NO_DATE : page.updated,
    header,
    sent,
    sentPublished,
    draft,
    published,
    ...(page.racy || isHeld ? { racy: true } : {}),
    ...(formerStates.length > 0 ? { formerStates } : {}),
    ...(isUnseen && foreignDraft !== null ? { foreignDraft } : {}),
  };
}

/** What readers see, as the files have it. */
function sentPublishedOf(
  { sentPublished, before }: Ours,
  { draft, published }: Seen['stored'],
  sent: Digest,
  held: BasePage | undefined,
): Digest | null {
  if (held) return held.sentPublished;
  if (published === null) return null;
  if (sentPublished !== undefined) return sentPublished;
  if (draft === null || draft === published) return sent;
  if (published === before?.published) return before.sentPublished;
  return before && published === headDigest(before) ? before.sent : published;
}

/**
 * Dates have whole seconds, so a second edit within the same second does not change them. Both
 * times compared are the platform's, so its clock may be wrong.
 */
const SECOND_MS = 1000;

/**
 * Whether the page changed so shortly before the answer that an equal date later proves nothing.
 * Git calls this racy.
 */
export function isRacy({ updated, answeredAt }: Pick<Page, 'updated' | 'answeredAt'>): boolean {
  const at = parseInstant(updated);
  return at === undefined || answeredAt === undefined || answeredAt - at <= SECOND_MS;
}

/** The page as the line records it. */
export const seenOf = ({ title, slug, draft, published }: BasePage): Seen => ({
  title,
  slug,
  stored: { draft, published },
});

/**
 * The line without its `racy` mark, if a look proves that the page is as the line says. Undefined
 * if the page differs, or the look proves nothing.
 */
export function provenLine(line: BasePage, seen: PageReadBack): BasePage | undefined {
  if (!line.racy || seen.racy || line.id !== seen.id) return undefined;
  if (!sameInstant(line.updated, seen.updated) || !isAsSeen(seenOf(line), seen)) return undefined;
  const { racy: _, ...proven } = line;
  return proven;
}
