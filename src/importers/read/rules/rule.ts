/** What markdown-it's block rules for containers have in common. */
import type { StateBlock } from 'markdown-it';
import { CONTAINER } from './container.ts';
import type { Container } from './container.ts';

/** How much may be looked ahead, in characters: some for each page, and some for each of its characters. */
const AHEAD = 2_000_000;
const AHEAD_EACH = 60;

/** What the reading of one page needs, through all its parts. */
export interface PageBudget {
  ahead: number;
}

export const budgetFor = (text: string): PageBudget => ({
  ahead: AHEAD + AHEAD_EACH * text.length,
});

/** The first line behind the part of the text that a container at `startLine` may fill. */
export function regionEnd(state: StateBlock, startLine: number, limit: number): number {
  let line = startLine + 1;
  while (line < limit && (state.isEmpty(line) || (state.sCount[line] ?? 0) >= state.blkIndent)) {
    line += 1;
  }
  return line;
}

export const linesText = (
  state: StateBlock,
  start: number,
  end: number,
  indent = state.blkIndent,
): string => state.getLines(start, end, indent, false);

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

/** What `find` returns for the lines from `startLine` on: it gets a few lines first, and more until it is satisfied. */
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

/** Ends the rule: what stands behind the end of the container on its line is read as well. */
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
