import { Failure } from '../../model/failure.ts';

export interface CsvRow {
  /** The line where the row starts, from 1: a quoted cell may contain line breaks. */
  readonly line: number;
  readonly cells: readonly string[];
}

const SEPARATORS = [',', ';', '\t'] as const;

/**
 * The rows of a CSV text (RFC 4180), without empty ones; cells are trimmed. The separator is the
 * first comma, or the first semicolon or tab that a spreadsheet wrote, whichever comes first.
 * Throws `usage`, with the list's `name`, if a quotation mark is never closed: the rest of the text
 * would be ambiguous.
 */
export function parseCsv(text: string, name: string): CsvRow[] {
  const source = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const separator = separatorOf(source);
  const rows: CsvRow[] = [];
  let at = 0;
  let line = 1;
  while (at < source.length) {
    const start = line;
    const cells: string[] = [];
    let more = true;
    while (more) {
      const cell = readCell(source, at, separator);
      if (cell.isOpen) throw open(name, line);
      cells.push(plain(cell.text.trim()));
      line += cell.breaks;
      more = source[cell.end] === separator;
      at = cell.end + 1;
    }
    line += 1;
    if (cells.some((cell) => cell !== '')) rows.push({ line: start, cells });
  }
  return rows;
}

const open = (name: string, line: number): Failure =>
  new Failure('usage', 'The quotation mark is not closed.', {
    hint: 'Close it, or remove it',
    place: { file: name, line },
  });

function separatorOf(source: string): string {
  let at = 0;
  while (at < source.length) {
    if (source[at] === '"') at = closeOf(source, at) + 1;
    while (at < source.length && source[at] !== '\n') {
      const found = SEPARATORS.find((separator) => separator === source[at]);
      if (found !== undefined) return found;
      at += 1;
    }
    at += 1;
  }
  return ',';
}

/** The index of the closing quotation mark of the cell that begins at `from`, or the length of the text. */
function closeOf(source: string, from: number): number {
  for (let at = from + 1; at < source.length; at += 1) {
    if (source[at] !== '"') continue;
    if (source[at + 1] !== '"') return at;
    at += 1;
  }
  return source.length;
}

interface Cell {
  readonly text: string;
  /** Index of the separator or line break that ends it, or the length of the text. */
  readonly end: number;
  readonly breaks: number;
  /** Whether the closing quotation mark is missing. */
  readonly isOpen: boolean;
}

function readCell(source: string, from: number, separator: string): Cell {
  if (source[from] !== '"') {
    let end = from;
    while (end < source.length && source[end] !== separator && source[end] !== '\n') end += 1;
    return { text: source.slice(from, end), end, breaks: 0, isOpen: false };
  }
  const close = closeOf(source, from);
  const text = source.slice(from + 1, close);
  const breaks = text.split('\n').length - 1;
  // RFC 4180 does not allow text between the closing quote and the separator. It is kept as it is.
  let end = close;
  while (end < source.length && source[end] !== separator && source[end] !== '\n') end += 1;
  return {
    text: text.replaceAll('""', '"') + source.slice(close + 1, end),
    end,
    breaks,
    isOpen: close >= source.length,
  };
}

/** One line of a CSV text, quoted if necessary. A cell that a spreadsheet would run as a formula gets an apostrophe in front, which `parseCsv` removes. */
export const formatRow = (cells: readonly string[]): string =>
  cells
    .map((cell) => (FORMULA.test(cell) ? `'${cell}` : cell))
    .map((cell) => (/[",;\t\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(',');

/** Also matches cells that begin with apostrophes, so that their own apostrophes survive. */
const FORMULA = /^'*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

const plain = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
