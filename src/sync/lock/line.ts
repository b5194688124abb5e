/**
 * What makes or moves a line of the lock. Pages whose files are written (`pulled-line`) and pages that an interrupted run wrote (`recovered-line`) are apart. Pure.
 */
import type { Field } from '../../model/change.ts';
import type { Digest, Instant } from '../../model/ids.ts';
import { placeOf } from '../../model/ids.ts';
import { sameInstant } from '../../model/instant.ts';
import type { LocalPage } from '../../model/local.ts';
import type { Page } from '../../model/resources.ts';
import type { BasePage, RemotePage, Unproven } from '../../model/sides.ts';
import type { Part } from '../recognition/evidence.ts';
import type { CreateIntent } from '../journal/journal.ts';
import { headDigest, isAsSeen, storedOf } from '../recognition/observe.ts';
import { proofAfter, proofOf } from '../recognition/dates.ts';
import type { PageWork } from '../plan/work-list.ts';
import { statesOf, statesOnceAgreed } from './previous-states.ts';

/** The line with what its date leaves to be proved. */
export function provenBy(line: BasePage, unproven: Unproven | undefined): BasePage {
  const { unproven: _, ...rest } = line;
  return unproven === undefined ? rest : { ...rest, unproven };
}

/** What both sides have in common, as the page was seen. */
const lineAsSeen = (local: LocalPage, seen: RemotePage, header: Digest | null): BasePage =>
  provenBy(
    {
      key: local.key,
      id: seen.id,
      title: seen.title,
      slug: seen.slug,
      updated: seen.updated,
      header,
      sent: seen.over ?? seen.head ?? local.head,
      sentPublished: seen.published,
      draft: seen.stored.draft,
      published: seen.stored.published,
    },
    seen.unproven,
  );

/** The line that a page starts with: what both sides have in common before anything is written. */
export const lineOf = (local: LocalPage, remote: RemotePage): BasePage =>
  lineAsSeen(local, remote, local.headerDigest);

/** The same of a page that the lock does not know: nobody was shown its notes. */
export const baseOf = (local: LocalPage, seen: RemotePage): BasePage =>
  lineAsSeen(local, seen, null);

/** The line of a page on which both sides agree, and the lock does not: `before` is what it says. */
export const lineAfterAdoption = (
  local: LocalPage,
  remote: RemotePage,
  before: BasePage | undefined,
): BasePage => ({ ...lineOf(local, remote), ...statesOnceAgreed(before, local, false) });

/** The line of a page whose file's notes were shown. */
export const lineAfterNotes = (line: BasePage, { headerDigest }: LocalPage): BasePage => ({
  ...line,
  header: headerDigest,
});

/** The line of a page that `intent` made in an earlier run, and that was found now. `listed`: its date in the snapshot. */
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

/** The line of a page that is being made, before its answer is taken in. */
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

/** The line of a page that is there, before its first write. `isTakenOver`: this run wrote into the file what the platform has, and left `base` with that. */
export function lineBeforeWrite(
  { local, pending }: Pick<PageWork, 'local' | 'pending'>,
  remote: RemotePage,
  base: BasePage | undefined,
  { isTakenOver, isTextSent }: { readonly isTakenOver: boolean; readonly isTextSent: boolean },
): BasePage {
  const { replaced: _, ...common } = pending.length > 0 && base ? base : lineOf(local, remote);
  // What is sent was written before something was taken over: a file that is again as it was then lacks that.
  const remembered = isTakenOver ? statesOf(base) : statesOnceAgreed(base, local, isTextSent);
  return { ...common, key: local.key, header: local.headerDigest, ...remembered };
}

/** What a write did, for the lock. */
export interface WrittenState {
  /** The page's title in the terms of the file. */
  readonly title: string;
  /** The content that went with it; null: none did. */
  readonly sent: Digest | null;
  /** What the platform changed and this run does not take over. */
  readonly pending: readonly Field[];
  /** What it changed while the page was written. */
  readonly drift: ReadonlySet<Part>;
  /** The page's date before; undefined: it was not there. */
  readonly before: Instant | undefined;
}

const PARTS: Readonly<Record<Field, readonly Part[]>> = {
  title: ['title'],
  slug: ['slug'],
  body: ['draft', 'published'],
};

/**
 * The line after a write: what was read back, never what was sent, is what the platform has. What is pending or drifted stays what it
 * was, and the date with it, so that the next run looks again.
 */
export function lineAfterWrite(line: BasePage, answer: Page, written: WrittenState): BasePage {
  const { title, sent, pending, drift, before } = written;
  const held = new Set([...pending.flatMap((field) => PARTS[field]), ...drift]);
  const stored = storedOf(answer);
  const newest = held.has('draft') ? line.sent : (sent ?? line.sent);
  const proof = held.size > 0 ? line.unproven : proofAfter(before, answer);
  return provenBy(
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
}

/** The mark of a line with drift. Only a write of our text puts it over what readers see: a draft that lies there after any other was put there by somebody. */
const markOf = ({ sent, drift }: Pick<WrittenState, 'sent' | 'drift'>): Unproven =>
  sent !== null && drift.has('published') && !drift.has('draft') ? 'over' : 'drift';

/** What readers see now, in the terms of the files. */
function shown(line: BasePage, stored: RemotePage['stored'], newest: Digest): Digest | null {
  const { draft, published } = stored;
  if (published === null) return null;
  if (draft === null || draft === published) return newest;
  if (published === line.published) return line.sentPublished;
  return published === headDigest(line) ? line.sent : published;
}

/** The line with what a look at the page proves. Returns undefined if the page is not as the line says, or the line says as much already. */
export function lineAfterLook(line: BasePage, seen: RemotePage): BasePage | undefined {
  if (line.unproven === undefined || line.unproven === seen.unproven) return undefined;
  if (line.id !== seen.id || !sameInstant(line.updated, seen.updated)) return undefined;
  const { title, slug, draft, published } = line;
  const before = { title, slug, stored: { draft, published } };
  return isAsSeen(before, seen) ? provenBy(line, seen.unproven) : undefined;
}
