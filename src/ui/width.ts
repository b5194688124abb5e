import stringWidth from 'string-width';

/**
 * Columns that a terminal takes for `text`; our colours take none. Most text is plain ASCII, and for that the tables of
 * `string-width` need not be loaded, which the bundle does when it is first called: ADR 61.
 */
export function widthOf(text: string): number {
  return PLAIN.test(text) ? text.length : stringWidth(text);
}

const PLAIN = /^[ -~]*$/;
