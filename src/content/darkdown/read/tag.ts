/** Reads one tag of the later generations, `{% name attr="…" %}`. Time is linear in its length. */
import { BACKSLASH, BRACE, DOT, HYPHEN, PERCENT, QUOTE, RETURN, SPACE, TAB } from './characters.ts';
import type { AttributeValue, Attributes, Span } from './model.ts';

/** The place of a quoted value in the source, without the quotes. */
export interface QuotedValue extends Span {
  readonly name: string;
}

export interface Tag {
  readonly name: string;
  readonly close: boolean;
  readonly selfClosing: boolean;
  readonly attributes: Attributes;
  /** The quoted values of all attributes, as they are written, in order. */
  readonly quoted: readonly QuotedValue[];
  readonly start: number;
  /** The offset after the `%}`. */
  readonly end: number;
}

const isSpace = (code: number): boolean => code === SPACE || (code >= TAB && code <= RETURN);

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

const isNameStart = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95;

const isNamePart = (code: number): boolean => isNameStart(code) || isDigit(code) || code === HYPHEN;

const skipSpace = (text: string, at: number): number => {
  let pos = at;
  while (isSpace(text.charCodeAt(pos))) pos += 1;
  return pos;
};

/** The offset at which the name at `at` ends; `at` if there is none. */
function nameEnd(text: string, at: number): number {
  if (!isNameStart(text.charCodeAt(at))) return at;
  let pos = at + 1;
  while (isNamePart(text.charCodeAt(pos))) pos += 1;
  return pos;
}

interface Read<T> {
  readonly value: T;
  readonly end: number;
}

