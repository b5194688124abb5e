/** Makes lines of the lock for pages whose files this run writes: created, pulled, moved or merged. Pure. */
import type { Field } from '../../model/change.ts';
import { placeOf } from '../../model/ids.ts';
import type { Instant, PageKey } from '../../model/ids.ts';
import type { LocalPage } from '../../model/local.ts';
import type { Page } from '../../model/resources.ts';
import type { BasePage, RemotePage } from '../../model/sides.ts';
import type { Case } from '../plan/cases.ts';
import { stateDigest, statesAfter } from './previous-states.ts';
import type { Replaced, State } from './previous-states.ts';
import { proofOf } from './proof.ts';
import { storedOf, theirDigest } from './stored-page.ts';
import { lineOf, provenBy } from './line.ts';

type WrittenFile = Pick<LocalPage, 'head' | 'published' | 'headerDigest'>;

/**
 * The line of a page whose file was just created from it. Everything in the file counts as on the platform,
 * even fields that the API cannot write.
 */
export function lineOfNewFile(
  key: PageKey,
  page: Page,
  updated: Instant,
  { head, published: shown, headerDigest: header }: WrittenFile,
): BasePage {
  const { draft, published } = storedOf(page);
  const { id, title, slug } = page;
  const texts = { sent: head, sentPublished: published === null ? null : shown, draft, published };
  const line = { key, id, title, slug, updated, header, ...texts };
  return provenBy(line, proofOf(updated, page.answeredAt));
}

/** A file that took something over, and the page: as it was planned with, and what it stores now. */
interface TakenOver {
  readonly file: LocalPage;
  readonly planned: RemotePage;
  readonly stored: RemotePage['stored'];
}

/**
 * The line after the file took over `fields` from the platform. What was changed in the file still has to be
 * sent, so for the other fields base stays what was planned with. `states`: what the line remembers of the file
 * before.
 */
export function lineAfterPull(
  fields: readonly Field[],
  { file, planned, stored }: TakenOver,
  before: BasePage | undefined,
  states: Replaced,
): BasePage {
  const title = fields.includes('title') ? file.title : planned.title;
  const line = { ...lineOf(file, planned), title };
  const whole = fields.includes('body')
    ? { ...line, ...bodiesAfterPull(file, stored, planned) }
    : line;
  return { ...(fields.includes('slug') ? whole : behind(whole, planned, before)), ...states };
}

/** The line of a file that did not follow the page's new slug. Slug and date stay as they were, so that the next run looks again. */
function behind(
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
  // The draft did not change; the next push replaces it.
  if (planned.over) return { sent: planned.over, sentPublished: local.head, draft, published };
  const isShown = draft === null || draft === published;
  const both = local.published !== null && local.published !== local.head;
  const older = both ? local.published : planned.published;
  const sentPublished = published === null ? null : isShown ? local.head : older;
  return { sent: local.head, sentPublished, draft, published };
}

/** The line of a page whose file moved to the page's new slug. The date stays, so that the next run looks at what was not taken over yet. */
export const lineAfterMove = (line: BasePage, key: PageKey): BasePage => ({
  ...line,
  key,
  slug: placeOf(key).slug,
});

/** The line of a page whose file became `merged`, which now says the same as the platform. `before`: its earlier states. */
export const lineAfterMerge = (
  merged: LocalPage,
  before: readonly State[],
  seen: RemotePage,
  base: BasePage | undefined,
): BasePage => ({
  ...behind(lineOf(merged, seen), seen, base),
  ...statesAfter(merged, before, base),
});

/**
 * The line of a page whose file became `merged` by merging `seen` into what it was `before`. The line keeps
 * base, because the platform does not have the merged text yet. Without a base, or if the file was
 * `isReverted`, the two sides had nothing in common but what the file holds now.
 */
export function lineWhileMerging(
  merged: State & Pick<LocalPage, 'key'>,
  before: readonly State[],
  seen: RemotePage,
  { base, isReverted }: Pick<Case, 'base' | 'isReverted'>,
): BasePage {
  const { key, head } = merged;
  const { id, slug, title, updated } = seen;
  const nothing = { title: '', sent: head, sentPublished: null, draft: null, published: null };
  const line =
    base && !isReverted ? base : { id, slug, updated, header: null, ...base, ...nothing };
  const theirs = theirDigest(seen);
  if (theirs === null) return { ...line, key };
  const now = stateDigest(merged);
  const undone = new Set(before.map(stateDigest).filter((state) => state !== now));
  return { ...line, key, merging: { title, theirs, undone: [...undone] } };
}
