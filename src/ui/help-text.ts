import { wrap } from './wrap.ts';

/** A part of a help page: a paragraph, or a list of terms with their meanings. */
export type HelpPart = string | readonly (readonly [term: string, meaning: string])[];

const INDENT = 2;
/** Terms shorter than this have their meaning on the same line. */
const TERM_WIDTH = 22;

/** A help page in lines of at most `width` columns. Pure. */
export const helpText = (parts: readonly HelpPart[], width: number): string =>
  parts
    .map((part) => (typeof part === 'string' ? lines(part, width, 0) : list(part, width)))
    .join('\n\n');

const lines = (text: string, width: number, indent: number): string =>
  wrap(text.split(' '), width, indent).join('\n');

function list(items: Exclude<HelpPart, string>, width: number): string {
  const longest = Math.max(...items.map(([term]) => term.length));
  const isBeside = longest <= TERM_WIDTH && width >= 60;
  return items
    .map(([term, meaning]) => {
      const head = ' '.repeat(INDENT) + term;
      if (!isBeside) return `${head}\n${lines(meaning, width, INDENT + 4)}`;
      const column = INDENT + longest + 2;
      return head.padEnd(column) + lines(meaning, width, column).trimStart();
    })
    .join('\n');
}
