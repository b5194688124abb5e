/**
 * What is added to markdown-it: a limit that keeps its time linear, and what it reads without leaving
 * a token: link definitions with their uses, and cells beyond the header of a table.
 */
import type MarkdownIt from 'markdown-it';
import type { StateBlock, Token } from 'markdown-it';
import { GREATER } from '../read/characters.ts';
import { cellsOf, rowIn } from '../read/line-marks.ts';

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

/**
 * Keeps the time for quotes linear. markdown-it looks ahead from each quote to the next empty line,
 * which takes quadratic time on a page where a fence or the like ends each quote earlier. Once the
 * limit is reached, a line that begins a quote becomes a paragraph of its own.
 */
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

/** A definition in the lines of a run, from 0: `[label]: target (title)`. */
export interface NotedDefinition {
  /** In the form in which links are compared with it. */
  readonly label: string;
  readonly line: number;
  /** The line after its last one. */
  end: number;
  /** The text before it on its first line: marks of quotes and lists. */
  readonly before: string;
}

/** What was noted. A parser with such an environment adds to it. */
export interface Notes {
  readonly definitions: NotedDefinition[];
  /** Labels, defined anywhere on the page. */
  readonly used: Set<string>;
}

const LABEL = /\[((?:[^[\]\\]|\\[^])+)\]:/y;

const notesOf = ({ env }: { readonly env: object }): Notes | undefined =>
  (env as { readonly notes?: Notes }).notes;

/** Makes the parser record definitions and their uses in environments that have `notes`. */
export function noteDefinitions(md: InstanceType<typeof MarkdownIt>): void {
  // Called at each block: the previous definition ends here. A blank line would have ended it
  // earlier.
  md.block.ruler.before('table', 'end_definition', (state, startLine) => {
    const last = notesOf(state)?.definitions.at(-1);
    if (last?.end === Number.POSITIVE_INFINITY) last.end = startLine;
    return false;
  });
  md.block.ruler.before('reference', 'note_definition', (state, startLine) => {
    notesOf(state)?.definitions.push(...candidateAt(state, startLine));
    return false;
  });
  // Only called if it was not a definition.
  md.block.ruler.after('reference', 'unnote_definition', (state, startLine) => {
    const definitions = notesOf(state)?.definitions;
    if (definitions?.at(-1)?.line === startLine) definitions.pop();
    return false;
  });
  md.core.ruler.after('block', 'note_uses', (state) => {
    const notes = notesOf(state);
    if (notes === undefined) return;
    const env = state.env as { references?: object };
    env.references = new Proxy(env.references ?? {}, {
      get(references, label) {
        const found: unknown = Reflect.get(references, label);
        if (found !== undefined && typeof label === 'string') notes.used.add(label);
        return found;
      },
    });
  });

  function candidateAt(state: StateBlock, line: number): NotedDefinition[] {
    const begin = state.bMarks[line] ?? 0;
    const open = begin + (state.tShift[line] ?? 0);
    LABEL.lastIndex = open;
    const [, name] = LABEL.exec(state.src) ?? [];
    if (name === undefined) return [];
    const label = md.utils.normalizeReference(name);
    const start = state.src.lastIndexOf('\n', open) + 1;
    return [{ label, line, end: Number.POSITIVE_INFINITY, before: state.src.slice(start, open) }];
  }
}

/** Makes the parser keep the source of a row with text in more cells than the header has. */
export function keepSurplusCells(md: InstanceType<typeof MarkdownIt>): void {
  md.core.ruler.after('block', 'surplus_cells', ({ src, tokens }) => {
    if (!tokens.some(({ type }) => type === 'table_open')) return;
    const lines = src.split('\n');
    let columns = 0;
    for (const token of tokens) {
      if (token.type === 'table_open') columns = 0;
      else if (token.type === 'th_open') columns += 1;
      else if (token.type === 'tr_open') {
        const row = rowIn(lines[token.map?.[0] ?? -1] ?? '');
        if (columns > 0 && hasMoreCells(row, columns)) token.meta = { row };
      }
    }
  });
}

/** Whether a row has cells with text beyond the header's. */
const hasMoreCells = (row: string, columns: number): boolean =>
  cellsOf(row)
    .slice(columns)
    .some((cell) => cell.trim() !== '');

/** The source of a row with more cells than the header; null if it has no more. */
export const surplusRow = ({ meta }: Token): string | null =>
  (meta as { readonly row?: string } | null)?.row ?? null;
