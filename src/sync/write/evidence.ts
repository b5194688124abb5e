/**
 * Compares a write's answer with what was sent and what was seen before. The answer shows what
 * others wrote meanwhile.
 */
import type { Slug, PageKey } from '../../model/ids.ts';
import { headDigest, headOf, sameTitle } from '../record/stored-page.ts';
import type { Part, Seen, DigestedPage } from '../record/stored-page.ts';
import { Failure } from '../../model/failure.ts';
import type { Page } from '../../model/resources.ts';
import type { Books } from '../record/books.ts';
import { AGAIN } from '../ledger.ts';

/** The parts of a page that a write sets. */
export interface SentParts {
  /** Null: the title was not sent. */
  readonly title: string | null;
  readonly slug: Slug | null;
  readonly text: string | null;
  /** True if the draft was published. */
  readonly publishes: boolean;
}

/** What an answer shows about other people's writes. */
export interface Evidence {
  /** Parts that somebody else wrote meanwhile. */
  readonly drift: ReadonlySet<Part>;
  /** The parts of the drift that this write was meant to set: the platform has something else. */
  readonly notAsSent: ReadonlySet<Part>;
}

/**
 * Compares what was sent with the answer, and everything else with what was seen before.
 *
 * `before` is undefined if the write created the page. `own` is the text to be published, if known;
 * usually digests are enough. `samePage` compares texts in canonical form, because the platform
 * reprints what it stores.
 */
export function compareAnswer(
  sent: SentParts,
  before: Seen | undefined,
  own: string | null,
  page: DigestedPage,
  samePage: (a: string, b: string) => boolean,
): Evidence {
  const drift = new Set<Part>();
  const notAsSent = new Set<Part>();
  const expect = (part: Part, isSent: boolean, isAsExpected: boolean): void => {
    if (isAsExpected) return;
    drift.add(part);
    if (isSent) notAsSent.add(part);
  };
  const { stored } = page;
  const headBefore = before ? headDigest(before.stored) : null;
  const title = sent.title ?? before?.title;
  expect('title', sent.title !== null, title === undefined || sameTitle(page.title, title));
  const slug = sent.slug ?? before?.slug;
  expect('slug', sent.slug !== null, slug === undefined || page.slug === slug);

  const isSame = (text: string | null, other: string | null): boolean =>
    text !== null && other !== null && samePage(text, other);
  if (sent.publishes) {
    const shown = page.contentPublished ?? null;
    const isOurs = stored.published === headBefore || isSame(shown, own);
    expect('published', true, isOurs);
    const isDraft = stored.draft !== null && stored.draft !== stored.published;
    expect('draft', false, isOurs ? !isDraft || stored.draft === headBefore : false);
    return { drift, notAsSent };
  }
  if (sent.text === null) expect('draft', false, headDigest(stored) === headBefore);
  else expect('draft', true, isSame(headOf(page), sent.text));
  // If somebody published the draft that was seen, the text is the same, only in another place.
  const isShown = headBefore !== null && stored.published === headBefore;
  expect('published', false, isShown || stored.published === (before?.stored.published ?? null));
  return { drift, notAsSent };
}

/** What an answer or a look showed. */
export interface NotAsSent {
  /** What somebody else wrote, as far as it is known. */
  readonly theirs: readonly (string | null | undefined)[];
  /** The text that the page was meant to get, if it is known. */
  readonly own: string | null;
  /** Whether the write published a text that is not ours. */
  readonly isForeign: boolean;
}

/** What the answer `page` to a write shows. `own`: the text that the page should get, if known. */
export function notAsSentIn(
  page: Page,
  { drift, notAsSent }: Evidence,
  own: string | null,
): NotAsSent {
  const theirs = drift.has('published')
    ? [drift.has('draft') ? headOf(page) : null, page.contentPublished]
    : [headOf(page)];
  return { theirs, own, isForeign: notAsSent.has('published') };
}

/**
 * Keeps all these texts, because the platform may no longer have them when a person looks. Resolves
 * to the failure.
 */
export async function foreignText(
  key: PageKey,
  { theirs, own, isForeign }: NotAsSent,
  books: Pick<Books, 'keepLost'>,
): Promise<Failure> {
  const kept = own === null ? [] : [`your text: ${await books.keepLost(own)}`];
  for (const text of new Set(theirs)) {
    if (typeof text === 'string') kept.push(`the platform’s text: ${await books.keepLost(text)}`);
  }
  const message = isForeign
    ? `Readers see a text of ${key} that someone else wrote while it was being pushed.`
    : `Someone else wrote ${key} while it was being pushed.`;
  const where = kept.length === 0 ? '' : `; ${kept.join(' and ')}`;
  return new Failure('conflict', message, { hint: `docs diff ${key} shows both texts${where}` });
}

/** The failure if the page no longer exists. */
export const removedMeanwhile = (key: PageKey): Failure =>
  new Failure('conflict', `${key} was removed on the platform while it was being pushed.`, {
    hint: AGAIN,
  });
