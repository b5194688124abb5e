/** The header of a page file. It is not YAML: `key: value`, verbatim, one per line. */

/** The two sections that a page file may have. */
export type SectionName = 'draft' | 'published';

/** One key of a header with its value, as in the file. */
export interface HeaderEntry {
  readonly key: string;
  /**
   * The text after `key:` and a space. Lines that do not begin with a key continue it, each after
   * `\n`.
   */
  readonly value: string;
  /** Its source lines, line ends included. */
  readonly source: string;
  /** Its first line in the file, from 1. */
  readonly line: number;
}

/** The header of a page file, in the order of its lines. */
export interface Header {
  /** The opening fence with its line end. */
  readonly open: string;
  readonly entries: readonly HeaderEntry[];
}

/** The order in which headers are written. Other keys follow these. */
const KEY_ORDER: readonly string[] = [
  'type',
  'title',
  'listed',
  'slug',
  'description',
  'index_title',
  'hidden',
  'keywords',
  'tags',
];

/** All keys that have a meaning; `category`, `follows` and `followed` are this tool's own. */
export const HEADER_KEYS: ReadonlySet<string> = new Set([
  ...KEY_ORDER,
  'audience',
  'category',
  'follows',
  'followed',
  'url',
  'date',
  'published',
]);

/** The place of a key in `KEY_ORDER`. */
export const rankOf = (key: string): number => {
  const at = KEY_ORDER.indexOf(key);
  return at === -1 ? KEY_ORDER.length : at;
};

/** The number of header lines that the platform reads. */
export const MAX_HEADER_LINES = 15;

/** The end of a line, without its line end, and the start of the next line. */
interface Line {
  readonly end: number;
  readonly next: number;
}

/** The end of the line that begins at `start`, and the start of the next one. */
export function lineAt(text: string, start: number): Line {
  const newline = text.indexOf('\n', start);
  if (newline === -1) return { end: text.length, next: text.length };
  const end = newline > start && text[newline - 1] === '\r' ? newline - 1 : newline;
  return { end, next: newline + 1 };
}

const HEADER_KEY = /^([a-z_]+):(?!\/\/) ?/;
const OPENING = /^---[ \t]*$/;
const CLOSING = /^---(draft|published)?[ \t]*$/;
/** All keys of real headers are much shorter. A line without `:` in this prefix is text. */
const MAX_KEY_PREFIX_LENGTH = 64;

const keyOf = (line: string): RegExpExecArray | null =>
  HEADER_KEY.exec(line.slice(0, MAX_KEY_PREFIX_LENGTH));

/** Whether `line` would continue the header value before it. */
export const continuesValue = (line: string): boolean => !keyOf(line) && !CLOSING.test(line);

interface ParsedHeader {
  readonly header: Header;
  readonly marker: string;
  readonly section: SectionName | null;
  readonly next: number;
  readonly lines: number;
}

/** The header at `start`. Null if there is none, or if its opening fence is never closed. */
export function parseHeader(text: string, start: number): ParsedHeader | null {
  const first = lineAt(text, start);
  if (first.next === text.length || !OPENING.test(text.slice(start, first.end))) return null;
  const entries: { key: string; values: string[]; from: number; to: number; line: number }[] = [];
  let number = 2;
  for (let at = first.next; at < text.length; number += 1) {
    const { end, next } = lineAt(text, at);
    const line = text.slice(at, end);
    const closing = line.startsWith('---') ? CLOSING.exec(line) : null;
    if (closing) {
      return {
        header: { open: text.slice(start, first.next), entries: entries.map(finish) },
        marker: text.slice(at, next),
        section: (closing[1] as SectionName | undefined) ?? null,
        next,
        lines: number,
      };
    }
    const match = keyOf(line);
    const last = entries.at(-1);
    if (match) {
      const [prefix, key = ''] = match;
      entries.push({ key, values: [line.slice(prefix.length)], from: at, to: next, line: number });
    } else if (last) {
      last.values.push(line);
      last.to = next;
    } else return null;
    at = next;
  }
  return null;

  function finish({ key, values, from, to, line }: (typeof entries)[number]): HeaderEntry {
    return { key, value: values.join('\n'), source: text.slice(from, to), line };
  }
}

/**
 * Whether a header with a known key, closed or not, begins at `start`. A thematic break is not one.
 */
export function beginsAsHeader(text: string, start: number): boolean {
  const first = lineAt(text, start);
  if (!OPENING.test(text.slice(start, first.end))) return false;
  const key = keyOf(text.slice(first.next, lineAt(text, first.next).end))?.[1];
  return key !== undefined && HEADER_KEYS.has(key);
}

/** The header's source, byte for byte. */
export const printHeader = ({ open, entries }: Header): string =>
  open + entries.map(({ source }) => source).join('');
