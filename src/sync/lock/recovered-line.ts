/** Lines of pages that an interrupted run wrote, or that a commit, a merge or a copied version explains: what the lock would say if it had been saved. Pure. */
import type { PageKey } from '../../model/ids.ts';
import { placeOf } from '../../model/ids.ts';
import type { LocalPage } from '../../model/local.ts';
import type { BasePage, RemotePage } from '../../model/sides.ts';
import type { CreateIntent, UpdateIntent } from '../journal/entry.ts';
import { headDigest } from './stored-page.ts';
import { baseOf, provenBy } from './line.ts';
import { statesOnceAgreed } from './previous-states.ts';

/**
 * The line of a page that an interrupted run was publishing, as if the answer had arrived. Returns undefined
 * unless readers see the draft that the line records.
 */
export function lineOfShown(
  line: BasePage,
  { draft, published }: RemotePage['stored'],
): BasePage | undefined {
  if (published === null || published === line.published) return undefined;
  if (published !== headDigest(line)) return undefined;
  const shown = { draft: draft === published ? draft : null, published };
  return provenBy({ ...line, ...shown, sentPublished: line.sent }, 'drift');
}

/** Which parts of what was seen are explained. */
export interface Explained {
  readonly body: boolean;
  readonly title: boolean;
}

/** Which parts of a page an interrupted run wrote, and with which write. */
export interface Own extends Explained {
  readonly intent: CreateIntent | UpdateIntent;
}

/** The lock's line, or what is known without one, with the explained parts as base. The lock does not say so yet. */
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

/** The line of a page that lost a write which the platform had confirmed: everything that was seen becomes base again. */
export const lineOfLost = (page: LocalPage, seen: RemotePage, line: BasePage): BasePage => ({
  ...rebased(line.key, page, seen, line, { body: true, title: true }),
  slug: seen.slug,
});

/**
 * The line of a page that an interrupted run wrote, as if the answer had arrived. Once the lock has it, the
 * journal may forget the write. The next run reads the page again. Returns undefined if the run created the
 * page and it was changed since: no line can express that.
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
    // The slug that it was created with; the page may have another one now.
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
    ...statesOnceAgreed(line, { title: titled.title, head: intent.sent }, true),
    sent: intent.sent,
    draft: stored.draft,
    ...(isShown ? { sentPublished: intent.sent, published: stored.published } : {}),
  };
  const known = [line.published, headDigest(line), headDigest(stored)];
  return provenBy(texts, known.includes(stored.published) ? 'drift' : 'over');
}

/** The line of a page that an interrupted run created with this title and that nobody changed since. */
export const lineOfCreated = (page: LocalPage, seen: RemotePage, title: string): BasePage => ({
  ...baseOf(page, seen),
  title,
});

/** The line of a page whose file had the key `was` when git last knew it. */
export const lineUnder = (was: PageKey, page: LocalPage, seen: RemotePage): BasePage => ({
  ...baseOf(page, seen),
  key: was,
});

/** The line of a copied page as it was before anybody changed the copy or its `original`. */
export function lineOfCopy(
  key: PageKey,
  { id, updated }: RemotePage,
  { title, slug, sent, sentPublished, draft, published }: BasePage,
): BasePage {
  const texts = { sent, sentPublished, draft, published };
  return provenBy({ key, id, title, slug, updated, header: null, ...texts }, 'drift');
}
