/**
 * The words of a text that readers see. Shares no code with the parser and printer of pages, so
 * that it notices words that those lose. It looks only at characters, so it may count what is not a
 * word and miss one, but does so equally in all spellings of a page.
 */
import { decodeHTMLStrict } from 'entities';

/**
 * Whether two bodies have the same words, however they are printed and wherever their links lead.
 * If so, only a formatter or a move changed the body, not a person.
 */
export const sameWords = (a: string, b: string): boolean =>
  wordsInBody(a).join(' ') === wordsInBody(b).join(' ');

/** The words that only one of two bodies has, or has more often, those of the first one first. */
export const changedWords = (a: string, b: string): string[] => {
  const [words, others] = [wordsInBody(a), wordsInBody(b)];
  return [...missingFrom(others, words), ...missingFrom(words, others)];
};

/**
 * The words of a body that are missing, or less frequent, in its form as JSON. Additional words in
 * the JSON do not count.
 */
export function lackedWords(body: string, json: string): string[] {
  const text = json
    .replaceAll(/\\(?:u[\da-f]{4}|[^])/g, (escape) => (escape === '\\\\' ? '\\' : ' '))
    .replaceAll(BREAK, ' ');
  const plain = plainWords(text);
  // Code and raw HTML keep their entities, and cannot be distinguished from text here.
  const both = [...plain, ...missingFrom(plain, plainWords(withCharacters(text)))];
  return missingFrom(both.toSorted(), wordsInBody(body));
}

/** The words of a body. Sorted, because a formatter may print definitions and attributes in another order. */
const wordsInBody = (body: string): string[] => plainWords(seenText(body));

/** What readers see of a body. Values of tags are lines of their own. */
export function seenText(body: string): string {
  const text = body
    .replaceAll(PLUGIN, (_, json: string) => `\n${stringsIn(json).join('\n')}\n`)
    .replaceAll(QUOTED, (_, name: string, value: string) => name + value.replaceAll(/[{%}=]/g, ' '))
    .replaceAll(TAG, (_, inside: string) => `\n${valuesIn(inside).join('\n')}\n`)
    .replaceAll(INLINE_TEXT, '$1$2')
    .replaceAll(INLINE_PICTURE, '')
    .replaceAll(DEFINITION, '')
    .replaceAll(LINK, ']')
    .replaceAll(LABEL, ']')
    .replaceAll(BREAK, ' ')
    .replaceAll(LINE_MARKS, '');
  return withCharacters(text);
}

const withCharacters = (text: string): string =>
  text.replaceAll(ENTITY, (entity) => decodeHTMLStrict(entity));

const plainWords = (text: string): string[] =>
  (text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).toSorted();

/** The words of `wanted` that are missing in `given`, or less frequent. Both are sorted. */
function missingFrom(given: readonly string[], wanted: readonly string[]): string[] {
  let at = 0;
  return wanted.filter((word) => {
    for (let next = given[at]; next !== undefined && next < word; next = given[at]) at += 1;
    if (given[at] !== word) return true;
    at += 1;
    return false;
  });
}

/** Attributes, and keys of early blocks, that readers see. */
const SEEN = /^(?:title|text|caption|description|label|key|term|language|code|contents)$/;

const PLUGIN = /^\$plugin\[((?:(?!^\$plugin\[)[^])*?\})\s*\]\$/gm;
const STRING = /("(?:[^"\\\n]|\\.)*")[ \t\n]*(:)?/g;

/** The strings in JSON that readers see. */
function stringsIn(json: string): string[] {
  let name = '';
  return Array.from(json.matchAll(STRING)).flatMap(([, written = '""', colon]) => {
    const text = unquoted(written);
    if (colon !== undefined) name = text;
    return colon === undefined && SEEN.test(name) ? [text] : [];
  });
}

function unquoted(json: string): string {
  try {
    return String(JSON.parse(json));
  } catch {
    return json;
  }
}

/** A value in quotes. Text in it that looks like a tag is not one. */
const QUOTED = /([\w-]=)("(?:[^"\\\n]|\\.)*")/g;
/** A tag, or one that was printed as text. */
const TAG = /\{%((?:(?!\{%|%\\?\})[^])*)%\\?\}/g;
const ATTRIBUTE = /(?:^|\s)([A-Za-z_][\w-]*)=/;

/** The values of a tag that readers see. Early pages do not escape the quotes in them. */
const valuesIn = (tag: string): string[] => {
  const [, ...parts] = tag.split(ATTRIBUTE);
  return parts.filter((_, at) => at % 2 === 1 && SEEN.test(parts[at - 1] ?? ''));
};

const REST = String.raw`(?:(?!\$inline)[^\]\n]){0,2000}`;
const FIRST = String.raw`(?:(?!\$inline)[^\],\n]){0,2000}`;
const INLINE = String.raw`\$inline\\?\[ *`;
const INLINE_TEXT = new RegExp(
  String.raw`${INLINE}(?:badge *,(${FIRST})(?:,${REST})?|(?:key|glossary) *,(${REST}))\]`,
  'g',
);
const INLINE_PICTURE = new RegExp(
  String.raw`${INLINE}(?:icon|image|inline-image) *,${REST}\]`,
  'g',
);

/** Marks of quotes and lists at the beginning of a line, escaped or not. */
const MARKS = '(?:[ \\t]*(?:>|[-*+](?=[ \\t]|$)|\\d{1,9}\\\\?[.)](?=[ \\t]|$)))';
const LINE_MARKS = new RegExp(`^${MARKS}+`, 'gm');
/** The label and target of a definition. */
const DEFINITION = new RegExp(
  `^${MARKS}*[ \\t]*\\\\?\\[[^\\]\\n]+\\]:[ \\t]*\\n?[ \\t]*\\S+`,
  'gm',
);
/** The target and title of a link, even if the link was printed as text. */
const TARGET = String.raw`\\?<[^<>\n]*>|(?:\\.|[^\s()<>\\]|\([^\s()]*\))*`;
const TITLE = String.raw`"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'`;
const LINK = new RegExp(String.raw`\](?:\(\s*(?:${TARGET})(?:\s+(?:${TITLE}))?\s*\))+`, 'g');
const LABEL = /\]\\?\[(?:\\[^[\]]|[^[\]\\\n]){0,999}\\?\]/g;
/** A line break in a line. */
const BREAK = /(?<!\\)<br[ \t]*\/?>|\\n/gi;
const ENTITY = /(?<!\\)&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi;
