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
  let keyNext = false;
  for (let at = 0; at < json.length; at += 1) {
    switch (json.charAt(at)) {
      case '{':
        open.push(new Set());
        keyNext = true;
        break;
      case '[':
        open.push(null);
        keyNext = false;
        break;
      case '}':
      case ']':
        open.pop();
        keyNext = false;
        break;
      case ',':
        keyNext = open.at(-1) instanceof Set;
        break;
      case '"': {
        const end = endOfString(json, at);
        const keys = open.at(-1);
        if (keyNext && keys) {
          const key = String(JSON.parse(json.slice(at, end + 1)));
          if (keys.has(key)) return { key, offset: at };
          keys.add(key);
          keyNext = false;
        }
        at = end;
        break;
      }
      default:
    }
  }
  return undefined;
}

/** Offset of the quote that closes the string which opens at `start`. */
function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at;
}
