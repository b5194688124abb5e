import { findLinks } from './find-links.ts';

/**
 * Whether two bodies have the same words, however they are printed and wherever their links lead:
 * then a formatter, a move or the like made one of the other, and nobody wrote anything. Words in
 * the attributes of tags do not count.
 */
export const sameWords = (a: string, b: string): boolean => wordsOf(a) === wordsOf(b);

/** Sorted, because a formatter may print definitions and attributes in another order. */
function wordsOf(body: string): string {
  let rest = '';
  let from = 0;
  for (const { start, end } of findLinks(body)) {
    if (start < from) continue;
    rest += `${body.slice(from, start)} `;
    from = end;
  }
  const words = (rest + body.slice(from)).replaceAll(NO_WORDS, ' ').match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.toSorted().join(' ');
}

/** Tags, entities, and the numbers of lists. */
const NO_WORDS = /\{%[^%]*%\}|&#?\w+;|^[ \t]*\d+[.)] /gm;
