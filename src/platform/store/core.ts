import type { Clock } from '../../model/clock.ts';
import type { Actor } from './actor.ts';
import type { Database } from './database/database.ts';
import type { Sql } from './database/sql.ts';

/** What the platform decides for itself, whoever calls it. */
export interface Policy {
  /** An explicit slug that is taken: refused, or given a suffix without a word. */
  readonly takenSlugs: 'refuse' | 'suffix';
  /** Whether a version is published while no documentation or reference in it is. */
  readonly emptyVersions: 'publish' | 'refuse';
  /** Whether a page can be listed, or not be, before it was ever published. Else its first publish lists it. */
  readonly listsDrafts: boolean;
  /** What is stored of a body that was sent. */
  readonly storedBody: (body: string) => string;
  /** The `updated` of a change at this second, after a last one at that. */
  readonly dateOf: (at: number, last: number) => number;
}

/** One transaction that changes something: who does it, and when. */
export interface Change {
  readonly sql: Sql;
  /** Unix time in seconds. */
  readonly at: number;
  readonly actor: Actor;
}

/** What every part of the store stands on. */
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
