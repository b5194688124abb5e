/** The words by which sections are found, the same for every database. */
import { spaced } from '../../content/search/query.ts';

/** Letters and digits, except for a few that SQLite's tokenizer, which reads the same texts, treats as punctuation. */
const WORD = /[\p{L}\p{N}]+/gu;
const NO_LETTERS = /[\u19b0-\u19c0\u19c8\u19c9\u1cf2\u1cf3]/gu;

/** Combining marks, which neither separate words nor are part of them. A text may have them as separate characters after their letters. */
const LOOSE_MARKS =
  /[\u0300-\u0304\u0306-\u030c\u030f\u0311\u031b\u0323-\u0328\u032d\u032e\u0330\u0331]/gu;

// oxlint-disable-next-line no-control-regex -- ASCII is meant
const NOT_ASCII = /[^\x00-\x7f]/;

/** The words of a text, in order: in lower case, Latin letters without diacritics. Scripts without spaces have a word for each character. */
export function searchWords(text: string): readonly string[] {
  if (!NOT_ASCII.test(text)) return text.toLowerCase().match(WORD) ?? [];
  const plain = spaced(text.normalize('NFC')).replace(NO_LETTERS, ' ').replace(LOOSE_MARKS, '');
  return (plain.match(WORD) ?? []).map((word) =>
    NOT_ASCII.test(word) ? folded(word) : word.toLowerCase(),
  );
}

const known = new Map<string, string>();

const folded = (word: string): string =>
  Array.from(word, (char) => {
    const before = known.get(char);
    if (before !== undefined) return before;
    const after = foldedChar(char);
    known.set(char, after);
    return after;
  }).join('');

function foldedChar(char: string): string {
  // Converts through the capital, so that both forms of the sigma become one. But `i` with and without a dot are two letters.
  const capital = char === 'ı' ? char : orSame(char, char.toUpperCase());
  const low = orSame(capital, capital.toLowerCase());
  const base = low.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return /^[a-z]$/.test(base) ? base : low;
}

/** `other`, if it is a single character, or else `char` itself. */
const orSame = (char: string, other: string): string =>
  Array.from(other).length === 1 ? other : char;
