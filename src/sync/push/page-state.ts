/** What is known of a page while it is written: what its next write is, and how the answer changes its lock line. Pure. */
import { placeOf } from '../../model/ids.ts';
import type { Digest, Instant, PageId } from '../../model/ids.ts';
import { headText } from '../../model/local.ts';
import type { LocalPage, PageTexts } from '../../model/local.ts';
import type { BasePage, RemotePage } from '../../model/sides.ts';
import type { ReadBack } from '../journal/books.ts';
import type { SavingIntent } from '../journal/entry.ts';
import { lineAfterWrite, lineBeforeWrite, lineOfNew } from '../lock/line.ts';
import { sendsText } from '../plan/work-list.ts';
import type { PageWork, Write } from '../plan/work-list.ts';
import type { Evidence, SentParts } from './evidence.ts';
import { headWithDigest, sameTitle } from '../lock/stored-page.ts';
import type { Seen, DigestedPage } from '../lock/stored-page.ts';
import type { PlaceById } from './places.ts';

/** Where a page is written to. */
export interface WriteTarget extends PlaceById {
  /** Undefined if the page does not exist yet. */
  readonly remote: RemotePage | undefined;
  /** The lock's line, if there is one. */
  readonly base: BasePage | undefined;
  /** Whether this run wrote the platform's text into the file, and `base` is the result. */
  readonly isTakenOver: boolean;
}

/** What is known of a page between two writes. */
export interface PageState {
  readonly id: PageId;
  readonly line: BasePage;
  /** As in the platform's last answer. */
  readonly seen: Seen;
  /** Parts that somebody else wrote since the first of these writes, except those that a write was meant to set. */
  readonly drift: Evidence['drift'];
  /** Its date in that answer. */
  readonly updated: Instant;
}

/** The state before the first write. Undefined if the page does not exist yet. */
export function startOf(
  work: PageWork,
  { remote, base, isTakenOver }: WriteTarget,
): PageState | undefined {
  if (remote === undefined) return undefined;
  const { id, title, slug, stored, updated } = remote;
  const how = { isTakenOver, isTextSent: sendsText(work) };
  const line = lineBeforeWrite(work, remote, base, how);
  return { id, line, seen: { title, slug, stored }, drift: new Set(), updated };
}

/** The text of the file that a write sends. Null: none. */
export const textToSend = (texts: PageTexts, { text }: Write): string | null =>
  text === null ? null : text === 'published' ? texts.published : headText(texts);

const digestToSend = ({ head, published }: LocalPage, { text }: Write): Digest | null =>
  text === null ? null : text === 'published' ? published : head;

/** The journal's record of a write, made before it is sent. `at`: `Clock.now`. */
export function intentOf(
  write: Write,
  { local, update }: PageWork,
  { documentation }: WriteTarget,
  state: PageState | undefined,
  at: number,
): SavingIntent {
  const { key } = local;
  if (write.op === 'create') {
    const sent = digestToSend(local, write) ?? local.head;
    return { key, at, op: 'create', documentation, title: local.title, sent };
  }
  if (state === undefined) throw new Error('a page is written before it is there');
  const { id, seen } = state;
  if (write.op === 'publish') return { key, at, op: 'publish', id };
  // Always send a slug, and only a deliberate change of it: otherwise the page's URL would change.
  const slug = update?.fields.includes('slug') === true ? placeOf(key).slug : seen.slug;
  const title = write.title ? local.title : null;
  return { key, at, op: 'update', id, title, slug, sent: digestToSend(local, write) };
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

/** The state after a write that was answered with `page`. */
export function stateAfter(
  intent: SavingIntent,
  { local, pending }: PageWork,
  before: PageState | undefined,
  page: DigestedPage,
  evidence: Evidence,
): PageState {
  const title = sameTitle(page.title, local.title) ? local.title : page.title;
  const sent = intent.op === 'publish' ? null : intent.sent;
  const { id, slug, stored } = page;
  const line = before?.line ?? lineOfNew(local, page);
  // Later writes of the page do not set parts that drifted before, so those stay drifted.
  const drift = new Set([...(before?.drift ?? []), ...evidence.drift]);
  const written = { title, sent, pending, drift, before: before?.updated, seen: before?.seen };
  const next = lineAfterWrite(line, page, written);
  return { id, line: next, seen: { title, slug, stored }, drift, updated: page.updated };
}

/** The text that the platform stored. Undefined if it equals what was sent. */
export function readBackOf(intent: SavingIntent, page: DigestedPage): ReadBack | undefined {
  if (intent.op === 'publish') return undefined;
  const head = headWithDigest(page, page.stored);
  return head?.digest === intent.sent ? undefined : head;
}
