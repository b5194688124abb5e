/** Text that others wrote, for a comment in Markdown. */
import { cleanLine } from '../clean.ts';

/** Not a code span: a code span ends at a backtick, and a backslash before a bar ends its cell. */
export const markdownCode = (text: string): string => `<code>${markdownText(text)}</code>`;

/** `text` is Markdown already, and the address has no brackets and spaces; without one it is `text` alone. */
export const markdownLink = (text: string, address: string | null): string =>
  address === null ? text : `[${text}](${address})`;

/** Removes the effect of markup, mentions, links, line breaks and cell ends. */
export const markdownText = (text: string): string =>
  cleanLine(text)
    .replaceAll(
      /[\\`*[\]<>|#~&!$%^]|(?<![a-z\d])_|_(?![a-z\d])|:(?![\d ])/gi,
      (mark) => `&#${mark.codePointAt(0)};`,
    )
    .replaceAll(/(?<=www)\./gi, '&#46;')
    .replaceAll('@', '\u200b@\u200b');
