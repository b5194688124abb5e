import { Pool, type PoolClient } from 'pg';
import type { Connections, Database } from '../database.ts';
import { PostgresSections } from '../postgres-sections.ts';
import type { Sql } from '../sql.ts';
import { DatabaseUnavailable } from '../unavailable.ts';
import { SharedRateCounters } from './counters.ts';
import { Session, TYPES, available, isAnswered, isToBeRepeated, prompt } from './session.ts';

/** The most connections of one instance. At most one of them writes, so they never all wait for the writer's row. */
const CONNECTIONS = 10;

/** How long a request waits for a connection, and a write transaction for those of other instances. */
const PATIENCE_MS = 10_000;

/** After this long without an answer a connection counts as lost. */
const ANSWER_MS = 60_000;

/**
 * The same for quick statements, with which requests begin. After a short interruption of the
 * network, all connections may still look open but be dead.
 */
const PROMPT_MS = 15_000;

/** After this long without a statement, the server ends a write transaction: its instance may have stopped, while all others wait for it. */
const IDLE_MS = 60_000;

const MAX_RUNS = 10;

const ONLY_READS = "SELECT current_setting('transaction_read_only') AS only";

const READ = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/**
 * Puts the write transactions of all instances in sequence: each first locks this row. Each
 * statement sees what was committed before it, so that nothing is read before the row is locked.
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
  /** Write transactions of one instance queue here, where they need no connection. Settles when the last of them has ended. */
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
    // An idle connection that breaks is replaced when one is needed; one in use rejects its statement.
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

  /** Runs statements outside the transactions of the project. */
  async outside<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    const client = await available(this.#pool.connect());
    try {
      return await work(new Session(client));
    } finally {
      client.release();
    }
  }

  /** Also rejects if the server is read-only, as after a failover, or because its owner set it so. */
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

/** Commits, and rejects if the server rolled back instead: it does so if a statement failed, even if the failure was caught. */
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

/** Runs a transaction again, a limited number of times, as long as it conflicts with others. */
async function repeated<T>(transaction: () => Promise<T>): Promise<T> {
  for (let run = 1; ; run += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (!isToBeRepeated(error)) throw error;
      if (run === MAX_RUNS) throw new DatabaseUnavailable(error);
    }
  }
}
