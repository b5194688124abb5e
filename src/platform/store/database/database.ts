/**
 * The seam below the store: what a database has to offer. The rules of the platform are written once, above it. A second database implements this and its
 * own `SectionIndex`, and passes the suite in `test/platform/store`.
 */
import type { RateCounters } from '../rate-counters.ts';
import type { SectionIndex } from '../search/section-index.ts';
import type { Sql } from './sql.ts';

export interface Database {
  /**
   * Runs `work` in one transaction that sees no unfinished changes of others. If `work` throws, all of it is undone. Once the promise resolves, the changes
   * survive the end of the process in whichever way it ends (except in memory).
   */
  write<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** As `write`, for work that changes nothing. All its reads see one state. */
  read<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** The full-text search of this database. */
  readonly sections: SectionIndex;
  readonly counters: RateCounters;
  /** Waits for the transactions under way. */
  close(): Promise<void>;
}
