/** Text that others wrote, in Markdown for a comment. */
import { cleanLine } from '../clean.ts';

/** Not a code span: that ends at a backtick, and a backslash before a bar ends its cell. */
export const markdownCode = (text: string): string => `<code>${markdownText(text)}</code>`;

/** Text of others: no markup, no mention, no link, no new line, no new cell. */
export const markdownText = (text: string): string =>
  cleanLine(text)
    .replaceAll(
      /[\\`*[\]<>|#~&!$]|(?<![a-z\d])_|_(?![a-z\d])|:(?![\d ])/gi,
      (mark) => `&#${mark.codePointAt(0)};`,
    )
    .replaceAll(/(?<=www)\./gi, '&#46;')
    .replaceAll('@', '\u200b@\u200b');

/** Not within a pair of surrogates. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = /[\ud800-\udbff]$/.test(text.slice(0, most)) ? most - 1 : most;
  return `${text.slice(0, end)}…`;
}
