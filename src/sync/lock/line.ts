/** Makes and changes lines of the lock. Lines for written files are in `pulled-line`, those for interrupted writes in `recovered-line`. Pure. */
import type { Field } from '../../model/change.ts';
import type { Digest, Instant } from '../../model/ids.ts';
import { placeOf } from '../../model/ids.ts';
import { sameInstant } from '../../model/instant.ts';
import type { LocalPage } from '../../model/local.ts';
import type { Page } from '../../model/resources.ts';
import type { BasePage, RemotePage, Unproven } from '../../model/sides.ts';
import type { Part } from './stored-page.ts';
import type { CreateIntent } from '../journal/entry.ts';
import { headDigest, isAsSeen, storedOf } from './stored-page.ts';
import type { Seen, DigestedPage } from './stored-page.ts';
import { proofAfter, proofOf } from './proof.ts';
import type { PageWork } from '../plan/work-list.ts';
import { beforeWrite } from './before-write.ts';
import { statesOf, statesOnceAgreed } from './previous-states.ts';

/** The line with this reason why its date proves nothing; undefined removes the reason. */
export function provenBy(line: BasePage, unproven: Unproven | undefined): BasePage {
  const { unproven: _, ...rest } = line;
  return unproven === undefined ? rest : { ...rest, unproven };
}

/** The first line of a page: what both sides have in common before anything is written. */
export const lineOf = (local: LocalPage, seen: RemotePage): BasePage =>
  provenBy(
    {
      key: local.key,
      id: seen.id,
      title: seen.title,
      slug: seen.slug,
      updated: seen.updated,
      header: local.headerDigest,
      sent: seen.over ?? seen.head ?? local.head,
      sentPublished: seen.published,
      draft: seen.stored.draft,
      published: seen.stored.published,
    },
    seen.unproven,
  );

/** The same for a page that the lock does not know, so its notes were never shown. */
export const baseOf = (local: LocalPage, seen: RemotePage): BasePage => ({
  ...lineOf(local, seen),
  header: null,
});

/** The line of a page on which both sides agree but the lock does not. `before` is the lock's line. */
export const lineAfterAdoption = (
  local: LocalPage,
  remote: RemotePage,
  before: BasePage | undefined,
): BasePage => ({ ...lineOf(local, remote), ...statesOnceAgreed(before, local, false) });

/** The line after the notes of the page's file were shown. */
export const lineAfterNotes = (line: BasePage, { headerDigest }: LocalPage): BasePage => ({
  ...line,
  header: headerDigest,
});

/** The line of a page that `intent` created in an earlier run and that was found now. `listed`: its date in the snapshot. */
export const lineOfMade = (
  { key, sent, outside }: CreateIntent,
  page: Page,
  listed: Instant | undefined,
): BasePage => {
  const { id, title, slug } = page;
  const updated = listed ?? page.updated;
  const texts = { sent, sentPublished: null, ...storedOf(page) };
  const mark = outside ? { outside } : {};
  const line = { key, id, title, slug, updated, header: null, ...texts, ...mark };
  return provenBy(line, proofOf(updated, page.answeredAt));
};

/** The line of a new page, before the platform's answer is added. */
export const lineOfNew = (local: LocalPage, { id, updated }: Page): BasePage => ({
  key: local.key,
  id,
  title: local.title,
  slug: placeOf(local.key).slug,
  updated,
  header: local.headerDigest,
  sent: local.head,
  sentPublished: null,
  draft: null,
  published: null,
});

/** The line of an existing page before its first write. `isTakenOver`: this run wrote the platform's text into the file, and `base` is the result. */
export function lineBeforeWrite(
  { local, pending }: Pick<PageWork, 'local' | 'pending'>,
  remote: RemotePage,
  base: BasePage | undefined,
  { isTakenOver, isTextSent }: { readonly isTakenOver: boolean; readonly isTextSent: boolean },
): BasePage {
  const {
    replaced: _,
    before: __,
    ...common
  } = pending.length > 0 && base ? base : lineOf(local, remote);
  // If this run took something over, the text to be sent is older than that. The remembered states stay then:
  // a file that returns to one of them lacks what was taken over.
  const remembered = isTakenOver ? statesOf(base) : statesOnceAgreed(base, local, isTextSent);
  return { ...common, key: local.key, header: local.headerDigest, ...remembered };
}

