import { endOfString, MARKS, textOfString } from './places/json-text.ts';

const { QUOTE, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_MAP, CLOSE_MAP } = MARKS;

/** A key that one JSON object has twice; `offset` is where the second begins. */
export interface DuplicateKey {
  readonly key: string;
  readonly offset: number;
}

/**
 * The first duplicate key of a text that `JSON.parse` took: it keeps the last one without a word, another reader
 * may keep the first.
 */
export function findDuplicateKey(json: string): DuplicateKey | undefined {
  const open: (Set<string> | null)[] = [];
  /** Of the map that is open; null in a list. */
  let keys: Set<string> | null = null;
  let keyNext = false;
  for (let at = 0; at < json.length; at += 1) {
    switch (json.charCodeAt(at)) {
      case OPEN_MAP:
      case OPEN_LIST:
        open.push(keys);
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
        break;
      case QUOTE: {
        const end = endOfString(json, at);
        if (keyNext && keys !== null) {
          const key = textOfString(json, at, end);
          if (keys.has(key)) return { key, offset: at };
          keys.add(key);
          keyNext = false;
        }
        at = end - 1;
        break;
      }
      default:
    }
  }
  return undefined;
}
