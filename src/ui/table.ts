import { widthOf } from './width.ts';

export type Cells = readonly string[];

export interface TableOptions {
  readonly head?: Cells;
  /** Columns whose cells are right-aligned: numbers. */
  readonly right?: readonly number[];
  /** Cuts nothing, so the terminal wraps long lines. For text that a person has to agree to. */
  readonly whole?: boolean;
}

const GAP = '  ';
const NARROWEST = 8;

/** Columns that together fit in `width`. Cells may have our colours, but nothing else invisible. */
export function formatTable(
  rows: readonly Cells[],
  width: number,
  { head, right = [], whole = false }: TableOptions = {},
): string {
  const all = head === undefined ? rows : [head, ...rows];
  const widths = whole ? columnWidths(all) : fit(columnWidths(all), width);
  return all.map((cells) => line(cells, widths, right)).join('\n');
}

/** The columns that the rows take, with a gap for one more column. */
export const tableWidth = (rows: readonly Cells[]): number =>
  columnWidths(rows).reduce((sum, each) => sum + each + GAP.length, 0);

function columnWidths(rows: readonly Cells[]): number[] {
  const widths: number[] = [];
  for (const cells of rows) {
    for (const [column, cell] of cells.entries()) {
      widths[column] = Math.max(widths[column] ?? 0, widthOf(cell));
    }
  }
  return widths;
}

/** Removes the excess from the widest columns first. */
function fit(widths: readonly number[], width: number): number[] {
  const fitted = [...widths];
  let excess = fitted.reduce((sum, each) => sum + each, GAP.length * (fitted.length - 1)) - width;
  while (excess > 0) {
    const widest = fitted.indexOf(Math.max(...fitted));
    if ((fitted[widest] ?? 0) <= NARROWEST) break;
    fitted[widest] = (fitted[widest] ?? 0) - 1;
    excess -= 1;
  }
  return fitted;
}

function line(cells: Cells, widths: readonly number[], right: readonly number[]): string {
  return cells
    .map((cell, column) => {
      const width = widths[column] ?? 0;
      const text = truncate(cell, width);
      const blanks = ' '.repeat(Math.max(0, width - widthOf(text)));
      return right.includes(column) ? blanks + text : text + blanks;
    })
    .join(GAP)
    .trimEnd();
}

/** Cuts `text` to `width` columns, ending in `…` if something is missing. Keeps colours. */
export function truncate(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  // oxlint-disable-next-line no-control-regex -- our own colours, which take no room
  const parts = text.split(/(\u001b\[\d+m)/);
  let left = width - 1;
  let result = '';
  for (const part of parts) {
    if (part.startsWith('\u001b')) {
      result += part;
      continue;
    }
    for (const { segment } of new Intl.Segmenter().segment(left > 0 ? part : '')) {
      left -= widthOf(segment);
      if (left < 0) break;
      result += segment;
    }
    if (left <= 0 && !result.includes('…')) result += '…';
  }
  return result.includes('…') ? result : `${result}…`;
}
