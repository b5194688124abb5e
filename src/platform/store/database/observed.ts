/** A database that tells what it does, to who counts or logs it. */
import type { RateCounters, RateWindow } from '../rate-counters.ts';
import type { Connections, Database } from './database.ts';
import type { Sql, SqlValue, Statement } from './sql.ts';
import { DatabaseUnavailable } from './unavailable.ts';

export type TransactionKind = 'read' | 'write';

/** What a statement begins with. `limit`: the one that counts a request. */
export const VERBS = ['select', 'insert', 'update', 'delete', 'limit', 'other'] as const;
export type Verb = (typeof VERBS)[number];

/** Durations are in milliseconds. Its methods must not throw. */
export interface DatabaseObserver {
  /** A transaction was asked for. */
  asked(kind: TransactionKind): void;
  /** It waited this long for a connection and, if it writes, for the writers before it. */
  began(kind: TransactionKind, waitedMs: number): void;
  /** It met another one and runs again. */
  repeated(kind: TransactionKind): void;
  /** It ended, in whichever way, so long after it was asked for. */
  ended(kind: TransactionKind, ms: number): void;
  /** A statement was answered, or failed. */
  stated(verb: Verb, ms: number): void;
  /** The database did what it was asked for, or refused it. */
  answered(): void;
  unavailable(error: DatabaseUnavailable): void;
}

/** Tells `observer` what `database` does. Both databases are observed here, above their drivers. */
export class ObservedDatabase implements Database {
  readonly counters: RateCounters;
  readonly #database: Database;
  readonly #observer: DatabaseObserver;
  readonly #elapsed: () => number;

  /** @param elapsed milliseconds of a clock that only runs forward */
  constructor(database: Database, observer: DatabaseObserver, elapsed: () => number) {
    this.#database = database;
    this.#observer = observer;
    this.#elapsed = elapsed;
    this.counters = {
      count: (bucket, windowSeconds, nowMs) => this.#count(bucket, windowSeconds, nowMs),
    };
  }

  get sections() {
    return this.#database.sections;
  }

  write<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#transaction('write', work);
  }

  read<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#transaction('read', work);
  }

  check(): Promise<void> {
    return this.#answer(this.#database.check());
  }

  connections(): Connections | null {
    return this.#database.connections();
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  async #transaction<T>(kind: TransactionKind, work: (sql: Sql) => Promise<T>): Promise<T> {
    const asked = this.#elapsed();
    let runs = 0;
    this.#observer.asked(kind);
    try {
      return await this.#answer(
        this.#database[kind]((sql) => {
          runs += 1;
          if (runs === 1) this.#observer.began(kind, this.#elapsed() - asked);
          else this.#observer.repeated(kind);
          return work(new ObservedSql(sql, this.#observer, this.#elapsed));
        }),
      );
    } finally {
      this.#observer.ended(kind, this.#elapsed() - asked);
    }
  }

  async #count(bucket: string, windowSeconds: number, nowMs: number): Promise<RateWindow> {
    const asked = this.#elapsed();
    try {
      return await this.#answer(this.#database.counters.count(bucket, windowSeconds, nowMs));
    } finally {
      this.#observer.stated('limit', this.#elapsed() - asked);
    }
  }

  async #answer<T>(answer: Promise<T>): Promise<T> {
    try {
      const result = await answer;
      this.#observer.answered();
      return result;
    } catch (error) {
      if (error instanceof DatabaseUnavailable) this.#observer.unavailable(error);
      else this.#observer.answered();
      throw error;
    }
  }
}

/** The statements of one transaction. */
class ObservedSql implements Sql {
  readonly #sql: Sql;
  readonly #observer: DatabaseObserver;
  readonly #elapsed: () => number;

  constructor(sql: Sql, observer: DatabaseObserver, elapsed: () => number) {
    this.#sql = sql;
    this.#observer = observer;
    this.#elapsed = elapsed;
  }

  get<Row>(query: Statement<Row>, ...values: readonly SqlValue[]): Promise<Row | undefined> {
    return this.#timed(query, () => this.#sql.get(query, ...values));
  }

  all<Row>(query: Statement<Row>, ...values: readonly SqlValue[]): Promise<readonly Row[]> {
    return this.#timed(query, () => this.#sql.all(query, ...values));
  }

  run(query: Statement, ...values: readonly SqlValue[]): Promise<number> {
    return this.#timed(query, () => this.#sql.run(query, ...values));
  }

  async #timed<T>({ text }: Statement<unknown>, ask: () => Promise<T>): Promise<T> {
    const asked = this.#elapsed();
    try {
      return await ask();
    } finally {
      this.#observer.stated(verbOf(text), this.#elapsed() - asked);
    }
  }
}

function verbOf(text: string): Verb {
  const word = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase();
  return VERBS.find((verb) => verb === word) ?? 'other';
}
