export interface Row {
  /** Where the row starts, from 1: a quoted cell may hold line breaks. */
  readonly line: number;
  readonly cells: readonly string[];
}

const SEPARATORS = [',', ';', '\t'] as const;

/**
 * The rows of a CSV text (RFC 4180), without empty ones; cells are trimmed. The separator is the comma, or the semicolon or
 * tab that a spreadsheet wrote: whichever the first line has first. Every text has rows: a quote that never closes ends with the text.
 */
export function parseCsv(text: string): Row[] {
  const source = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const separator = separatorOf(source);
  const rows: Row[] = [];
  let at = 0;
  let line = 1;
  while (at < source.length) {
    const start = line;
    const cells: string[] = [];
    let more = true;
    while (more) {
      const cell = readCell(source, at, separator);
      cells.push(cell.text.trim());
      line += cell.breaks;
      more = source[cell.end] === separator;
      at = cell.end + 1;
    }
    line += 1;
    if (cells.some((cell) => cell !== '')) rows.push({ line: start, cells });
  }
  return rows;
}

function separatorOf(source: string): string {
  const first = source.slice(0, source.indexOf('\n') + 1 || undefined);
  const places = SEPARATORS.map((separator) => first.indexOf(separator)).filter((at) => at >= 0);
  return places.length > 0 ? (first[Math.min(...places)] ?? ',') : ',';
}

interface Cell {
  readonly text: string;
  /** Index of the separator or line break that ends it, or the length of the text. */
  readonly end: number;
  readonly breaks: number;
}

function readCell(source: string, from: number, separator: string): Cell {
  if (source[from] !== '"') {
    let end = from;
    while (end < source.length && source[end] !== separator && source[end] !== '\n') end += 1;
    return { text: source.slice(from, end), end, breaks: 0 };
  }
  let text = '';
  let breaks = 0;
  let at = from + 1;
  for (; at < source.length; at += 1) {
    if (source[at] === '"') {
      if (source[at + 1] !== '"') break;
      at += 1;
    }
    if (source[at] === '\n') breaks += 1;
    text += source[at];
  }
  // What follows the closing quote up to the separator belongs to no cell of RFC 4180: it is kept as it stands.
  const rest = readCell(source, at < source.length ? at + 1 : at, separator);
  return { text: text + rest.text, end: rest.end, breaks: breaks + rest.breaks };
}

/** One line of a CSV text, quoted where it must be. */
export const formatRow = (cells: readonly string[]): string =>
  cells
    .map((cell) => (/[",;\t\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(',');
