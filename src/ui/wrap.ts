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