/** A backslash before any other character is a literal backslash, as in early pages. */
const unescape = (raw: string): string =>
  raw.includes('\\')
    ? raw.replace(/\\(["\\n])/g, (_, char: string) => (char === 'n' ? '\n' : char))
    : raw;

/** A string in double quotes; `undefined` if it does not end. */
function readString(text: string, at: number): Read<string> | undefined {
  let pos = at + 1;
  for (;;) {
    const code = text.charCodeAt(pos);
    if (Number.isNaN(code)) return undefined;
    if (code === QUOTE) return { value: unescape(text.slice(at + 1, pos)), end: pos + 1 };
    pos += code === BACKSLASH ? 2 : 1;
  }
}

/**
 * The same if quotes are not escaped: ends at the first quote after which the rest of a tag can
 * follow.
 */
function readLooseString(text: string, at: number, limit: number): Read<string> | undefined {
  let pos = at + 1;
  while (pos < limit) {
    const code = text.charCodeAt(pos);
    if (code === BACKSLASH) pos += 1;
    else if (code === QUOTE) {
      const next = skipSpace(text, pos + 1);
      const name = next > pos + 1 ? nameEnd(text, next) : next;
      const ends = text.startsWith('%}', next) || text.startsWith('/%}', next);
      if (ends || (name > next && text.startsWith('="', name))) {
        return { value: unescape(text.slice(at + 1, pos)), end: pos + 1 };
      }
    }
    pos += 1;
  }
  return undefined;
}

const WORDS: ReadonlyMap<string, AttributeValue> = new Map<string, AttributeValue>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

function readBare(text: string, at: number): Read<AttributeValue> | undefined {
  const word = nameEnd(text, at);
  if (word > at) {
    const value = WORDS.get(text.slice(at, word));
    return value === undefined ? undefined : { value, end: word };
  }
  let pos = text.charCodeAt(at) === HYPHEN ? at + 1 : at;
  const digits = pos;
  while (isDigit(text.charCodeAt(pos))) pos += 1;
  if (pos === digits) return undefined;
  if (text.charCodeAt(pos) === DOT && isDigit(text.charCodeAt(pos + 1))) {
    pos += 1;
    while (isDigit(text.charCodeAt(pos))) pos += 1;
  }
  return { value: Number(text.slice(at, pos)), end: pos };
}

/** A flat list: the format has no nested lists. */
function readList(text: string, at: number): Read<AttributeValue> | undefined {
  const items: AttributeValue[] = [];
  let pos = skipSpace(text, at + 1);
  if (text[pos] === ']') return { value: items, end: pos + 1 };
  for (;;) {
    const item = text[pos] === '"' ? readString(text, pos) : readBare(text, pos);
    if (item === undefined) return undefined;
    items.push(item.value);
    pos = skipSpace(text, item.end);
    if (text[pos] === ']') return { value: items, end: pos + 1 };
    if (text[pos] !== ',') return undefined;
    pos = skipSpace(text, pos + 1);
  }
}

function readValue(
  text: string,
  at: number,
  loose: number | undefined,
): Read<AttributeValue> | undefined {
  if (text[at] === '"') {
    return loose === undefined ? readString(text, at) : readLooseString(text, at, loose);
  }
  return text[at] === '[' ? readList(text, at) : readBare(text, at);
}

interface ReadAttributes extends Read<Attributes> {
  readonly quoted: readonly QuotedValue[];
}

/**
 * Attributes, up to the first text that is not one. URLs of early tables are escaped twice:
 * `https:\/\/`.
 */
function readAttributes(text: string, at: number, loose?: number): ReadAttributes {
  const attributes = new Map<string, AttributeValue>();
  const quoted: QuotedValue[] = [];
  let end = at;
  for (;;) {
    const start = skipSpace(text, end);
    const equals = nameEnd(text, start);
    if (equals === start || text[equals] !== '=') return { value: attributes, quoted, end };
    const read = readValue(text, equals + 1, loose);
    if (read === undefined) return { value: attributes, quoted, end };
    const name = text.slice(start, equals);
    const { value } = read;
    if (text[equals + 1] === '"') quoted.push({ name, start: equals + 2, end: read.end - 1 });
    attributes.set(
      name,
      name === 'url' && typeof value === 'string' ? value.replaceAll('\\/', '/') : value,
    );
    end = read.end;
  }
}

/** The tag at `at`. `loose`: quotes need no escape, and the tag ends before this offset. */
export function readTag(text: string, at: number, loose?: number): Tag | undefined {
  const named = tagNameAt(text, at);
  if (named === undefined) return undefined;
  const { name, close } = named;
  const attributes = readAttributes(text, named.end, loose);
  let pos = skipSpace(text, attributes.end);
  const selfClosing = text[pos] === '/';
  if (selfClosing) pos += 1;
  if (!text.startsWith('%}', pos)) return undefined;
  return {
    name,
    close,
    selfClosing,
    attributes: attributes.value,
    quoted: attributes.quoted,
    start: at,
    end: pos + 2,
  };
}

/**
 * The tag at `at` in a text; `undefined` if there is none, and for `{{% x %}}`, which is another
 * tool's.
 */
export const tagAt = (text: string, at: number): Tag | undefined =>
  text.charCodeAt(at + 1) !== PERCENT || text.charCodeAt(at - 1) === BRACE
    ? undefined
    : readTag(text, at);

/**
 * Reads a tag of an early page, in which quotes are not escaped: it ends before the next line with
 * a tag.
 */
export function readLooseTag(text: string, at: number): Tag | undefined {
  const next = text.indexOf('\n{%', at);
  return readTag(text, at, next === -1 ? text.length : next + 1);
}

/** The name after the `{%` at `at`, even if the tag is incomplete; `undefined` if there is none. */
export function tagNameAt(
  text: string,
  at: number,
  mark = '{%',
): Pick<Tag, 'name' | 'close' | 'end'> | undefined {
  if (!text.startsWith(mark, at)) return undefined;
  let pos = skipSpace(text, at + mark.length);
  const close = text[pos] === '/';
  if (close) pos += 1;
  const end = nameEnd(text, pos);
  return end === pos ? undefined : { name: text.slice(pos, end), close, end };
}

/** The message about a `{%` that begins a line but not a tag; `undefined` if no name follows it. */
export function badTag(text: string, at: number): string | undefined {
  const named = tagNameAt(text, at);
  return named && `This {% ${named.name.slice(0, 40)} is not a tag: a quote or its %} is missing.`;
}

/** `{% id="x" title="y" %}` at the end of a fence's info string. */
export function readAnnotation(text: string, at: number): Read<Attributes> | undefined {
  if (!text.startsWith('{%', at)) return undefined;
  const attributes = readAttributes(text, at + 2);
  const pos = skipSpace(text, attributes.end);
  return text.startsWith('%}', pos) ? { value: attributes.value, end: pos + 2 } : undefined;
}
