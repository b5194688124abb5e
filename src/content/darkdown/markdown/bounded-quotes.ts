/**
 * Keeps the time for quotes linear. markdown-it looks ahead from each quote to the next empty line:
 * this takes quadratic time on a page where a fence or the like ends each quote earlier.
 */
import type MarkdownIt from 'markdown-it';
import type { StateBlock } from 'markdown-it';
import { GREATER } from '../read/characters.ts';

/**
 * The number of lines that may be looked ahead in a run of Markdown, and an additional number for
 * each of its lines. Pages need hundreds.
 */
const LINES = 100_000;
const LINES_EACH = 20;

interface Ahead {
  left: number;
  /** The stretch without empty lines that was looked at most recently. */
  from: number;
  to: number;
}

/** Once the limit is reached, a line that begins a quote becomes a paragraph of its own. */
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
