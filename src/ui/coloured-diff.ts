import type { Style } from './style.ts';

/** A unified diff of texts that others wrote, with git's colours. */
export const colouredDiff = (diff: string, style: Style): string =>
  style
    .block(diff)
    .trimEnd()
    .split('\n')
    .map((line) => {
      if (line.startsWith('+')) return style.green(line);
      if (line.startsWith('-')) return style.red(line);
      return line.startsWith('@@') ? style.cyan(line) : line;
    })
    .join('\n');
