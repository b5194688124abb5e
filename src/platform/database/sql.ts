/** SQL as data, and the interface that runs it. */

export type SqlValue = string | number | null;

/**
 * One SQL statement and the shape of its rows. Placeholders are `?`; values are bound in order.
 * Statements use only SQL that SQLite and PostgreSQL share. Booleans are 0 and 1, instants whole
 * seconds since 1970.
 */
export interface Statement<Row = never> {
  readonly text: string;
  /** Does not exist at run time; only carries the type of a row. */
  readonly row?: Row;
}

/** Placeholders for this many values, as a list. */
export const placeholders = (count: number): string =>
  Array.from({ length: count }, () => '?').join(', ');

export const statement = <Row = never>(text: string): Statement<Row> => ({ text });

/** What may be done inside a transaction. */
export interface Sql {
  /** The first row. */
  get<Row>(statement: Statement<Row>, ...values: readonly SqlValue[]): Promise<Row | undefined>;
  all<Row>(statement: Statement<Row>, ...values: readonly SqlValue[]): Promise<readonly Row[]>;
  /** Resolves to the number of rows that changed. */
  run(statement: Statement, ...values: readonly SqlValue[]): Promise<number>;
}

/** `LIKE … ESCAPE '\'` patterns for a text in which `%`, `_` and `\` are literal. */

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

export const startingWith = (text: string): string => `${escaped(text)}%`;

export const holding = (text: string): string => `%${escaped(text)}%`;

/** The number of values in one statement. */
const MAX_BATCH = 64;

/**
 * All rows that `query` finds for `items`, one batch at a time. A batch is filled up to a power of
 * two with copies of its last item, so that a connection keeps few prepared statements. The query
 * must therefore find the same rows if an item is repeated.
 */
export async function inBatches<Item, Row>(
  items: readonly Item[],
  query: (batch: readonly Item[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let at = 0; at < items.length; at += MAX_BATCH) {
    const batch = items.slice(at, at + MAX_BATCH);
    const last = batch.at(-1) as Item;
    let size = 1;
    while (size < batch.length) size *= 2;
    while (batch.length < size) batch.push(last);
    rows.push(...(await query(batch)));
  }
  return rows;
}

/** Neither PostgreSQL nor the driver of SQLite takes U+0000 in a text. This noncharacter with a digit after it stands for U+0000 or for itself. */
const ESCAPE = '\u{fdd0}';

export const toStored = (value: SqlValue): SqlValue =>
  typeof value === 'string' && (value.includes('\0') || value.includes(ESCAPE))
    ? value.replaceAll(ESCAPE, `${ESCAPE}1`).replaceAll('\0', `${ESCAPE}0`)
    : value;

export const fromStored = (text: string): string =>
  text.includes(ESCAPE)
    ? text.replaceAll(`${ESCAPE}0`, '\0').replaceAll(`${ESCAPE}1`, ESCAPE)
    : text;
