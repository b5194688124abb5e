/** SQL as data, and the interface that runs it. */

export type SqlValue = string | number | null;

/**
 * One SQL statement and the shape of its rows. Placeholders are `?`; values are bound in order. The SQL uses only what SQLite and PostgreSQL have in
 * common. Booleans are 0 and 1, instants whole seconds since 1970.
 */
export interface Statement<Row = never> {
  readonly text: string;
  /** Does not exist at run time: carries the type of a row. */
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
