/**
 * The seam under the store: all that a database has to offer. The rules of the platform are written once, above it; a
 * second database implements this and its own `SectionIndex`, and passes the suite in `test/platform/store`.
 */
import type { RateCounters } from '../rate-counters.ts';
import type { SectionIndex } from '../search/section-index.ts';
import type { Sql } from './sql.ts';

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
