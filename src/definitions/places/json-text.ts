/** Reading JSON texts character by character. */

/** Codes of the characters that matter. */
export const MARKS = {
  QUOTE: 0x22,
  COMMA: 0x2c,
  OPEN_LIST: 0x5b,
  CLOSE_LIST: 0x5d,
  OPEN_MAP: 0x7b,
  CLOSE_MAP: 0x7d,
  /** All white space has lower codes. */
  SPACE: 0x20,
} as const;

const BACKSLASH = 0x5c;

/** The offset after the quote that closes the string at `start`. */
export function endOfString(text: string, start: number): number {
  let at = text.indexOf('"', start + 1);
  while (at !== -1 && isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at === -1 ? text.length : at + 1;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}

/** The value of the string from `start` to `end`, which include the quotes. */
export function textOfString(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end - 1);
  return raw.includes('\\') ? String(JSON.parse(text.slice(start, end))) : raw;
}
