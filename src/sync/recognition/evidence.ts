/** What a write's answer says of the page beside what was sent and what was seen before: an answer is evidence, not truth. Pure. */
import { digestOf } from '../../content/digest.ts';
import type { Page } from '../../model/resources.ts';
import type { Slug } from '../../model/ids.ts';
import { headDigest, headOf, sameTitle, storedOf } from './observe.ts';
import type { Seen } from './observe.ts';

/** What of a page the lock's line says apart. */
export type Part = 'title' | 'slug' | 'draft' | 'published';

/** What of a page a write sets. */
export interface SentParts {
  /** Null: none was. */
  readonly title: string | null;
  readonly slug: Slug | null;
  readonly text: string | null;
  /** The draft was published. */
  readonly publishes: boolean;
}

/** What an answer tells of others. */
export interface Evidence {
  /** What somebody else wrote meanwhile. */
  readonly drift: ReadonlySet<Part>;
  /** The part of the drift that this write was to set: it is not what the platform has. */
  readonly overtaken: ReadonlySet<Part>;
}

/**
 * Compares what was sent with what came back, and everything else with what was seen before. `before`: undefined if the page was made by
 * the write. `own`: the text that was to be published, if it is known; digests tell as a rule. `samePage`: whether two texts are one in
 * canonical form, for the platform reprints what it stores.
 */
export function weigh(
  sent: SentParts,
  before: Seen | undefined,
  own: string | null,
  page: Page,
  samePage: (a: string, b: string) => boolean,
): Evidence {
  const drift = new Set<Part>();
  const overtaken = new Set<Part>();
  const expect = (part: Part, isMeant: boolean, isAsExpected: boolean): void => {
    if (isAsExpected) return;
    drift.add(part);
    if (isMeant) overtaken.add(part);
  };
  const stored = storedOf(page);
  const head = headOf(page);
  const was = before ? headDigest(before.stored) : null;
  const title = sent.title ?? before?.title;
  expect('title', sent.title !== null, title === undefined || sameTitle(page.title, title));
  const slug = sent.slug ?? before?.slug;
  expect('slug', sent.slug !== null, slug === undefined || page.slug === slug);

  const isSame = (text: string | null, other: string | null): boolean =>
    text !== null && other !== null && (text === other || samePage(text, other));
  if (sent.publishes) {
    const shown = page.contentPublished ?? null;
    const isOurs = stored.published === was || isSame(shown, own);
    expect('published', true, isOurs);
    const isDraft = stored.draft !== null && stored.draft !== stored.published;
    expect('draft', false, isOurs ? !isDraft || stored.draft === was : false);
    return { drift, overtaken };
  }
  if (sent.text === null) expect('draft', false, headDigest(stored) === was);
  else
    expect(
      'draft',
      true,
      head !== null && (digestOf(head) === digestOf(sent.text) || isSame(head, sent.text)),
    );
  // The draft that was seen, made public, is the same text in another place.
  const isShown = was !== null && stored.published === was;
  expect('published', false, isShown || stored.published === (before?.stored.published ?? null));
  return { drift, overtaken };
}
