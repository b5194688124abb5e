/** All that makes or moves a line of the lock, but for what merges and pulls that are taken back leave in it. Pure. */
import type { Field } from '../model/change.ts';
import type { Digest, Instant, PageKey } from '../model/ids.ts';
import { placeOf } from '../model/ids.ts';
import { sameInstant } from '../model/instant.ts';
import type { LocalPage } from '../model/local.ts';
import type { Page } from '../model/resources.ts';
import type { BasePage, RemotePage, Unproven } from '../model/sides.ts';
import type { Part } from './evidence.ts';
import type { CreateIntent, UpdateIntent } from './journal.ts';
import { headDigest, isAsSeen, storedOf } from './observe.ts';
import { proofAfter, proofOf } from './proof.ts';
import { replacedBefore } from './taken-back.ts';

/** The line with what its date leaves to be proved. */
function provenBy(line: BasePage, unproven: Unproven | undefined): BasePage {
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

/** The line of a page that `intent` made in an earlier run, and that was found now. `listed`: its date in the snapshot. */
export const lineOfMade = (
  { key, sent }: CreateIntent,
  page: Page,
  listed: Instant | undefined,
): BasePage => {
  const { id, title, slug } = page;
  const updated = listed ?? page.updated;
  const texts = { sent, sentPublished: null, ...storedOf(page) };
  const line = { key, id, title, slug, updated, header: null, ...texts };
  return provenBy(line, proofOf(updated, page.answeredAt));
};

/** The line of a page whose file was just made of it. */
export function lineOfArrival(
  key: PageKey,
  page: Page,
  updated: Instant,
  { head, published: shown }: Pick<LocalPage, 'head' | 'published'>,
): BasePage {
  const { draft, published } = storedOf(page);
  const { id, title, slug } = page;
  const texts = { sent: head, sentPublished: published === null ? null : shown, draft, published };
  const line = { key, id, title, slug, updated, header: null, ...texts };
  return provenBy(line, proofOf(updated, page.answeredAt));
}

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

/** What a write did, for the lock. */
export interface Written {
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
export function lineAfterWrite(line: BasePage, answer: Page, written: Written): BasePage {
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
    drift.size > 0 ? 'drift' : proof,
  );
}

/** What readers see by now, in the terms of the files. */
function shown(line: BasePage, stored: RemotePage['stored'], newest: Digest): Digest | null {
  const { draft, published } = stored;
  if (published === null) return null;
  if (draft === null || draft === published) return newest;
  return published === line.published ? line.sentPublished : published;
}

/** The line with what a look at the page proves, where it is as the line says; undefined: the line says as much already. */
export function lineAfterLook(line: BasePage, seen: RemotePage): BasePage | undefined {
  if (line.unproven === undefined || line.unproven === seen.unproven) return undefined;
  if (line.id !== seen.id || !sameInstant(line.updated, seen.updated)) return undefined;
  const { title, slug, draft, published } = line;
  const before = { title, slug, stored: { draft, published } };
  return isAsSeen(before, seen) ? provenBy(line, seen.unproven) : undefined;
}

/**
 * The line after the file took over `fields` of what the platform has. What of the file was changed here is still to be sent: of the rest
 * base is what was planned with.
 */
export function lineAfterPull(
  fields: readonly Field[],
  local: LocalPage,
  stored: RemotePage['stored'],
  planned: RemotePage,
  before: BasePage | undefined,
): BasePage {
  const title = fields.includes('title') ? local.title : planned.title;
  const line = { ...lineOf(local, planned), title };
  const whole = fields.includes('body')
    ? { ...line, ...bodiesAfterPull(local, stored, planned) }
    : line;
  return fields.includes('slug') ? whole : behind(whole, planned, before);
}

/** The line of a file that did not follow the page's slug: that is as it was, with the date, so that the next run looks again. */
export function behind(
  line: BasePage,
  { slug }: Pick<RemotePage, 'slug'>,
  before: BasePage | undefined,
): BasePage {
  if (before === undefined || slug === before.slug) return line;
  return provenBy({ ...line, slug: before.slug, updated: before.updated }, 'drift');
}

function bodiesAfterPull(
  local: LocalPage,
  { draft, published }: RemotePage['stored'],
  planned: RemotePage,
): Pick<BasePage, 'sent' | 'sentPublished' | 'draft' | 'published'> {
  // The draft is what it was: the next push replaces it.
  if (planned.over) return { sent: planned.over, sentPublished: local.head, draft, published };
  const isShown = draft === null || draft === published;
  const both = local.published !== null && local.published !== local.head;
  const older = both ? local.published : planned.published;
  const sentPublished = published === null ? null : isShown ? local.head : older;
  return { sent: local.head, sentPublished, draft, published };
}

/** Which parts of what was seen are explained. */
export interface Explained {
  readonly body: boolean;
  readonly title: boolean;
}

/** What of a page a write of an interrupted run left, and which write. */
export interface Own extends Explained {
  readonly intent: CreateIntent | UpdateIntent;
}

/** The lock's line, or as much of one as is known without, with what is explained as base. The lock does not say so yet. */
export function rebased(
  origin: PageKey,
  page: LocalPage,
  seen: RemotePage,
  line: BasePage | undefined,
  { body, title }: Explained,
): BasePage {
  const whole = baseOf(page, seen);
  const { merging: _, replaced: __, ...before } = line ?? whole;
  const explained = {
    ...before,
    key: origin,
    ...(body || !line ? { sent: seen.head ?? page.head, sentPublished: whole.sentPublished } : {}),
    ...(title || !line ? { title: seen.title } : {}),
  };
  return provenBy(explained, 'drift');
}

/**
 * The line of a page that an interrupted run wrote, as if the answer had come: the journal may forget that write once the lock has the
 * line. The next run reads the page again. Undefined: a page that run made was changed since, and no line can say so.
 */
export function lineOfOwn(
  origin: PageKey,
  seen: RemotePage,
  line: BasePage | undefined,
  { body, title, intent }: Own,
): BasePage | undefined {
  const { stored } = seen;
  const isShown = stored.published === headDigest(stored);
  if (!line) {
    if (!body || !title || intent.sent === null) return undefined;
    if (!isShown && stored.published !== null) return undefined;
    const { id, updated } = seen;
    // What it was made with: the page may have another by now.
    const { slug } = placeOf(origin);
    const texts = { sent: intent.sent, sentPublished: isShown ? intent.sent : null, ...stored };
    const made = { key: origin, id, title: seen.title, slug, updated, header: null, ...texts };
    return provenBy(made, slug === seen.slug ? seen.unproven : 'drift');
  }
  const titled = title ? { ...line, title: seen.title } : line;
  if (!body || intent.sent === null) return provenBy(titled, 'drift');
  const { merging: _, replaced: __, ...rest } = titled;
  const texts = {
    ...rest,
    ...replacedBefore(line, { title: titled.title, head: intent.sent }, true),
    sent: intent.sent,
    draft: stored.draft,
    ...(isShown ? { sentPublished: intent.sent, published: stored.published } : {}),
  };
  return provenBy(texts, 'drift');
}
