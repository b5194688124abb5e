import { losesDigits } from '../model/text/long-number.ts';
import type { WrittenNumber } from './long-numbers.ts';
import { endOfString, MARKS, textOfString } from './places/json-text.ts';

const { QUOTE, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_MAP, CLOSE_MAP } = MARKS;

const NUMBER = /-?\d[\d.eE+-]*/y;

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
  /** The number of lists, maps and scalars, or a little more. */
  readonly values: number;
  /** The chosen ones. */
  readonly numbers: WrittenNumber[];
}

/** Reads a text again that `JSON.parse` has accepted, and lists the numbers that `choose` takes. */
export function extentOfJson(
  json: string,
  choose: (number: string) => boolean = losesDigits,
): JsonExtent {
  const open: (Set<string> | null)[] = [];
  /** The keys of the current map; null in a list. */
  let keys: Set<string> | null = null;
  let keyNext = false;
  let [depth, values] = [0, 1];
  let duplicate: DuplicateKey | undefined;
  const numbers: WrittenNumber[] = [];
  for (let at = 0; at < json.length; at += 1) {
    switch (json.charCodeAt(at)) {
      case OPEN_MAP:
      case OPEN_LIST:
        open.push(keys);
        depth = Math.max(depth, open.length);
        values += 1;
        keyNext = json.charCodeAt(at) === OPEN_MAP;
        keys = keyNext ? new Set() : null;
        break;
      case CLOSE_MAP:
      case CLOSE_LIST:
        keys = open.pop() ?? null;
        keyNext = false;
        break;
      case COMMA:
        keyNext = keys !== null;
        values += 1;
        break;
      case QUOTE: {
        const end = endOfString(json, at);
        if (keyNext && keys !== null) {
          const key = textOfString(json, at, end);
          if (keys.has(key)) duplicate ??= { key, offset: at };
          keys.add(key);
          keyNext = false;
        }
        at = end - 1;
        break;
      }
      default: {
        NUMBER.lastIndex = at;
        const text = NUMBER.exec(json)?.[0];
        if (text === undefined) break;
        if (choose(text)) numbers.push({ text, offset: at });
        at += text.length - 1;
      }
    }
  }
  return { duplicate, depth, values, numbers };
}
