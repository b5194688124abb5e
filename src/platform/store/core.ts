import type { Clock } from '../../model/clock.ts';
import type { OperationSection } from '../definition/operations.ts';
import type { RenderedSection } from '../render.ts';
import type { AskSurroundings } from '../surroundings.ts';
import type { Actor } from './actor.ts';
import type { Database } from './database/database.ts';
import type { Sql } from './database/sql.ts';
import { DatabaseUnavailable } from './database/unavailable.ts';

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
export interface WriteTransaction {
  readonly sql: Sql;
  /** Unix time in seconds. */
  readonly at: number;
  readonly actor: Actor;
}

/** What search finds in a text. It takes long for a large one, so that none runs in a transaction, for whose end others wait. */
export interface Converters {
  readonly page: (source: string, ask: AskSurroundings) => Promise<readonly RenderedSection[]>;
  readonly definition: (text: string) => Promise<readonly OperationSection[]>;
}

/** Thrown in a transaction: what was prepared for it is of a state that somebody else has changed. */
export class Stale extends Error {
  override readonly name = 'Stale';
}

/** Each run lost to another change of the same text. */
const MOST_RUNS = 10;

/** What all parts of the store use. */
export class StoreCore {
  readonly database: Database;
  readonly policy: Policy;
  readonly converters: Converters;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock, policy: Policy, converters: Converters) {
    this.database = database;
    this.policy = policy;
    this.converters = converters;
    this.#clock = clock;
  }

  /** Unix time in seconds: dates of the API have no smaller unit. */
  now(): number {
    return Math.floor(this.#clock.now() / 1000);
  }

  change<T>(actor: Actor, work: (change: WriteTransaction) => Promise<T>): Promise<T> {
    return this.database.write((sql) => work({ sql, at: this.now(), actor }));
  }

  /** As `change`, with what `prepare` made outside of any transaction. If `work` throws `Stale`, both run again. */
  async changeWith<P, T>(
    actor: Actor,
    prepare: () => Promise<P>,
    work: (change: WriteTransaction, prepared: P) => Promise<T>,
  ): Promise<T> {
    for (let run = 1; ; run += 1) {
      const prepared = await prepare();
      try {
        return await this.change(actor, (change) => work(change, prepared));
      } catch (error) {
        if (!(error instanceof Stale)) throw error;
        if (run === MOST_RUNS) throw new DatabaseUnavailable(error);
      }
    }
  }

  read<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.database.read(work);
  }
}
