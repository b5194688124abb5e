/** Scans a text that `JSON.parse` has accepted, for facts that it does not return: duplicate keys, digits of numbers, and positions. */
import { losesDigits } from '../model/text/long-number.ts';
import type { WrittenNumber } from './long-numbers.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const NINE = 0x39;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_MAP = 0x7b;
const CLOSE_MAP = 0x7d;
/** All white space has lower codes. */
const SPACE = 0x20;

/** Receives the parts of a JSON text in their order. All offsets are those of first characters; an end is that of the next one. */
export interface JsonVisitor {
  /** A map or a list begins. */
  readonly begin: (offset: number, isMap: boolean) => void;
  readonly end: () => void;
  /** A key, with its quotes. */
  readonly key: (start: number, end: number) => void;
  /** A string, with its quotes, or a number, `true`, `false` or `null`. */
  readonly scalar: (start: number, end: number) => void;
}

/** Visits all parts of a JSON text. */
export function visitJson(json: string, visitor: JsonVisitor): void {
  const open: boolean[] = [];
  let isMap = false;
  let keyNext = false;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code <= SPACE || code === COLON) continue;
    if (code === COMMA) keyNext = isMap;
    else if (code === OPEN_MAP || code === OPEN_LIST) {
      open.push(isMap);
      isMap = keyNext = code === OPEN_MAP;
      visitor.begin(at, isMap);
    } else if (code === CLOSE_MAP || code === CLOSE_LIST) {
      isMap = open.pop() ?? false;
      keyNext = false;
      visitor.end();
    } else {
      const end = code === QUOTE ? endOfString(json, at) : endOfWord(json, at);
      if (keyNext) visitor.key(at, end);
      else visitor.scalar(at, end);
      keyNext = false;
      at = end - 1;
    }
  }
}

/** The offset after the quote that closes the string at `start`. */
function endOfString(text: string, start: number): number {
  let at = text.indexOf('"', start + 1);
  while (at !== -1 && isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at === -1 ? text.length : at + 1;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}

const WORD = /[-+.\w]+/y;

function endOfWord(text: string, start: number): number {
  WORD.lastIndex = start;
  return start + (WORD.exec(text)?.[0].length ?? 1);
}

/** The value of the string from `start` to `end`, which include the quotes. */
export function textOfString(json: string, start: number, end: number): string {
  const raw = json.slice(start + 1, end - 1);
  return raw.includes('\\') ? String(JSON.parse(json.slice(start, end))) : raw;
}

/** A key that occurs twice in one JSON object; `offset` is that of the second one. */
export interface DuplicateKey {
  readonly key: string;
  readonly offset: number;
}

/** Facts about a JSON text that `JSON.parse` does not report. */
export interface JsonExtent {
  /** The first duplicate: `JSON.parse` silently keeps the last value, another reader may keep the first. */
  readonly duplicate: DuplicateKey | undefined;
  /** The deepest nesting of lists and maps. */
  readonly depth: number;
  /** The number of lists, maps and scalars. */
  readonly values: number;
  /** The numbers for which `choose` returned true. */
  readonly numbers: readonly WrittenNumber[];
}

/** The extent of a JSON text, with the numbers for which `choose` returns true. */
export function extentOfJson(
  json: string,
  choose: (number: string) => boolean = losesDigits,
): JsonExtent {
  const open: (Set<string> | null)[] = [];
  /** The keys of the current map; null in a list. */
  let keys: Set<string> | null = null;
  let [depth, values] = [0, 0];
  let duplicate: DuplicateKey | undefined;
  const numbers: WrittenNumber[] = [];
  visitJson(json, {
    begin: (_, isMap) => {
      open.push(keys);
      keys = isMap ? new Set() : null;
      depth = Math.max(depth, open.length);
      values += 1;
    },
    end: () => {
      keys = open.pop() ?? null;
    },
    key: (start, end) => {
      const key = textOfString(json, start, end);
      if (keys?.has(key)) duplicate ??= { key, offset: start };
      keys?.add(key);
    },
    scalar: (start, end) => {
      values += 1;
      const first = json.charCodeAt(start);
      if (first < MINUS || first > NINE) return;
      const text = json.slice(start, end);
      if (choose(text)) numbers.push({ text, offset: start });
    },
  });
  return { duplicate, depth, values, numbers };
}
