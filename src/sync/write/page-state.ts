/** A page while it is written: its next write, and how the answer changes its lock line. Pure. */
import { sameInstant } from '../../model/time.ts';
import type { Moment } from '../../model/time.ts';
import type { Field } from '../../model/change.ts';
import { placeOf } from '../../model/ids.ts';
import type { Digest, Instant, PageId } from '../../model/ids.ts';
import { headText } from '../../model/local.ts';
import type { LocalPage, PageTexts } from '../../model/local.ts';
import { foreignDraftIn } from '../../model/sides.ts';
import type { BasePage, PlaceById, RemotePage } from '../../model/sides.ts';
import type { KeptText } from '../record/log-texts.ts';
import type { SavingIntent } from '../record/entry.ts';
import {
  isRacy,
  lineOf,
  oursOf,
  fileState,
  formerKeysIn,
  pageState,
  statesWith,
} from '../record/line.ts';
import { sendsText } from '../plan/work-list.ts';
import type { PageWork, Write } from '../plan/work-list.ts';
import type { Evidence, SentParts } from './evidence.ts';
import { headDigest, headWithDigest, sameTitle } from '../record/stored-page.ts';
import type { Part, Seen, DigestedPage } from '../record/stored-page.ts';

/** Where a page is written to. */
export interface WriteTarget extends PlaceById {
  /** Undefined if the page does not exist yet. */
  readonly remote: RemotePage | undefined;
  /** The lock's line, if there is one. */
  readonly base: BasePage | undefined;
  /** Whether this run wrote the platform's text into the file; `base` then is the result. */
  readonly isTakenOver: boolean;
}

/** What is known of a page between two writes. */
export interface PageState {
  readonly id: PageId;
  readonly line: BasePage;
  /** Title, slug and texts of the platform's last answer, and its date there. */
  readonly seen: Seen;
  readonly updated: Instant;
  /**
   * When the request for that answer was sent. Null: the page is only known from the list of all
   * pages.
   */
  readonly at: Moment | null;
  /** Parts that somebody else wrote since the first of these writes and that no later write set. */
  readonly drift: Evidence['drift'];
  /** The page before the first of these writes, and the line that the lock had. */
  readonly start: Pick<PageState, 'seen' | 'updated'> & { readonly line: BasePage | undefined };
}

/** The state before the first write. Undefined if the page does not exist yet. */
export function startOf(
  work: PageWork,
  { remote, base, isTakenOver }: WriteTarget,
): PageState | undefined {
  if (remote === undefined) return undefined;
  const { id, title, slug, stored, updated, at } = remote;
  const { local, pending } = work;
  const seen = { title, slug, stored };
  // A file that is back in a remembered state lacks what was taken over, unless a text was sent
  // since.
  const forgets = sendsText(work) && !isTakenOver;
  const formerStates = forgets
    ? formerKeysIn(base)
    : statesWith(base, [], isTakenOver ? undefined : fileState(local));
  const { key, headerDigest: header } = local;
  const line =
    pending.length > 0 && base
      ? { ...base, key, header, formerStates }
      : lineOf(remote, { ...oursOf(local, remote, base), formerStates });
  return { id, line, seen, updated, at, drift: new Set(), start: { line: base, seen, updated } };
}

/** The text of the file that a write sends. Null: none. */
export const textToSend = (texts: PageTexts, { text }: Write): string | null =>
  text === null ? null : text === 'published' ? texts.published : headText(texts);

const digestToSend = ({ head, published }: LocalPage, { text }: Write): Digest | null =>
  text === null ? null : text === 'published' ? published : head;

/** The log's record of a write, made before it is sent. `at`: `Clock.now`. */
export function intentOf(
  write: Write,
  { local, update }: PageWork,
  { documentation, base }: WriteTarget,
  state: PageState | undefined,
  at: number,
): SavingIntent {
  const { key } = local;
  if (write.op === 'create') {
    const sent = digestToSend(local, write) ?? local.head;
    return { key, at, op: 'create', documentation, title: local.title, sent };
  }
  if (state === undefined) throw new Error('a page is written before it is there');
  const { id, seen, line } = state;
  if (write.op === 'publish') return { key, at, op: 'publish', id };
  // A slug is always sent, because the platform would generate one. It changes only on purpose: the
  // page's URL changes with it.
  const slug = update?.fields.includes('slug') === true ? placeOf(key).slug : seen.slug;
  const title = write.title ? local.title : null;
  const foreign =
    base?.foreignDraft === undefined ? {} : { foreignDraft: line.foreignDraft ?? null };
  return { key, at, op: 'update', id, title, slug, sent: digestToSend(local, write), ...foreign };
}

