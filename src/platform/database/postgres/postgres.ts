import { Pool, type PoolClient } from 'pg';
import type { Connections, Database } from '../database.ts';
import { PostgresSections } from '../postgres-sections.ts';
import type { Sql } from '../sql.ts';
import { DatabaseUnavailable } from '../unavailable.ts';
import { SharedRateCounters } from './counters.ts';
import { Session, available, isAnswered, isToBeRepeated, prompt } from './session.ts';
import { TYPES } from './types.ts';

/** Connections of one instance. One of them writes at most: the others are never all waiting for the writer's row. */
const CONNECTIONS = 10;

/** How long a request waits for a connection, and a write transaction for those of other instances. */
const PATIENCE_MS = 10_000;

/** After this long without an answer a connection counts as lost. */
const ANSWER_MS = 60_000;

/** The same for statements that take no time, with which requests begin: a network that was gone for a moment leaves all connections open and dead. */
const PROMPT_MS = 15_000;

/** After this long without a statement the server ends a write transaction: its instance may have stopped, and all others wait for it. */
const IDLE_MS = 60_000;

const MOST_RUNS = 10;

const ONLY_READS = "SELECT current_setting('transaction_read_only') AS only";

const READ = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/**
 * Write transactions of all instances follow one another by this row. Each of their statements sees what was committed before it, so that nothing is read before
 * the row is theirs.
 */
const WRITE = `
  BEGIN ISOLATION LEVEL READ COMMITTED;
  SET LOCAL lock_timeout = ${PATIENCE_MS};
  SET LOCAL idle_in_transaction_session_timeout = ${IDLE_MS};
  SELECT id FROM writer FOR UPDATE`;

/** One project on PostgreSQL, shared by any number of instances. Statements have no names, so that a pooler may give each transaction another connection. */
export class PostgresDatabase implements Database {
  readonly sections = new PostgresSections();
  readonly counters: SharedRateCounters;
  readonly #pool: Pool;
  readonly #promptMs: number;
  /** Write transactions of one instance queue here, where they need no connection. Settles when the last one has ended. */
  #lastWrite: Promise<unknown> = Promise.resolve();

  /** @param promptMs more than a write transaction waits for others */
  constructor(
    connectionString: string,
    now: ((callerMs: number) => number) | null,
    promptMs = PROMPT_MS,
  ) {
    this.#promptMs = promptMs;
    this.#pool = new Pool({
      connectionString,
      max: CONNECTIONS,
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
      application_name: 'docs',
      types: TYPES,
    });
    // A connection that breaks while nobody uses it is replaced when it is needed; one in use rejects what it was asked.
    this.#pool.on('error', ignored);
    this.#pool.on('connect', (client) => client.on('error', ignored));
    this.counters = new SharedRateCounters(this.#pool, now, promptMs);
  }

  write<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    const result = this.#lastWrite.then(() => repeated(() => this.#transaction(WRITE, work)));
    this.#lastWrite = result.catch(ignored);
    return result;
  }

  read<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return repeated(() => this.#transaction(READ, work));
  }

  /** Runs statements that are no transaction of the project's. */
  async outside<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    const client = await available(this.#pool.connect());
    try {
      return await work(new Session(client));
    } finally {
      client.release();
    }
  }

  /** A server only reads after a failover, or where its owner says so. */
  async check(): Promise<void> {
    const asked = this.#pool.query<{ only: string }>(prompt(ONLY_READS, this.#promptMs));
    const { rows } = await available(asked);
    if (rows[0]?.only !== 'off') throw new DatabaseUnavailable('it only reads');
  }

  connections(): Connections {
    const { totalCount: open, idleCount: idle, waitingCount: waiting } = this.#pool;
    return { most: CONNECTIONS, open, idle, waiting };
  }

  async close(): Promise<void> {
    await this.#lastWrite;
    await this.#pool.end();
  }

  async #transaction<T>(begin: string, work: (sql: Sql) => Promise<T>): Promise<T> {
    const client = await available(this.#pool.connect());
    try {
      await started(client, begin, this.#promptMs);
      const result = await work(new Session(client));
      await committed(client);
      client.release();
      return result;
    } catch (error) {
      client.release(!(isAnswered(error) && (await isRolledBack(client))));
      throw error;
    }
  }
}

const ignored = (): void => undefined;

async function started(client: PoolClient, begin: string, promptMs: number): Promise<void> {
  const results = [await available(client.query(prompt(begin, promptMs)))].flat();
  if (begin === WRITE && results.at(-1)?.rowCount !== 1) {
    throw new Error('The table "writer" has lost its row.');
  }
}

/** A transaction in which a statement failed ends with a rollback, even if the failure was caught. */
async function committed(client: PoolClient): Promise<void> {
  const { command } = await available(client.query('COMMIT'));
  if (command !== 'COMMIT') throw new Error(`The transaction ended with ${command}.`);
}

async function isRolledBack(client: PoolClient): Promise<boolean> {
  try {
    await client.query('ROLLBACK');
    return true;
  } catch {
    return false;
  }
}

/** Runs a transaction until it meets no other, within reason. */
async function repeated<T>(transaction: () => Promise<T>): Promise<T> {
  for (let run = 1; ; run += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (!isToBeRepeated(error)) throw error;
      if (run === MOST_RUNS) throw new DatabaseUnavailable(error);
    }
  }
}
