/**
 * The seam under the store: all that a database has to offer. The rules of the platform are written once, above it; a
 * second database implements this and its own `SectionIndex`, and passes the suite in `test/platform/store`.
 */
import type { RateCounters } from './rate-counters.ts';
import type { SectionIndex } from './section-index.ts';

export type SqlValue = string | number | null;

/**
 * One SQL statement and the shape of its rows. Placeholders are `?`, values are bound in order. The SQL is what SQLite and
 * PostgreSQL have in common; truth values are 0 and 1, instants whole seconds since 1970.
 */
export interface Statement<Row = never> {
  readonly text: string;
  /** Never there at run time: carries the type of a row. */
  readonly row?: Row;
}

export const statement = <Row = never>(text: string): Statement<Row> => ({ text });

/** What may be done inside a transaction. */
export interface Sql {
  /** The first row. */
  get<Row>(statement: Statement<Row>, ...values: readonly SqlValue[]): Promise<Row | undefined>;
  all<Row>(statement: Statement<Row>, ...values: readonly SqlValue[]): Promise<readonly Row[]>;
  /** Resolves to the number of rows that changed. */
  run(statement: Statement, ...values: readonly SqlValue[]): Promise<number>;
}

export interface Database {
  /**
   * Runs `work` in one transaction that sees no other's half-done changes. Whatever `work` throws undoes all of it. Once the
   * promise resolves the changes survive the end of the process, however it ends (not so in memory).
   */
  write<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** As `write`, for work that changes nothing; all its reads see one state. */
  read<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** How this database finds words. */
  readonly sections: SectionIndex;
  readonly counters: RateCounters;
  /** Waits for what is under way. */
  close(): Promise<void>;
}
