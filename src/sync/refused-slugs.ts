/** Whether a write was refused because another page has its slug. To look costs a request of the scarcest kind. */
import { Refusal } from '../api/refusal.ts';
import type { Page } from '../model/resources.ts';

/** The platform says no more than its words: no code tells what they are about. */
const ABOUT_SLUGS = /slug|url|taken|already|duplicate|unique|in use/i;

/** The refusals of one run. */
export class RefusedSlugs {
  /** By the platform's words, whether the first page refused with them had its slug taken. */
  readonly #looked = new Map<string, Promise<boolean>>();

  /** The page that has the slug, by `look`; undefined where there is none, or the refusal cannot be about that. Equal refusals are looked into once. */
  async bearer(error: unknown, look: () => Promise<Page | undefined>): Promise<Page | undefined> {
    if (!(error instanceof Refusal)) return undefined;
    const { words, status } = error;
    if (words !== '' && status !== 409 && !ABOUT_SLUGS.test(words)) return undefined;
    const before = this.#looked.get(words);
    if (before && !(await before)) return undefined;
    const looking = look();
    // Where the look-up fails, so does the page; the next one looks again.
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
