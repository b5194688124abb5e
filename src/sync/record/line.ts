/**
 * Makes lines of the lock from what was read back of a page and from the digest of what was sent. A
 * line also remembers the states of a side before it got the other side's state, so that returning
 * to one is not mistaken for an edit: a file after `git checkout`, or a page that lost a confirmed
 * write. Pure.
 */
import type { Digest, Instant, PageId, PageKey } from '../../model/ids.ts';
import { parseInstant, sameInstant } from '../../model/time.ts';
import type { Page } from '../../model/resources.ts';
import { foreignDraftIn } from '../../model/sides.ts';
import type { BasePage, RemotePage } from '../../model/sides.ts';
import { headDigest, isAsSeen, foldTitle } from './stored-page.ts';
import type { Part, Seen } from './stored-page.ts';
import { digestOf } from '../../content/digest.ts';
import type { LocalPage } from '../../model/local.ts';
import { isPageKey } from './page-line.ts';

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
  /** As in `BasePage`. Left out: as in `before`. */
  readonly theirDraft?: Digest | undefined;
  /** As in `BasePage`. Left out: as in `before`. */
  readonly copied?: Digest | undefined;
  /** The line so far. */
  readonly before?: BasePage | undefined;
  /**
   * Parts that somebody else wrote and nobody here has decided about. They keep what `before` says.
   * The line gets no date, so that the next run reads the page: the date of `before` may be the
   * page's, since dates have whole seconds.
   */
  readonly unshared?: ReadonlySet<Part> | undefined;
}

/** What this folder adds to a page whose file was compared with it. */
export const oursOf = (
  local: LocalPage,
  remote: RemotePage,
  before: BasePage | undefined,
): Omit<Ours, 'before'> => ({
  key: local.key,
  header: local.headerDigest,
  sent: remote.head ?? local.head,
  sentPublished: remote.published,
  foreignDraft: foreignDraftIn(before, local, remote),
  theirDraft: before?.theirDraft,
  copied: local.copied?.sentence,
});

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
  const isUnseen = ![undefined, null, sentPublished].includes(foreignDraft);
  const theirDraft = ours.theirDraft ?? before?.theirDraft;
  const copied = ours.copied ?? before?.copied;
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
    ...(isUnseen && foreignDraft ? { foreignDraft } : {}),
    ...(theirDraft !== undefined && (isUnseen || theirDraft === draft) ? { theirDraft } : {}),
    ...(copied !== undefined && isUnseen ? { copied } : {}),
  };
}

/** The line without its date: the next run reads the page. */
export const undated = (line: BasePage): BasePage => ({ ...line, updated: NO_DATE, racy: true });

/**
 * The line of a page whose file got a sentence of another page's draft (`LocalPage.copied`), or lost
 * it before it was sent. Undefined: it says so already.
 */
export function withCopied(
  line: BasePage,
  { head, published, foreignDraft: found, copied }: LocalPage,
): BasePage | undefined {
  const { foreignDraft, copied: named, ...rest } = line;
  if (found === null && named !== undefined && line.sent === (published ?? head)) return rest;
  const isResolved = foreignDraft === undefined && line.theirDraft !== undefined;
  if (!found || !copied || isResolved || copied.sentence === named) return undefined;
  const isOwn = foreignDraft !== undefined && named === undefined;
  return { ...line, foreignDraft: isOwn ? foreignDraft : found, copied: copied.sentence };
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

/** More states than a page gets from pulls and merges between two pushes. */
const MAX_STATES = 16;

/** The part of a file that a merge or a pull changes. */
export type FileState = Pick<LocalPage, 'title' | 'head'> & Partial<Pick<LocalPage, 'published'>>;

/** The digest of a file's state. Includes the text for readers if the file has a different draft. */
export const fileState = ({ title, head, published = null }: FileState): Digest => {
  const readers = published === null || published === head ? '' : `\n${published}`;
  return digestOf(`file\n${title}\n${head}${readers}`);
};

/**
 * The digest of a page's state. Includes the date: restoring an old text gives the page a new date.
 */
export const pageState = ({ title, slug, stored }: Seen, updated: Instant): Digest => {
  const date = parseInstant(updated) ?? updated;
  return digestOf(
    JSON.stringify(['page', foldTitle(title), slug, stored.draft, stored.published, date]),
  );
};

/** A state in a line: a digest, or the key that a file had before it followed the page's slug. */
export type PreviousState = NonNullable<BasePage['formerStates']>[number];

/** The states that the line remembers, and `more`, without the present one (`now`). */
export function statesWith(
  line: Pick<BasePage, 'formerStates'> | undefined,
  more: readonly PreviousState[],
  now?: Digest,
): readonly PreviousState[] {
  const states = [...new Set([...(line?.formerStates ?? []), ...more])];
  return states.filter((state) => state !== now).slice(-MAX_STATES);
}

/**
 * The former keys in a line. They are kept after a push: a file with such a key is not a new page.
 */
export const formerKeysIn = (
  line: Pick<BasePage, 'formerStates'> | undefined,
): readonly PreviousState[] => line?.formerStates?.filter(isPageKey) ?? [];

/**
 * Whether the file went back to a state from before something was taken over, without another edit.
 * Sending it would replace an edit that nobody here has decided about. Taking it over again would
 * undo what somebody may have done on purpose.
 */
export const isReverted = (
  { key, formerStates = [] }: BasePage,
  local: FileState & Pick<LocalPage, 'key'>,
): boolean =>
  // First, because most lines have none, and a digest takes longer than all else about a page.
  formerStates.length > 0 &&
  (formerStates.includes(fileState(local)) ||
    (local.key !== key && formerStates.includes(local.key)));

/** Whether a file without a line is this page under a former name, not a new page. */
export const isFormerFile = (
  { formerStates = [], title, sent }: BasePage,
  file: LocalPage,
): boolean =>
  formerStates.includes(file.key) &&
  (title === file.title || sent === file.head || formerStates.includes(fileState(file)));

/**
 * Whether the page is as it was before a write that the line records. `dates`: the page's date as
 * each request returned it.
 */
export const isLost = (
  { formerStates }: BasePage,
  seen: Seen,
  dates: readonly Instant[],
): boolean =>
  formerStates !== undefined && dates.some((date) => formerStates.includes(pageState(seen, date)));
