import { nearest } from '../../model/nearest.ts';

/** Comparisons that a run may make: a folder with thousands of broken links needs no suggestion for each. */
const MOST_COMPARISONS = 30_000;

/** What was most likely meant, for many words: each looked up once, in bounded time altogether. */
export class Suggestions {
  readonly #known = new Map<string, string | null>();
  #left = MOST_COMPARISONS;

  /** @param scope names the candidates */
  nearest(scope: string, word: string, candidates: Iterable<string>): string | null {
    const key = `${scope}\n${word}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const list = [...candidates];
    this.#left -= list.length;
    const found = this.#left < 0 ? null : (nearest(word, list) ?? null);
    this.#known.set(key, found);
    return found;
  }
}
