import { widthOf } from './width.ts';

/** Wraps words into lines of at most `width` columns, each indented by `indent`. A longer word gets a line of its own. */
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

/** Breaks lines wider than `width` between words. What continues a line is indented like it, and by `hang` more. */
export const wrapLines = (text: string, width: number, hang = 0): string =>
  text
    .split('\n')
    .map((line) => (widthOf(line) <= width ? line : wrapLine(line, width, hang)))
    .join('\n');

function wrapLine(line: string, width: number, hang: number): string {
  const words = line.trimStart();
  const indent = line.length - words.length;
  const [first = '', ...others] = wrap(words.split(' '), width, indent + hang);
  return [first.slice(hang), ...others].join('\n');
}