/** What a write did, for the lock. */
export interface WrittenState {
  /** The page's title as the file has it. */
  readonly title: string;
  /** The digest of the text that was sent. Null if there was none. */
  readonly sent: Digest | null;
  /** Fields that the platform changed and this run does not pull. */
  readonly pending: readonly Field[];
  /** What the platform changed while the page was written. */
  readonly drift: ReadonlySet<Part>;
  /** The page's date before the write. Undefined if the page did not exist. */
  readonly before: Instant | undefined;
  /** The page as it was seen before the write. */
  readonly seen: Seen | undefined;
}

const PARTS: Readonly<Record<Field, readonly Part[]>> = {
  title: ['title'],
  slug: ['slug'],
  body: ['draft', 'published'],
};

/**
 * The line after a write. What was read back is what the platform has, never what was sent. Pending and
 * drifted parts keep their old values and the old date, so that the next run looks again.
 */
export function lineAfterWrite(
  line: BasePage,
  answer: DigestedPage,
  written: WrittenState,
): BasePage {
  const { title, sent, pending, drift, before, seen } = written;
  const { stored } = answer;
  const held = new Set([...pending.flatMap((field) => PARTS[field]), ...drift]);
  const newest = held.has('draft') ? line.sent : (sent ?? line.sent);
  const proof = held.size > 0 ? line.unproven : proofAfter(before, answer);
  const next = provenBy(
    {
      key: line.key,
      id: answer.id,
      title: held.has('title') ? line.title : title,
      slug: held.has('slug') ? line.slug : answer.slug,
      updated: held.size > 0 ? line.updated : answer.updated,
      header: line.header,
      sent: newest,
      sentPublished: held.has('published')
        ? line.sentPublished
        : shown(line, held.has('draft') ? { ...stored, draft: headDigest(line) } : stored, newest),
      draft: held.has('draft') ? line.draft : stored.draft,
      published: held.has('published') ? line.published : stored.published,
      ...(line.replaced ? { replaced: line.replaced } : {}),
    },
    drift.size > 0 ? markOf(written) : proof,
  );
  if (held.size > 0) return line.before ? { ...next, before: line.before } : next;
  // Of several writes, the first one counts.
  const remembered = line.before ? { before: line.before } : beforeWrite(next, seen, before);
  return { ...next, ...remembered };
}

/** The mark of a line with drift. `over` only if our text was sent: if there is a draft after any other write, somebody else wrote it. */
const markOf = ({ sent, drift }: Pick<WrittenState, 'sent' | 'drift'>): Unproven =>
  sent !== null && drift.has('published') && !drift.has('draft') ? 'over' : 'drift';

/** The digest of what readers see now, as the file has it. */
function shown(line: BasePage, stored: RemotePage['stored'], newest: Digest): Digest | null {
  const { draft, published } = stored;
  if (published === null) return null;
  if (draft === null || draft === published) return newest;
  if (published === line.published) return line.sentPublished;
  return published === headDigest(line) ? line.sent : published;
}

/** The line with what a look at the page proves. Returns undefined if the page differs from the line, or the look proves nothing new. */
export function lineAfterLook(line: BasePage, seen: RemotePage): BasePage | undefined {
  if (line.unproven === undefined || line.unproven === seen.unproven) return undefined;
  if (line.id !== seen.id || !sameInstant(line.updated, seen.updated)) return undefined;
  const { title, slug, draft, published } = line;
  const before = { title, slug, stored: { draft, published } };
  return isAsSeen(before, seen) ? provenBy(line, seen.unproven) : undefined;
}