/** The parts of the page that a write sets. `content`: the text that is sent. */
export function sentBy(intent: SavingIntent, content: string | null): SentParts {
  switch (intent.op) {
    case 'create':
      return {
        title: intent.title,
        slug: placeOf(intent.key).slug,
        text: content,
        publishes: false,
      };
    case 'update':
      return { title: intent.title, slug: intent.slug, text: content, publishes: false };
    case 'publish':
      return { title: null, slug: null, text: null, publishes: true };
    default:
      return intent satisfies never;
  }
}

const PARTS: Readonly<Record<Field, readonly Part[]>> = {
  title: ['title'],
  slug: ['slug'],
  body: ['draft', 'published'],
};

/**
 * The state after a write that was answered with `page`. Its line says what was read back, never
 * what was sent. The line keeps base's value for what the platform changed and this run does not
 * pull, and for what somebody else wrote meanwhile.
 */
export function stateAfter(
  intent: SavingIntent,
  { row, local, pending }: PageWork,
  state: PageState | undefined,
  page: DigestedPage,
  evidence: Evidence,
): PageState {
  const { id, slug, stored, updated, sentAt: at } = page;
  const title = sameTitle(page.title, local.title) ? local.title : page.title;
  const seen = { title, slug, stored };
  const { key, headerDigest: header } = local;
  const before =
    state?.line ??
    lineOf(
      { ...page, ...UNWRITTEN, title: local.title, slug: placeOf(key).slug },
      {
        key,
        header,
        sent: local.head,
        foreignDraft: foreignDraftIn(row.base, local, row.remote),
        copied: local.copied?.sentence,
        // A new page with another text is a conflict, as if the file had gone back to before it.
        formerStates: evidence.notAsSent.has('draft') ? [fileState(local)] : [],
      },
    );
  // Later writes of the page do not set parts that drifted before, so those stay drifted.
  const drift = new Set([...(state?.drift ?? []), ...evidence.drift]);
  const unshared = new Set([...pending.flatMap((field) => PARTS[field]), ...drift]);
  const racy = isRacy(page) || (state !== undefined && sameInstant(state.updated, updated));
  const sent = (intent.op === 'publish' ? null : intent.sent) ?? before.sent;
  const start = state?.start ?? { line: before, seen, updated };
  const formerStates = statesWith(
    before,
    isAsBefore(start.seen, seen) ? [] : [pageState(start.seen, start.updated)],
  );
  // A confirmed earlier write of this run is lost: base is what it was before, not what was replaced.
  // If readers see a text that was not there before, somebody only put the former text over ours.
  const was = start.seen.stored;
  const isBack =
    state !== undefined &&
    drift.size > 0 &&
    isAsBefore(start.seen, seen) &&
    [was.draft, was.published].includes(stored.published) &&
    !isAsBefore(start.seen, state.seen);
  const ours = { key, header, sent, before, unshared, formerStates };
  const line = (isBack && start.line) || lineOf({ ...seen, id, updated, racy }, ours);
  return { id, line, seen, updated, at, drift, start };
}

/** The state of a page before anything was read back. */
const UNWRITTEN = { stored: { draft: null, published: null }, racy: true } as const;

const isAsBefore = (before: Seen, now: Seen): boolean =>
  headDigest(before.stored) === headDigest(now.stored) &&
  before.slug === now.slug &&
  sameTitle(before.title, now.title);

/** The text that the platform stored. Undefined if it equals what was sent. */
export function readBackOf(intent: SavingIntent, page: DigestedPage): KeptText | undefined {
  if (intent.op === 'publish') return undefined;
  const head = headWithDigest(page, page.stored);
  return head?.digest === intent.sent ? undefined : head;
}
