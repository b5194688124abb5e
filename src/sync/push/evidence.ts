/** Compares a write's answer with what was sent and with what was seen before: an answer is evidence, not truth. Pure. */
import type { Slug } from '../../model/ids.ts';
import { headDigest, headOf, sameTitle } from '../lock/stored-page.ts';
import type { Part, Seen, DigestedPage } from '../lock/stored-page.ts';

/** The parts of a page that a write sets. */
export interface SentParts {
  /** Null: the title was not sent. */
  readonly title: string | null;
  readonly slug: Slug | null;
  readonly text: string | null;
  /** True if the draft was published. */
  readonly publishes: boolean;
}

/** What an answer shows of other people's writes. */
export interface Evidence {
  /** Parts that somebody else wrote meanwhile. */
  readonly drift: ReadonlySet<Part>;
  /** Those parts of the drift that this write was meant to set: the platform does not have them. */
  readonly notAsSent: ReadonlySet<Part>;
}

/**
 * Compares what was sent with the answer, and everything else with what was seen before.
 *
 * `before` is undefined if the write created the page. `own` is the text to be published, if known; usually
 * digests are enough. `samePage` compares texts in canonical form, because the platform reprints what it
 * stores.
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
  const was = before ? headDigest(before.stored) : null;
  const title = sent.title ?? before?.title;
  expect('title', sent.title !== null, title === undefined || sameTitle(page.title, title));
  const slug = sent.slug ?? before?.slug;
  expect('slug', sent.slug !== null, slug === undefined || page.slug === slug);

  const isSame = (text: string | null, other: string | null): boolean =>
    text !== null && other !== null && samePage(text, other);
  if (sent.publishes) {
    const shown = page.contentPublished ?? null;
    const isOurs = stored.published === was || isSame(shown, own);
    expect('published', true, isOurs);
    const isDraft = stored.draft !== null && stored.draft !== stored.published;
    expect('draft', false, isOurs ? !isDraft || stored.draft === was : false);
    return { drift, notAsSent };
  }
  if (sent.text === null) expect('draft', false, headDigest(stored) === was);
  else expect('draft', true, isSame(headOf(page), sent.text));
  // If somebody published the draft that was seen, it is the same text in another place.
  const isShown = was !== null && stored.published === was;
  expect('published', false, isShown || stored.published === (before?.stored.published ?? null));
  return { drift, notAsSent };
}
