/** Searches entries. Also runs in browsers, so it imports only the query reader and `nearest`. */
import { parseSiteQuery, spaced } from '../../content/search/query.ts';
import { nearest } from '../../model/text/nearest.ts';

/**
 * A part of a page. Short field names would save little, because files of entries are sent
 * compressed.
 */
export interface SearchEntry {
  /** The address, with the anchor of the part. */
  readonly url: string;
  /** Title of the page, and of the heading above the part's own. */
  readonly page: string;
  /** The title of the part; empty for the part before the first heading. */
  readonly section: string;
  readonly text: string;
}

/** A piece of text, and whether it is what was searched for. */
export type FoundPiece = readonly [text: string, isFound: boolean];

export interface FoundEntry {
  readonly url: string;
  readonly page: readonly FoundPiece[];
  readonly section: readonly FoundPiece[];
  readonly text: readonly FoundPiece[];
}

/** Lower case, without diacritics. Keeps the length, so that offsets are valid in both texts. */
export function folded(text: string): string {
  // oxlint-disable-next-line no-control-regex -- ASCII is meant
  if (!/[^\x00-\x7f]/.test(text)) return text.toLowerCase();
  return Array.from(text, (char) => {
    const low = char.normalize('NFD').toLowerCase();
    if (low.length === char.length) return low;
    return char.length === 1 ? low.charAt(0) : char;
  }).join('');
}

const INSIDE = String.raw`[\p{L}\p{M}\p{N}]`;
const BETWEEN = String.raw`[^\p{L}\p{M}\p{N}]`;

/**
 * Matches the words side by side, the last as a prefix. In scripts without spaces, words may begin
 * anywhere.
 */
function patternOf(words: readonly string[]): RegExp {
  const parts = words.map((word, index) => {
    const before = words[index - 1];
    if (before === undefined) return (isUnspaced(word) ? '' : `(?<!${INSIDE})`) + escaped(word);
    const isApart = !isUnspaced(word) && !isUnspaced(before);
    return `${BETWEEN}${isApart ? '+' : '*'}${escaped(word)}`;
  });
  return new RegExp(parts.join(''), 'gu');
}

/**
 * Removes all characters except letters, digits and marks, so that nothing has a meaning in a
 * pattern.
 */
const escaped = (word: string): string => word.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');

const isUnspaced = (word: string): boolean => spaced(word) !== word;

/** The most occurrences of a word that count, so that repeating one word does not win. */
const MAX_COUNTED = 5;

function countIn(text: string, pattern: RegExp): number {
  let count = 0;
  while (count < MAX_COUNTED && pattern.test(text)) count += 1;
  // A global pattern keeps its position. The next use must begin at the start.
  pattern.lastIndex = 0;
  return count;
}

/**
 * The weight of a word in the title of a page, and in that of a part. In the text it is 1. A page
 * whose title has it outweighs a part that has it in title and text.
 */
const IN_PAGE = 20;
const IN_SECTION = 10;
const WHOLE_TITLE = 30;

/**
 * The best entries, best first. Every term must be in titles or text, as a prefix of words. If
 * there are none, corrects typing errors.
 */
export function find(entries: readonly SearchEntry[], query: string, limit: number): FoundEntry[] {
  const terms = termsOf(query);
  const found = findTerms(entries, terms, query, limit);
  if (found.length > 0) return found;
  const corrected = correctedTerms(entries, terms);
  return corrected === null ? [] : findTerms(entries, corrected, '', limit);
}

/** The words of each term. */
const termsOf = (query: string): Terms => parseSiteQuery(query).map(({ words }) => words);

type Terms = readonly (readonly string[])[];

/** Shorter words are not corrected, because too many words are similar to them. */
const MIN_CORRECTED = 4;

/** By how many letters two words may differ in length. */
const MAX_LONGER = 2;

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** The words of entries that were searched, as long as the entries are kept. */
const WORDS = new WeakMap<readonly SearchEntry[], readonly string[]>();

function wordsIn(entries: readonly SearchEntry[]): readonly string[] {
  const known = WORDS.get(entries);
  if (known) return known;
  const words = new Set<string>();
  for (const { page, section, text } of entries) {
    for (const [word] of folded(`${page} ${section} ${text}`).matchAll(WORD)) words.add(word);
  }
  const all = [...words].filter((word) => word.length >= MIN_CORRECTED - 1);
  WORDS.set(entries, all);
  return all;
}

/**
 * Replaces each word that no known word begins with by the nearest known word. Returns null if
 * nothing was replaced.
 */
