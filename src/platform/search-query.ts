/** One condition of a search: these words, side by side in this order. */
export interface SearchTerm {
  readonly words: readonly string[];
  /** With a leading minus: sections that hold it are left out. */
  readonly excluded: boolean;
}

const TERM = /(-?)(?:"([^"]*)"?|([^\s"]+))/gu;
const WORDS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}]+/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/** Most terms that count; the rest of a longer query is ignored, so that no query is expensive. */
const MAX_TERMS = 32;

/**
 * The conditions of a query (notes, "Search content"): words, `"phrases"`, and `-` before what must not be there.
 * Punctuation inside a word separates it into a phrase, as it does in the text that is searched.
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

/** Text as it is indexed: scripts that are written without spaces are found by the character. */
export const spaced = (text: string): string => text.replace(UNSPACED, ' $& ');

const wordsOf = (text: string): string[] => spaced(text).match(WORDS) ?? [];
