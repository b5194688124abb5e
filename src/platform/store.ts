import type { Clock } from '../model/time.ts';
import type { Database } from './database/database.ts';
import type { Sql } from './database/sql.ts';
import { DatabaseUnavailable } from './database/unavailable.ts';
import type { OperationSection } from './definition/jobs.ts';
import type { PlatformOptions } from './platform-options.ts';
import { DATES, type Peculiarities, reprint } from './peculiar.ts';
import { type RenderedSection, sectionsOf } from './render.ts';
import { revisionOf } from './revision.ts';
import type { AskSurroundings } from './page-surroundings.ts';

/** Who makes a change, as named in audit entries and page histories. */
export interface Actor {
  /** The user's email address, or the key's name. */
  readonly name: string;
  readonly apiKey: boolean;
  /**
   * The email address of the user to whom the key belongs. Left out: the key belongs to nobody, or
   * there is no key.
   */
  readonly user?: string | null;
  readonly ipAddress: string;
}

/**
 * The email address of the user who makes a change; null if it is unknown, as with a key that
 * belongs to nobody.
 */
export const userOf = ({ name, apiKey, user = null }: Actor): string | null =>
  !apiKey && name.includes('@') ? name : user;

/** The platform itself, on this machine: it applies seeds and administers the project. */
export const PLATFORM: Actor = { name: 'platform', apiKey: false, ipAddress: '127.0.0.1' };

/** Ids of the versions that a caller may see; `null`: all. For the caller, other versions do not exist. */
export type VisibleVersions = ReadonlySet<number> | null;

export const sees = (scope: VisibleVersions, versionId: number): boolean =>
  scope === null || scope.has(versionId);

/** Rules that depend on the platform and not on the caller. */
export interface Policy {
  readonly takenSlugs: Peculiarities['takenSlugs'];
  /** Whether a version without a published documentation or reference can be published. */
  readonly emptyVersions: 'publish' | 'refuse';
  /** Whether a page can be listed or unlisted before its first publish. Otherwise its first publish lists it. */
  readonly listsDrafts: boolean;
  /** What is stored for a body that was sent. */
  readonly storedBody: (body: string) => string;
  /** The `updated` of a change in this second; `last` is the value before. */
  readonly dateOf: (typeof DATES)[Peculiarities['dates']];
}

/** One transaction that changes something: who makes the change, and when. */
export interface WriteTransaction {
  readonly sql: Sql;
  /** Unix time in seconds. */
  readonly at: number;
  readonly actor: Actor;
}

/** Find the parts of a text for search. This takes long for large texts, so it must not run in a transaction, for which others would wait. */
export interface Converters {
  readonly page: (source: string, ask: AskSurroundings) => Promise<readonly RenderedSection[]>;
  readonly definition: (text: string) => Promise<readonly OperationSection[]>;
}

/** Thrown in a transaction if somebody has changed the state for which its data was prepared. */
export class Stale extends Error {
  override readonly name = 'Stale';
}

/**
 * The most attempts of one change, if each time somebody else changes the same text in the
 * meantime.
 */
const MAX_RUNS = 10;

/**
 * The project over any database, as the functions of the resources change and read it. Each of
 * these is one transaction. If it throws a `Refusal`, nothing has changed. Does not know HTTP.
 */
export class Store {
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

  /** As `change`, with data that `prepare` makes before the transaction. If `work` throws `Stale`, both run again. */
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
        if (run === MAX_RUNS) throw new DatabaseUnavailable(error);
      }
    }
  }

  read<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.database.read(work);
  }
}

/** The store of a project, with the rules that the platform was started with. */
export function createStore(
  database: Database,
  {
    api,
    clock,
    takenSlugs,
    reprint: reprints,
    dates,
  }: Pick<PlatformOptions, 'api' | 'clock' | 'takenSlugs' | 'reprint' | 'dates'>,
): Store {
  const { emptyVersions, listsDrafts } = revisionOf(api);
  const storedBody = reprints ? reprint : (body: string) => body;
  return new Store(
    database,
    clock,
    { takenSlugs, storedBody, dateOf: DATES[dates], emptyVersions, listsDrafts },
    {
      page: sectionsOf,
      definition: async (text) => {
        const { runJob } = await import('./definition/thread.ts');
        return runJob('sections', text);
      },
    },
  );
}
