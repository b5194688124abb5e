/** Whether a write was refused because another page has its slug. To look costs a request of the scarcest kind. */
import type { RefusedWrite } from '../../api/calls/written.ts';
import type { Page } from '../../model/resources.ts';

/** The platform says no more than its words: no code tells what they are about. */
const ABOUT_SLUGS = /slug|url|taken|already|duplicate|unique|in use/i;

/** The refusals of one run. */
export class RefusedSlugs {
  /** By the platform's words, whether the first page refused with them had its slug taken. */
  readonly #looked = new Map<string, Promise<boolean>>();

  /** The page that has the slug, by `look`; undefined if there is none, or the refusal cannot be about that. Equal refusals are looked into once. */
  async bearer(
    { words, failure }: RefusedWrite,
    look: () => Promise<Page | undefined>,
  ): Promise<Page | undefined> {
    if (words === null) return undefined;
    if (words !== '' && failure.status !== 409 && !ABOUT_SLUGS.test(words)) return undefined;
    const before = this.#looked.get(words);
    if (before && !(await before)) return undefined;
    const looking = look();
    // If the look-up fails, so does the page; the next one looks again.
    if (!before) this.#looked.set(words, isFound(looking));
    return looking;
  }
}

async function isFound(looking: Promise<Page | undefined>): Promise<boolean> {
  try {
    return (await looking) !== undefined;
  } catch {
    return true;
  }
}
