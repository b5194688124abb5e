/** Rows of tables with more cells than the header. markdown-it drops those cells without a token. */
import type MarkdownIt from 'markdown-it';
import type { Token } from 'markdown-it';
import { cellsOf, rowIn } from '../read/line-marks.ts';

/** Makes the parser keep the source of such a row. */
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

/** The row's source; null if it has no such cells. */
export const surplusRow = ({ meta }: Token): string | null =>
  (meta as { readonly row?: string } | null)?.row ?? null;
