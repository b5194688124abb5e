import type { Clock } from '../../model/clock.ts';
import type { Actor } from './actor.ts';
import type { Database } from './database/database.ts';
import type { Sql } from './database/sql.ts';

/** Rules that depend on the platform and not on the caller. */
export interface Policy {
  /** An explicit slug that is taken: it is refused, or silently gets a suffix. */
  readonly takenSlugs: 'refuse' | 'suffix';
  /** Whether a version without a published documentation or reference can be published. */
  readonly emptyVersions: 'publish' | 'refuse';
  /** Whether a page can be listed or unlisted before its first publish. Otherwise its first publish lists it. */
  readonly listsDrafts: boolean;
  /** What is stored for a body that was sent. */
  readonly storedBody: (body: string) => string;
  /** The `updated` of a change in this second; `last` is the value before. */
  readonly dateOf: (at: number, last: number) => number;
}

/** One transaction that changes something: who makes the change, and when. */
export interface Change {
  readonly sql: Sql;
  /** Unix time in seconds. */
  readonly at: number;
  readonly actor: Actor;
}

/** What all parts of the store use. */
export class StoreCore {
  readonly database: Database;
  readonly policy: Policy;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock, policy: Policy) {
    this.database = database;
    this.policy = policy;
    this.#clock = clock;
  }

  /** Unix time in seconds: dates of the API have no smaller unit. */
  now(): number {
    return Math.floor(this.#clock.now() / 1000);
  }

  change<T>(actor: Actor, work: (change: Change) => Promise<T>): Promise<T> {
    return this.database.write((sql) => work({ sql, at: this.now(), actor }));
  }

  read<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.database.read(work);
  }
}
