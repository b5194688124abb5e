/** Finds the targets of pointers in a JSON text, in one pass and without a tree: the text may have megabytes. */
import { keysFrom } from '../tree.ts';
import { endOfString, MARKS, textOfString } from './json-text.ts';

const { QUOTE, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_MAP, CLOSE_MAP, SPACE } = MARKS;

/** What to look for below one value. */
interface Wanted {
  /** The pointers that end here. */
  readonly pointers: string[];
  readonly inside: Map<string, Wanted>;
}

/**
 * For each pointer, the offset of the key or item that it ends with. If the text does not have it, the offset of its nearest parent. `text`
 * must be valid for `JSON.parse`.
 */
export function offsetsInJson(
  text: string,
  pointers: Iterable<string>,
): ReadonlyMap<string, number> {
  const wanted = wantedFor(pointers);
  const offsets = new Map<string, number>();
  markAll(wanted, firstOf(text, 0), offsets);
  new Scan(text, offsets).value(0, wanted);
  return offsets;
}

function wantedFor(pointers: Iterable<string>): Wanted {
  const root: Wanted = { pointers: [], inside: new Map() };
  for (const pointer of pointers) {
    let at = root;
    for (const key of keysFrom(pointer)) {
      const known = at.inside.get(key);
      const next = known ?? { pointers: [], inside: new Map() };
      if (known === undefined) at.inside.set(key, next);
      at = next;
    }
    at.pointers.push(pointer);
  }
  return root;
}

/** Sets the offset for all pointers below; a match further down replaces it. */
function markAll(wanted: Wanted, offset: number, offsets: Map<string, number>): void {
  for (const pointer of wanted.pointers) offsets.set(pointer, offset);
  for (const inside of wanted.inside.values()) markAll(inside, offset, offsets);
}

class Scan {
  readonly #text: string;
  readonly #offsets: Map<string, number>;

  constructor(text: string, offsets: Map<string, number>) {
    this.#text = text;
    this.#offsets = offsets;
  }

  /** The offset after the value that begins at or after `from`. */
  value(from: number, wanted: Wanted | undefined): number {
    const start = firstOf(this.#text, from);
    const opening = this.#text.charCodeAt(start);
    if (wanted === undefined || wanted.inside.size === 0) return endOfValue(this.#text, start);
    if (opening === OPEN_MAP) return this.#map(start + 1, wanted);
    if (opening === OPEN_LIST) return this.#list(start + 1, wanted);
    return endOfValue(this.#text, start);
  }

  #map(from: number, wanted: Wanted): number {
    let at = firstOf(this.#text, from);
    while (this.#text.charCodeAt(at) === QUOTE) {
      const end = endOfString(this.#text, at);
      const inside = wanted.inside.get(textOfString(this.#text, at, end));
      if (inside !== undefined) markAll(inside, at, this.#offsets);
      at = this.#next(this.value(firstOf(this.#text, end) + 1, inside));
    }
    return at + 1;
  }

  #list(from: number, wanted: Wanted): number {
    let at = firstOf(this.#text, from);
    for (let index = 0; at < this.#text.length; index += 1) {
      if (this.#text.charCodeAt(at) === CLOSE_LIST) break;
      const inside = wanted.inside.get(String(index));
      if (inside !== undefined) markAll(inside, at, this.#offsets);
      const next = this.#next(this.value(at, inside));
      if (next === at) break;
      at = next;
    }
    return at + 1;
  }

  /** The offset after the comma, if there is one. */
  #next(from: number): number {
    const at = firstOf(this.#text, from);
    return this.#text.charCodeAt(at) === COMMA ? firstOf(this.#text, at + 1) : at;
  }
}

/** The offset of the next character that is not white space. */
function firstOf(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) <= SPACE) at += 1;
  return at;
}

function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at) - 1;
      if (depth === 0) return at + 1;
    } else if (code === OPEN_MAP || code === OPEN_LIST) depth += 1;
    else if (code === CLOSE_MAP || code === CLOSE_LIST) {
      depth -= 1;
      if (depth === 0) return at + 1;
      // A number or a word ends where the list or map around it ends.
      if (depth < 0) return at;
    } else if (code === COMMA && depth === 0) return at;
  }
  return text.length;
}
