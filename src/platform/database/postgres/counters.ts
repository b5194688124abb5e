import type { Pool } from 'pg';
import type { RateCounters, RateWindow } from '../database.ts';
import { type Statement, statement } from '../sql.ts';
import { available, numbered, prompt } from './session.ts';

/** Unlogged, because a count does not justify a write to the disk. After a crash of the server all windows begin again. */
export const COUNTER_TABLES: readonly Statement[] = [
  statement(`CREATE UNLOGGED TABLE rate_window (
    bucket TEXT PRIMARY KEY, consumed BIGINT NOT NULL, reset BIGINT NOT NULL) WITH (fillfactor = 50)`),
];

/**
 * One statement, so that each request counts once, whatever the number of instances. Values: the
 * bucket, the length of a window, the time if it is given.
 */
const countAt = (now: string): string =>
  numbered(`
  INSERT INTO rate_window (bucket, consumed, reset) SELECT ?, 1, ceil(${now})::bigint + ?::bigint
  ON CONFLICT (bucket) DO UPDATE SET
    consumed = CASE WHEN ${now} < rate_window.reset THEN rate_window.consumed + 1 ELSE 1 END,
    reset = CASE WHEN ${now} < rate_window.reset THEN rate_window.reset ELSE excluded.reset END
  RETURNING consumed, reset`);

/** Counters that all instances on one database share. Windows follow the database's clock, because the clocks of the instances may differ. */
export class SharedRateCounters implements RateCounters {
  readonly #pool: Pool;
  readonly #now: ((callerMs: number) => number) | null;
  readonly #statement: string;
  readonly #promptMs: number;

  /** @param now the time in milliseconds, for tests; `null`: that of the database */
  constructor(pool: Pool, now: ((callerMs: number) => number) | null, promptMs: number) {
    this.#pool = pool;
    this.#promptMs = promptMs;
    this.#now = now;
    this.#statement = now ? countAt('$3::double precision') : countAt('extract(epoch FROM now())');
  }

  async count(bucket: string, windowSeconds: number, nowMs: number): Promise<RateWindow> {
    const values = [bucket, windowSeconds, ...(this.#now ? [this.#now(nowMs) / 1000] : [])];
    const counting = prompt(this.#statement, this.#promptMs, values);
    const { rows } = await available(this.#pool.query<RateWindow>(counting));
    const [window] = rows;
    if (!window) throw new Error('The database counted nothing.');
    return window;
  }
}
