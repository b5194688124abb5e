/** One condition of a search: these words, adjacent and in this order. */
export interface SearchTerm {
  readonly words: readonly string[];
  /** Whether it has a leading minus: then sections that contain it are left out. */
  readonly excluded: boolean;
}

const TERM = /(-?)(?:"([^"]*)"?|([^\s"]+))/gu;
const WORDS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}]+/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/** Further terms of a query are ignored, so that no query is expensive. */
const MAX_TERMS = 32;

/**
 * A query's conditions (docs/service.md, "Search"): words, `"phrases"`, `-` before excluded terms.
 * Punctuation inside a word makes it a phrase, as in the indexed text.
 */
export function parseSearchQuery(query: string): SearchTerm[] {
  return [...query.matchAll(TERM)]
    .map(([, minus, phrase, word]) => ({
      words: wordsOf(phrase ?? word ?? ''),
      excluded: minus === '-',
    }))
    .filter(({ words }) => words.length > 0)
    .slice(0, MAX_TERMS);
}

/**
 * Like `parseSearchQuery`, but `-` is punctuation. For our sites, where readers paste commands with
 * flags.
 */
export const parseSiteQuery = (query: string): SearchTerm[] =>
  parseSearchQuery(query).map(({ words }) => ({ words, excluded: false }));

/** Text in the form in which it is indexed: scripts without spaces are indexed by character. */
export const spaced = (text: string): string => text.replace(UNSPACED, ' $& ');

const wordsOf = (text: string): string[] => spaced(text).match(WORDS) ?? [];
