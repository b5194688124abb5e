/** Parses tags of HTML and JSX, and finds their ends. Time is linear in the length of the text. */
import { decodeHTMLStrict } from 'entities';
import { VOID } from './names.ts';

/** The value of an attribute: text, `true` if it has no value, or code in braces. */
export type ElementValue = string | true | { readonly code: string };

export interface ElementTag {
  readonly name: string;
  readonly kind: 'open' | 'close' | 'self';
  readonly attributes: ReadonlyMap<string, ElementValue>;
  readonly start: number;
  /** The offset after the `>`. */
  readonly end: number;
}

/** Text inside a container. `line` counts from 0, from the first line of the parsed text. */
export interface Inner {
  readonly text: string;
  readonly line: number;
}

/** Whether readers never see the element. */
export function isUnseen({ name, attributes }: ElementTag): boolean {
  const keys = [...attributes.keys()];
  if (name === 'template') return !keys.some((key) => /^(?:v-|#|:)/.test(key));
  const codeOf = (key: string): string => {
    const value = attributes.get(key) ?? '';
    return typeof value === 'object' ? value.code : String(value);
  };
  const hidden = attributes.get('hidden');
  return (
    (hidden !== undefined && !(typeof hidden === 'object' && hidden.code === 'false')) ||
    /(?:^|[;{\s"'])display\s*:\s*["']?none/.test(codeOf('style')) ||
    ['v-if', 'v-show'].some((key) => codeOf(key).trim() === 'false')
  );
}

const NAME = /<(\/?)([A-Za-z][\w.:-]*)?(?=[\s/>])/y;
const ATTRIBUTE = /[^\s"'<>/={}`]+/y;
const SPACE = /\s*/y;

/** The limit for a tag: longer text is not one. */
const MAX_TAG_LENGTH = 20_000;

/**
 * The tag at `at`, which is the offset of a `<`; undefined if there is no tag. A fragment, `<>`,
 * has the name ''.
 */
export function elementTagAt(text: string, at: number): ElementTag | undefined {
  NAME.lastIndex = at;
  const match = NAME.exec(text);
  if (match === null) return undefined;
  const [whole, slash, name = ''] = match;
  const limit = Math.min(text.length, at + MAX_TAG_LENGTH);
  const attributes = new Map<string, ElementValue>();
  let pos = at + whole.length;
  while (pos < limit) {
    pos = skip(SPACE, text, pos);
    if (text[pos] === '>') {
      const kind = slash === '/' ? 'close' : 'open';
      return { name, kind, attributes, start: at, end: pos + 1 };
    }
    if (text.startsWith('/>', pos)) {
      return { name, kind: 'self', attributes, start: at, end: pos + 2 };
    }
    if (text[pos] === '{') {
      // `{...props}`
      const end = endOfBraces(text, pos, limit);
      if (end === -1) return undefined;
      attributes.set(`{${attributes.size}}`, { code: text.slice(pos + 1, end - 1) });
      pos = end;
      continue;
    }
    const end = skip(ATTRIBUTE, text, pos);
    if (end === pos || name === '') return undefined;
    const key = text.slice(pos, end);
    const equals = skip(SPACE, text, end);
    if (text[equals] !== '=') {
      attributes.set(key, true);
      pos = end;
      continue;
    }
    const value = valueAt(text, skip(SPACE, text, equals + 1), limit);
    if (value === undefined) return undefined;
    attributes.set(key, value.value);
    pos = value.end;
  }
  return undefined;
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 0);
}

interface Value {
  readonly value: ElementValue;
  readonly end: number;
}

function valueAt(text: string, at: number, limit: number): Value | undefined {
  const quote = text[at];
  if (quote === '"' || quote === "'") {
    const end = text.indexOf(quote, at + 1);
    if (end === -1 || end > limit) return undefined;
    return { value: decodeHTMLStrict(text.slice(at + 1, end)), end: end + 1 };
  }
  if (quote === '{') {
    const end = endOfBraces(text, at, limit);
    if (end === -1) return undefined;
    const code = text.slice(at + 1, end - 1).trim();
    return { value: stringIn(code) ?? { code }, end };
  }
  const end = skip(ATTRIBUTE, text, at);
  return end === at ? undefined : { value: text.slice(at, end), end };
}

/** The text of a string literal; undefined if `code` is something else. */
export function stringIn(code: string): string | undefined {
  const quote = code[0];
  if (quote !== '"' && quote !== "'" && quote !== '`') return undefined;
  if (code.length < 2 || code.at(-1) !== quote) return undefined;
  const inner = code.slice(1, -1);
  if (quote === '`' && inner.includes('${')) return undefined;
  const bare = inner.replaceAll(/\\[^]/g, '');
  if (bare.includes(quote)) return undefined;
  return inner.replaceAll(/\\([^])/g, (_, char: string) =>
    char === 'n' ? '\n' : char === 't' ? '\t' : char,
  );
}

/**
 * The offset after the brace that closes the one at `at`; -1 if none does. Ignores braces in
 * strings and comments.
 */
export function endOfBraces(text: string, at: number, limit = text.length): number {
  let depth = 0;
  for (let pos = at; pos < limit; pos += 1) {
    const char = text[pos];
    if (char === '{') depth += 1;
    else if (char === '}') {
      depth -= 1;
      if (depth === 0) return pos + 1;
    } else if (char === '"' || char === "'" || char === '`') {
      const end = endOfString(text, pos, limit);
      // A quote without an end is an apostrophe in prose.
      if (end !== -1) pos = end;
    } else if (char === '/' && text[pos + 1] === '*') {
      const end = text.indexOf('*/', pos + 2);
      if (end === -1 || end > limit) return -1;
      pos = end + 1;
    }
  }
  return -1;
}

function endOfString(text: string, at: number, limit: number): number {
  const quote = text[at];
  for (let pos = at + 1; pos < limit; pos += 1) {
    if (text[pos] === '\\') pos += 1;
    else if (text[pos] === quote) return pos;
    else if (text[pos] === '\n' && quote !== '`') return -1;
  }
  return -1;
}

/** The opening and closing marks of a kind of container, for `findClose`. */
export interface Pair {
  /** Sticky: matches an opening or closing mark at an offset. */
  readonly mark: RegExp;
  /** Whether the mark at `at` opens or closes a container; `end` is the offset after it. */
  readonly read: (
    text: string,
    at: number,
  ) => { readonly kind: 'open' | 'close' | 'none'; readonly end: number };
}

export const elementPair = (name: string): Pair => ({
  mark: new RegExp(`</?${name.replaceAll(/[.]/g, '\\.')}(?=[\\s/>])`, 'y'),
  read: (text, at) => {
    const tag = elementTagAt(text, at);
    if (tag === undefined) return { kind: 'none', end: at + 1 };
    return { kind: tag.kind === 'self' ? 'none' : tag.kind, end: tag.end };
  },
});

/** The offsets where a container's content ends and where the text after it begins. */
export interface Close {
  readonly start: number;
  readonly end: number;
}

const FENCE_LINE = /[ \t>]*(`{3,}|~{3,})/y;
const NEXT = /[\n`<{]/g;

/**
 * Finds the mark that closes the container whose content begins at `from`. Ignores marks in code
 * and in comments.
 */
export function findClose(text: string, from: number, pair: Pair): Close | undefined {
  let depth = 1;
  // Once no comment ends any more, none is looked for.
  let isClosed = true;
  let pos = from;
  while (pos < text.length) {
    NEXT.lastIndex = pos;
    const found = NEXT.exec(text);
    if (found === null) return undefined;
    pos = found.index;
    if (found[0] === '\n') {
      pos = afterFence(text, pos + 1);
      continue;
    }
    if (found[0] === '`') {
      pos = afterCodeSpan(text, pos);
      continue;
    }
    if (text.startsWith('<!--', pos)) {
      const end: number = isClosed ? text.indexOf('-->', pos + 4) : -1;
      isClosed = end !== -1;
      pos = isClosed ? end + 3 : pos + 4;
      continue;
    }
    pair.mark.lastIndex = pos;
    if (!pair.mark.test(text)) {
      pos += 1;
      continue;
    }
    const { kind, end } = pair.read(text, pos);
    if (kind === 'open') depth += 1;
    if (kind === 'close') depth -= 1;
    if (depth === 0) return { start: pos, end };
    pos = end;
  }
  return undefined;
}

/** The start of the line after the fenced code that begins at `at`; `at` if no fence does. */
function afterFence(text: string, at: number): number {
  FENCE_LINE.lastIndex = at;
  const fence = FENCE_LINE.exec(text)?.[1];
  if (fence === undefined) return at;
  let line = text.indexOf('\n', at);
  const close = new RegExp(`[ \\t>]*${fence[0] ?? ''}{${fence.length},}[ \\t]*(?:\\n|$)`, 'y');
  while (line !== -1) {
    close.lastIndex = line + 1;
    const match = close.exec(text);
    if (match !== null) {
      const end = line + 1 + match[0].length;
      // The next search needs the line break, because it looks for a fence after it.
      return match[0].endsWith('\n') ? end - 1 : end;
    }
    line = text.indexOf('\n', line + 1);
  }
  // The fence is never closed, and would hide the end of its container, so only its first line is
  // skipped.
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}

const MAX_SPAN_LENGTH = 1000;

function afterCodeSpan(text: string, at: number): number {
  let end = at;
  while (text[end] === '`') end += 1;
  const run = text.slice(at, end);
  const near = text.slice(end, end + MAX_SPAN_LENGTH);
  const blank = near.search(/\n[ \t]*\n/);
  const close = near.indexOf(run);
  return close === -1 || (blank !== -1 && close > blank) ? end : end + close + run.length;
}

/** The elements at the top level of a text, and the texts between them. */
export function* elementsIn(
  inner: Inner,
): Generator<string | { readonly tag: ElementTag; readonly inner: Inner | null }> {
  const { text } = inner;
  let from = 0;
  let at = text.indexOf('<');
  let unclosed = 0;
  while (at !== -1) {
    if (text.startsWith('<!--', at)) {
      yield text.slice(from, at);
      const end = text.indexOf('-->', at);
      from = end === -1 ? text.length : end + 3;
      at = text.indexOf('<', from);
      continue;
    }
    const tag = elementTagAt(text, at);
    if (tag === undefined) {
      at = text.indexOf('<', at + 1);
      continue;
    }
    const isOpen = tag.kind === 'open' && !VOID.has(tag.name.toLowerCase()) && unclosed < 20;
    const close = isOpen ? findClose(text, tag.end, elementPair(tag.name)) : undefined;
    if (isOpen && close === undefined) unclosed += 1;
    yield text.slice(from, at);
    const line = inner.line + text.slice(0, tag.end).split('\n').length - 1;
    yield {
      tag,
      inner: close === undefined ? null : { text: text.slice(tag.end, close.start), line },
    };
    from = close?.end ?? tag.end;
    at = text.indexOf('<', from);
  }
  yield text.slice(from);
}
