/** How wide text is, and how it fits into a line. */
import stringWidth from 'string-width';

/**
 * The number of terminal columns for `text`; our colours take none. Most text is plain ASCII,
 * without need for the tables of `string-width`, which the bundle loads on the first call: ADR 61.
 */
export function widthOf(text: string): number {
  return PLAIN.test(text) ? text.length : stringWidth(text);
}

const PLAIN = /^[ -~]*$/;

/** Cuts a text, but not within a surrogate pair. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = /[\ud800-\udbff]$/.test(text.slice(0, most)) ? most - 1 : most;
  return `${text.slice(0, end)}…`;
}

/** Lines of at most `width` columns, indented by `indent`. A longer word gets its own line. */
export function wrap(words: readonly string[], width: number, indent: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line !== '' && indent + widthOf(line) + 1 + widthOf(word) > width) {
      lines.push(' '.repeat(indent) + line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, ' '.repeat(indent) + line];
}

/**
 * Breaks lines wider than `width` between words. Continuation lines are indented like the first one
 * and by `hang` more, or start below its second column.
 */
export const wrapLines = (text: string, width: number, hang = 0): string =>
  text
    .split('\n')
    .map((line) => (widthOf(line) <= width ? line : wrapLine(line, width, hang)))
    .join('\n');

/** Columns in which a text can be read next to another one. */
const ROOM = 24;

function wrapLine(line: string, width: number, hang: number): string {
  const column = /^ *\S+(?: \S+)* {2,}(?=\S)/.exec(line)?.[0] ?? '';
  const isBeside = widthOf(column) > 0 && widthOf(column) <= Math.max(width / 2, width - ROOM);
  const start = isBeside ? column : (/^ */.exec(line)?.[0] ?? '');
  const indent = widthOf(start) + (isBeside ? 0 : hang);
  const [first = '', ...others] = wrap(line.slice(start.length).split(' '), width, indent);
  return [start + first.slice(indent), ...others].join('\n');
}
