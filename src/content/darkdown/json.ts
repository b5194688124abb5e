/** Where one JSON value ends. Strict, so that it stops at the first character that no JSON can have: looking for the end of many broken values costs no more than reading them once. */

const isJsonSpace = (code: number): boolean =>
  code === 32 || code === 10 || code === 13 || code === 9;

function skipSpace(text: string, at: number): number {
  let pos = at;
  while (isJsonSpace(text.charCodeAt(pos))) pos += 1;
  return pos;
}

/** After the string that begins at `at`, or -1. A line break inside is an error, so it never runs past its line. */
function stringEnd(text: string, at: number): number {
  let pos = at + 1;
  for (;;) {
    const code = text.charCodeAt(pos);
    if (code === 34) return pos + 1;
    if (Number.isNaN(code) || code < 32) return -1;
    pos += code === 92 ? 2 : 1;
  }
}

const SCALAR = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

function scalarEnd(text: string, at: number): number {
  if (text.charCodeAt(at) === 34) return stringEnd(text, at);
  SCALAR.lastIndex = at;
  return SCALAR.test(text) ? SCALAR.lastIndex : -1;
}

/** After `"key":` and the spaces that follow it, or -1. */
function keyEnd(text: string, at: number): number {
  if (text.charCodeAt(at) !== 34) return -1;
  const end = stringEnd(text, at);
  if (end === -1) return -1;
  const colon = skipSpace(text, end);
  return text[colon] === ':' ? skipSpace(text, colon + 1) : -1;
}

/** No plugin nests deeper than five; whoever walks the value afterwards may recurse. */
const MAX_JSON_DEPTH = 64;

/** The offset after the JSON value that begins at `at`, or -1 where there is none. */
export function jsonEnd(text: string, at: number): number {
  const closers: string[] = [];
  let pos = at;
  for (;;) {
    const opener = text[pos];
    if (opener === '{' || opener === '[') {
      const closer = opener === '{' ? '}' : ']';
      pos = skipSpace(text, pos + 1);
      if (text[pos] !== closer) {
        if (closers.push(closer) > MAX_JSON_DEPTH) return -1;
        if (closer === '}') pos = keyEnd(text, pos);
        if (pos === -1) return -1;
        continue;
      }
      pos += 1;
    } else {
      pos = scalarEnd(text, pos);
      if (pos === -1) return -1;
    }
    while (closers.length > 0 && text[skipSpace(text, pos)] === closers.at(-1)) {
      closers.pop();
      pos = skipSpace(text, pos) + 1;
    }
    if (closers.length === 0) return pos;
    pos = skipSpace(text, pos);
    if (text[pos] !== ',') return -1;
    pos = skipSpace(text, pos + 1);
    if (closers.at(-1) === '}') pos = keyEnd(text, pos);
    if (pos === -1) return -1;
  }
}