function correctedTerms(entries: readonly SearchEntry[], terms: Terms): Terms | null {
  let isCorrected = false;
  const correct = (typed: string): string => {
    const word = folded(typed);
    const known = wordsIn(entries);
    if (word.length < MIN_CORRECTED || isUnspaced(word)) return typed;
    if (known.some((each) => each.startsWith(word))) return typed;
    const near = known.filter((each) => Math.abs(each.length - word.length) <= MAX_LONGER);
    const meant = nearest(word, near);
    isCorrected ||= meant !== undefined;
    return meant ?? typed;
  };
  const corrected = terms.map((words) => words.map(correct));
  return isCorrected ? corrected : null;
}

/**
 * The entries of a version, and those of other versions with the version's name in the title. Each
 * URL occurs once.
 */
export function withOthers(
  own: readonly SearchEntry[],
  others: readonly (readonly [version: string, entries: readonly SearchEntry[]])[],
): readonly SearchEntry[] {
  const urls = new Set(own.map(({ url }) => url));
  const named = others.flatMap(([version, entries]) =>
    entries
      .filter(({ url }) => !urls.has(url))
      .map(({ url, page, section, text }) => ({
        url,
        page: `${page} · ${version}`,
        section,
        text,
      })),
  );
  return [...own, ...named];
}

function findTerms(
  entries: readonly SearchEntry[],
  terms: Terms,
  query: string,
  limit: number,
): FoundEntry[] {
  const wanted = terms.map((words) => patternOf(words.map(folded)));
  if (wanted.length === 0) return [];
  const whole = folded(query.trim());
  const found: { readonly entry: SearchEntry; readonly score: number; readonly at: number }[] = [];
  for (const [at, entry] of entries.entries()) {
    const score = scoreOf(entry, wanted, whole);
    if (score > 0) found.push({ entry, score, at });
  }
  found.sort((a, b) => b.score - a.score || a.at - b.at);
  return found.slice(0, limit).map(({ entry }) => resultOf(entry, wanted));
}

function scoreOf(entry: SearchEntry, wanted: readonly RegExp[], whole: string): number {
  const page = folded(entry.page);
  const section = folded(entry.section);
  const text = folded(entry.text);
  let score = 0;
  for (const word of wanted) {
    // A word in the page's title finds the first part of the page. Other parts must contain a word
    // themselves.
    const inPage =
      entry.section === '' ? countIn(page, word) * IN_PAGE : Math.sign(countIn(page, word));
    const inSection = countIn(section, word) * IN_SECTION;
    const inText = countIn(text, word);
    if (inPage + inSection + inText === 0) return 0;
    score += inPage + inSection + inText;
  }
  if (
    wanted.every((word) => countIn(section, word) + countIn(text, word) === 0) &&
    entry.section !== ''
  )
    return 0;
  const title = entry.section === '' ? page : section;
  return title === whole ? score + WHOLE_TITLE : score;
}

/** An entry that something else found for this query, in the form in which `find` returns it. */
export const shownEntry = (entry: SearchEntry, query: string): FoundEntry =>
  resultOf(
    entry,
    termsOf(query).map((words) => patternOf(words.map(folded))),
  );

const BEFORE = 40;
const MAX_TEXT_LENGTH = 180;

function resultOf({ url, page, section, text }: SearchEntry, words: readonly RegExp[]): FoundEntry {
  return {
    url,
    page: pieces(page, words),
    section: pieces(section, words),
    text: pieces(excerpt(text, words), words),
  };
}

function excerpt(text: string, words: readonly RegExp[]): string {
  const low = folded(text);
  const places = words.map((word) => low.search(word)).filter((at) => at !== -1);
  const first = places.length === 0 ? 0 : Math.min(...places);
  const rough = first <= BEFORE ? 0 : first - BEFORE;
  const space = rough === 0 ? -1 : text.indexOf(' ', rough);
  const start = space === -1 || space > first ? rough : space + 1;
  const cut = text
    .slice(start, start + MAX_TEXT_LENGTH)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return `${start > 0 ? '… ' : ''}${cut}${start + MAX_TEXT_LENGTH < text.length ? ' …' : ''}`;
}

function pieces(text: string, words: readonly RegExp[]): FoundPiece[] {
  const low = folded(text);
  const spans: (readonly [start: number, end: number])[] = [];
  for (const word of words) {
    for (const { index, 0: found } of low.matchAll(word)) spans.push([index, index + found.length]);
  }
  spans.sort(([a], [b]) => a - b);
  const found: FoundPiece[] = [];
  let at = 0;
  for (const [start, end] of spans) {
    if (start < at) continue;
    if (start > at) found.push([text.slice(at, start), false]);
    found.push([text.slice(start, end), true]);
    at = end;
  }
  if (at < text.length) found.push([text.slice(at), false]);
  return found;
}
