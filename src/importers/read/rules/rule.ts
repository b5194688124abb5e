/** The results of the block rules for other tools, and functions that these rules share. */
import type { StateBlock } from 'markdown-it';

import type { ElementTag, Inner } from '../element.ts';

/** The content of a token. */
export type Container =
  | { readonly kind: 'element'; readonly tag: ElementTag; readonly inner: Inner | null }
  /** `:::name title`, `!!! name "title"`, `??? name "title"`, `=== "title"`. */
  | {
      readonly kind: 'named';
      readonly mark: ':::' | '!!!' | '???' | '===';
      readonly name: string;
      readonly title: string;
      /** Whether it is open at first. */
      readonly isOpen: boolean;
      readonly inner: Inner;
    }
  | {
      readonly kind: 'liquid';
      readonly name: string;
      readonly attributes: ReadonlyMap<string, string>;
      readonly inner: Inner | null;
    }
  /** A line that includes a file. `lines` is the text that the tool adds to the path. */
  | { readonly kind: 'include'; readonly path: string; readonly lines: string }
  | {
      readonly kind: 'code-file';
      readonly path: string;
      readonly info: string;
      readonly source: string;
    }
  | { readonly kind: 'expression'; readonly code: string }
  | { readonly kind: 'module'; readonly source: string }
  | { readonly kind: 'math'; readonly source: string }
  | { readonly kind: 'footnote'; readonly label: string; readonly inner: Inner }
  /** A comment or a table of contents, which readers do not see. */
  | { readonly kind: 'nothing' }
  /** Text after the end of a container, on the same line. */
  | { readonly kind: 'rest'; readonly inner: Inner };

/** The token's type. */
export const CONTAINER = 'import_container';

/** Containers nested more deeply stay text. */
export const DEEPEST = 24;

/**
 * The budget for looking ahead, in characters: a number for each page, and one for each of its
 * characters.
 */
const AHEAD = 2_000_000;
const AHEAD_EACH = 60;

/** The budget of a page, which all its parts share. */
export interface PageBudget {
  ahead: number;
  /** A text in which no comment ends from this place on: it is looked for once. */
  unclosed?: { readonly src: string; readonly from: number };
}

export const budgetFor = (text: string): PageBudget => ({
  ahead: AHEAD + AHEAD_EACH * text.length,
});

/** Whether a container that was not left before `line` may contain it. */
export const mayContain = (state: StateBlock, line: number, limit: number): boolean =>
  line < limit && (state.isEmpty(line) || (state.sCount[line] ?? 0) >= state.blkIndent);

/** The first line after the part of the text that a container at `startLine` may contain. */
function regionEnd(state: StateBlock, startLine: number, limit: number): number {
  let line = startLine + 1;
  while (mayContain(state, line, limit)) line += 1;
  return line;
}

export const linesText = (
  state: StateBlock,
  start: number,
  end: number,
  indent = state.blkIndent,
  isWhole = false,
): string => state.getLines(start, end, indent, isWhole);

export const breaksBefore = (text: string, end = text.length): number => {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) {
    lines += 1;
  }
  return lines;
};

export function push(state: StateBlock, container: Container, from: number, to: number): void {
  const token = state.push(CONTAINER, '', 0);
  token.meta = { container };
  token.map = [from, to];
  token.block = true;
}

export const budgetOf = (state: StateBlock): PageBudget => state.env['budget'] as PageBudget;

/**
 * The result of `find` for the lines from `startLine` on. Passes a few lines first, and more as
 * long as `find` returns undefined.
 */
export function lookAhead<Found>(
  state: StateBlock,
  startLine: number,
  endLine: number,
  find: (text: string, isAll: boolean) => Found | undefined,
): Found | undefined {
  const budget = budgetOf(state);
  for (let size = 16; ; size *= 4) {
    if (budget.ahead <= 0) return undefined;
    const end = regionEnd(state, startLine, Math.min(endLine, startLine + size));
    const isAll = end === endLine || end < startLine + size;
    const text = linesText(state, startLine, end);
    budget.ahead -= text.length;
    const found = find(text, isAll);
    if (found !== undefined || isAll) return found;
  }
}

export const lineStart = (state: StateBlock, line: number): number =>
  (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);

export const lineText = (state: StateBlock, line: number): string =>
  state.src.slice(lineStart(state, line), state.eMarks[line]);

export type BlockRule = (
  state: StateBlock,
  startLine: number,
  endLine: number,
  silent: boolean,
) => boolean;

/** Ends the rule. Text after the container's end on the same line is also read. */
export function finish(state: StateBlock, startLine: number, text: string, end: number): boolean {
  const lines = breaksBefore(text, end);
  const newline = text.indexOf('\n', end);
  const rest = text.slice(end, newline === -1 ? text.length : newline);
  state.line = startLine + lines + 1;
  if (rest.trim() !== '') {
    const inner = { text: rest.trim(), line: startLine + lines };
    push(state, { kind: 'rest', inner }, startLine + lines, state.line);
  }
  return true;
}
