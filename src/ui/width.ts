import stringWidth from 'string-width';

/**
 * The number of terminal columns for `text`; our colours take none. Most text is plain ASCII, which does not need the tables of
 * `string-width`. The bundle loads them on the first call: ADR 61.
 */
export function widthOf(text: string): number {
  return PLAIN.test(text) ? text.length : stringWidth(text);
}

const PLAIN = /^[ -~]*$/;
