/**
 * The interface between the store and its database. The rules of the platform are written once,
 * above it. Another database implements this interface and its own `SectionIndex`, and passes the
 * suite in `test/platform/store`.
 */
import type { SectionIndex } from './section-index.ts';
import type { Sql } from './sql.ts';

export interface RateWindow {
  /** Requests counted in the window, including this one. */
  readonly consumed: number;
  /** Unix time in seconds at which the window ends. */
  readonly reset: number;
}

/** Counts requests in fixed windows. A window opens with its first request. */
export interface RateCounters {
  /** Counts one request of `bucket` (a key and an operation) at `nowMs`. */
  count(bucket: string, windowSeconds: number, nowMs: number): Promise<RateWindow>;
}

/** The present connections of one instance to its database server. */
export interface Connections {
  readonly most: number;
  readonly open: number;
  /** Open, but not in use. */
  readonly idle: number;
  /** Requests that wait for a connection. */
  readonly waiting: number;
}

/** Its methods reject with `DatabaseUnavailable` while the database cannot be reached, and work again once it can. */
export interface Database {
  /**
   * Runs `work` in one transaction. Write transactions follow one another, whichever instance of
   * the platform began them: what `work` reads does not change until it ends, and ids that it takes
   * are in the order of the commits. If `work` throws, all of it is undone. Once the promise
   * resolves, the changes survive the end of the process, even if it is killed (except in memory).
   * `work` may run more than once, and only its last run counts.
   */
  write<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Runs `work`, which changes nothing. All its reads see the same state: the one after some write transaction. */
  read<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Rejects if the database cannot be read and written now. */
  check(): Promise<void>;
  /** The full-text search of this database. */
  readonly sections: SectionIndex;
  readonly counters: RateCounters;
  /** `null` if the database has no server. */
  connections(): Connections | null;
  /** Waits for the transactions under way. */
  close(): Promise<void>;
}
