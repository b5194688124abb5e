/** JSON as YAML in block style, with the same order and values. One pass over the text and no tree, because definitions have megabytes. */

/** `text` is JSON that was parsed before: it has no duplicate keys, and its depth is within the limit for definitions. */
export function jsonToYaml(text: string): string {
  return new Writer(text).document();
}

const BACKSLASH = 0x5c;
const QUOTE = 0x22;
const SPACE = 0x20;
const STEP = '  ';

class Writer {
  readonly #text: string;
  readonly #parts: string[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): string {
    this.#value('', false);
    return `${this.#parts.join('').trimStart()}\n`;
  }

  /** Writes the value after a colon or a dash. `isItem`: its first entry is on the line of the dash. */
  #value(indent: string, isItem: boolean): void {
    this.#skip();
    switch (this.#text.charAt(this.#at)) {
      case '{':
        return this.#map(indent, isItem);
      case '[':
        return this.#list(indent, isItem);
      case '"':
        return this.#write(` ${scalar(this.#string(), indent === '' ? STEP : indent)}`);
      default:
        return this.#write(` ${this.#word()}`);
    }
  }

  #map(indent: string, isItem: boolean): void {
    this.#at += 1;
    if (this.#ends('}')) return this.#write(' {}');
    for (let isFirst = true; ; isFirst = false) {
      this.#write(isFirst && isItem ? ' ' : `\n${indent}`);
      this.#skip();
      const key = this.#string();
      this.#write(keyed(key, indent));
      this.#skip();
      // Skip the colon.
      this.#at += 1;
      this.#inner(indent);
      if (this.#ends('}')) return;
      // Skip the comma.
      this.#at += 1;
    }
  }

  /** The value of an entry of a map. A list stands directly under its key, because its dashes set it apart. */
  #inner(indent: string): void {
    this.#skip();
    const isList = this.#text.charAt(this.#at) === '[';
    this.#value(isList ? indent : `${indent}${STEP}`, false);
  }

  #list(indent: string, isItem: boolean): void {
    this.#at += 1;
    if (this.#ends(']')) return this.#write(' []');
    for (let isFirst = true; ; isFirst = false) {
      this.#write(isFirst && isItem ? ' -' : `\n${indent}-`);
      this.#value(`${indent}${STEP}`, true);
      if (this.#ends(']')) return;
      // Skip the comma.
      this.#at += 1;
    }
  }

  #write(text: string): void {
    this.#parts.push(text);
  }

  #skip(): void {
    while (this.#text.charCodeAt(this.#at) <= SPACE) this.#at += 1;
  }

  /** Skips the closing bracket if it is next. Returns whether it was. */
  #ends(bracket: string): boolean {
    this.#skip();
    if (this.#text.charAt(this.#at) !== bracket) return false;
    this.#at += 1;
    return true;
  }

  #string(): string {
    const start = this.#at;
    let end = start + 1;
    let isEscaped = false;
    for (let code = this.#text.charCodeAt(end); code !== QUOTE; code = this.#text.charCodeAt(end)) {
      isEscaped ||= code === BACKSLASH;
      end += code === BACKSLASH ? 2 : 1;
      if (end > this.#text.length) throw new SyntaxError('not JSON');
    }
    this.#at = end + 1;
    return isEscaped
      ? String(JSON.parse(this.#text.slice(start, end + 1)))
      : this.#text.slice(start + 1, end);
  }

  /** A number as it is written, of any length, or `true`, `false`, `null`. */
  #word(): string {
    const start = this.#at;
    while (/[\w+.-]/.test(this.#text.charAt(this.#at))) this.#at += 1;
    return this.#text.slice(start, this.#at);
  }
}

/** YAML takes longer keys only with a special mark. */
const LONGEST_KEY = 1000;

function keyed(key: string, indent: string): string {
  const text = plain(key);
  return text.length > LONGEST_KEY ? `? ${text}\n${indent}:` : `${text}:`;
}

/** Text that is printed as it is: it begins like a word, a path or a name, and not like a number, a date or a mark. */
const PRINTED = /^[A-Za-z/$(\u00c0-\u024f][ -~\u00a1-\u1fff\u2030-\u2fff\u3001-\ud7ff]*$/;
/** What ends a text that is not in quotes. */
const ENDS = /:(?:\s|$)|\s#|\s$/;
/** Words that some reader of YAML 1.1 or 1.2 takes for something other than text. */
const WORDS = /^(?:y|n|yes|no|on|off|true|false|null)$/i;

const plain = (text: string): string =>
  PRINTED.test(text) && !ENDS.test(text) && !WORDS.test(text) ? text : quoted(text);

/** JSON's quotes are valid in YAML, except for characters that YAML does not print as they are. */
const quoted = (text: string): string =>
  JSON.stringify(text).replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Several lines become a literal block, if nothing in them needs escapes. */
function scalar(text: string, indent: string): string {
  if (!text.includes('\n')) return plain(text);
  if (!BLOCK.test(text)) return quoted(text);
  const isEnded = text.endsWith('\n');
  const lines = (isEnded ? text.slice(0, -1) : text).split('\n');
  // A literal block would keep either one empty line at the end or all of them.
  if (lines.at(-1)?.trim() === '') return quoted(text);
  const block = lines.map((line) => (line === '' ? '' : `${indent}${line}`)).join('\n');
  return `${isEnded ? '|' : '|-'}\n${block}`;
}

/** Does not begin with a space, and has no character that YAML does not print. */
const BLOCK = /^[^\s][\n\t\u0020-\u007e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]*$/;
