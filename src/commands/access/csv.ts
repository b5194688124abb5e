/** Lists as CSV (RFC 4180), in the forms in which spreadsheets write them. */
import { CsvError, parse } from 'csv-parse/sync';
import { Failure } from '../../model/failure.ts';

export interface CsvRow {
  /** The line where the row starts, from 1: a quoted cell may contain line breaks. */
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * The rows of a text, without empty ones; cells are trimmed. Throws `usage`, with the list's
 * `name`, if a quotation mark is never closed: the rest of the text would be ambiguous.
 */
export function parseCsv(text: string, name: string): CsvRow[] {
  const source = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const rows: CsvRow[] = [];
  let line = 1;
  try {
    parse(source, {
      delimiter: separatorOf(source),
      record_delimiter: '\n',
      relax_column_count: true,
      relax_quotes: true,
      on_record: (record, { lines }) => {
        const cells = record.map((cell) => plain(cell.trim()));
        if (cells.some((cell) => cell !== '')) rows.push({ line, cells });
        line = lines + 1;
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError) || error.code !== 'CSV_QUOTE_NOT_CLOSED') throw error;
    throw new Failure('usage', 'The quotation mark is not closed.', {
      hint: 'Close it, or remove it',
      place: { file: name, line },
    });
  }
  return rows;
}

/** The first comma outside quotation marks, or the first semicolon or tab, whichever comes first. */
const separatorOf = (source: string): string =>
  /[,;\t]/.exec(source.replaceAll(/"[^"]*"/g, ''))?.[0] ?? ',';

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
