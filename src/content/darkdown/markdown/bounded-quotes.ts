/**
 * Keeps quotes linear. At the beginning of each quote markdown-it looks ahead to the next empty line; if something else ends
 * the quote sooner, such as a fence in it, it looks again from the next one: a page made for that costs the square of its length.
 */
import type MarkdownIt from 'markdown-it';
import type { StateBlock } from 'markdown-it';
import { GREATER } from '../read/characters.ts';

/** Lines to look ahead in one run of Markdown, and for each line of it. Real pages need a few hundred. */
const LINES = 100_000;
const LINES_EACH = 20;

interface Ahead {
  left: number;
  /** The stretch without empty lines that was looked at last. */
  from: number;
  to: number;
}

/** After too much looking ahead a line that begins a quote is a paragraph of its own. */
export function boundQuotes(md: InstanceType<typeof MarkdownIt>): void {
  const aheads = new WeakMap<StateBlock, Ahead>();
  const spend = (state: StateBlock, startLine: number, endLine: number): boolean => {
    const ahead = aheads.get(state) ?? { left: LINES + LINES_EACH * state.lineMax, from: 0, to: 0 };
    aheads.set(state, ahead);
    if (startLine < ahead.from || startLine >= ahead.to) {
      ahead.from = startLine;
      ahead.to = startLine;
      while (ahead.to < endLine && !state.isEmpty(ahead.to)) ahead.to += 1;
    }
    ahead.left -= Math.min(ahead.to, endLine) - startLine;
    return ahead.left >= 0;
  };
  md.block.ruler.before('blockquote', 'bounded_quote', (state, startLine, endLine) => {
    const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
    if (state.src.charCodeAt(start) !== GREATER || spend(state, startLine, endLine)) return false;
    state.line = startLine + 1;
    state.push('paragraph_open', 'p', 1).map = [startLine, state.line];
    const inline = state.push('inline', '', 0);
    inline.content = state.src.slice(start, state.eMarks[startLine]).trim();
    inline.map = [startLine, state.line];
    inline.children = [];
    state.push('paragraph_close', 'p', -1);
    return true;
  });
}
