/**
 * Finds the end of a JSON value, or returns `~stop` (negative): `stop` is the offset of the first
 * invalid character. Stops there, so any number of broken values takes linear time.
 */
import { BACKSLASH, NEWLINE, QUOTE, RETURN, SPACE, TAB } from './characters.ts';

const isJsonSpace = (code: number): boolean =>
  code === SPACE || code === NEWLINE || code === RETURN || code === TAB;

function skipSpace(text: string, at: number): number {
  let pos = at;
  while (isJsonSpace(text.charCodeAt(pos))) pos += 1;
  return pos;
}

const ESCAPE = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y;

/** The offset after the string at `at`. A line break is an error, so it never leaves the line. */
function stringEnd(text: string, at: number): number {
  let pos = at + 1;
  for (;;) {
    const code = text.charCodeAt(pos);
    if (code === QUOTE) return pos + 1;
    if (Number.isNaN(code) || code < SPACE) return ~pos;
    if (code === BACKSLASH) {
      ESCAPE.lastIndex = pos;
      if (!ESCAPE.test(text)) return ~pos;
      pos = ESCAPE.lastIndex;
    } else pos += 1;
  }
}

const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

function scalarEnd(text: string, at: number): number {
  if (text.charCodeAt(at) === QUOTE) return stringEnd(text, at);
  SCALAR.lastIndex = at;
  return SCALAR.test(text) ? SCALAR.lastIndex : ~at;
}

/** The offset after `"key":` and the spaces that follow it. */
function keyEnd(text: string, at: number): number {
  if (text.charCodeAt(at) !== QUOTE) return ~at;
  const end = stringEnd(text, at);
  if (end < 0) return end;
  const colon = skipSpace(text, end);
  return text[colon] === ':' ? skipSpace(text, colon + 1) : ~colon;
}

/**
 * No plugin nests deeper than five levels. The limit lets other code process the value recursively.
 */
const MAX_JSON_DEPTH = 64;

/** The offset after the JSON value at `at`; `~stop` if there is none, or if it nests too deep. */
export function jsonEnd(text: string, at: number, mostDeep = MAX_JSON_DEPTH): number {
  const closers: string[] = [];
  let pos = at;
  for (;;) {
    const opener = text[pos];
    if (opener === '{' || opener === '[') {
      const closer = opener === '{' ? '}' : ']';
      pos = skipSpace(text, pos + 1);
      if (text[pos] !== closer) {
        if (closers.push(closer) > mostDeep) return ~pos;
        if (closer === '}') pos = keyEnd(text, pos);
        if (pos < 0) return pos;
        continue;
      }
      pos += 1;
    } else {
      pos = scalarEnd(text, pos);
      if (pos < 0) return pos;
    }
    while (closers.length > 0 && text[skipSpace(text, pos)] === closers.at(-1)) {
      closers.pop();
      pos = skipSpace(text, pos) + 1;
    }
    if (closers.length === 0) return pos;
    pos = skipSpace(text, pos);
    if (text[pos] !== ',') return ~pos;
    pos = skipSpace(text, pos + 1);
    if (closers.at(-1) === '}') pos = keyEnd(text, pos);
    if (pos < 0) return pos;
  }
}

/** The offset of the first invalid character; the text's length if it ends too early. */
export function jsonStop(text: string): number {
  const end = jsonEnd(text, skipSpace(text, 0), Infinity);
  return end < 0 ? ~end : skipSpace(text, end);
}
