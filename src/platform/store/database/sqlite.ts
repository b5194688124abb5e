import { chmod, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import Libsql from 'libsql';
import { Failure } from '../../../model/failure.ts';
import { MemoryRateCounters } from '../rate-counters.ts';
import { prepareSchema } from './schema.ts';
import { Fts5Index, FTS5_TABLES } from '../search/sqlite-sections.ts';
import type { Database } from './database.ts';
import { statement, type Sql, type SqlValue, type Statement } from './sql.ts';

export const DATABASE_FILE = 'platform.db';

/** Long enough for `platform key create` to write while a platform is busy. */
const BUSY_MS = 10_000;

type Prepared = Libsql.Statement<SqlValue[]>;

/** The statements of one connection, each prepared once. SQLite answers synchronously; the promises belong to the seam. */
class Connection implements Sql {
  readonly #file: Libsql.Database;
  readonly #prepared = new Map<string, Prepared>();

  constructor(file: Libsql.Database) {
    this.#file = file;
  }

  get<Row>(query: Statement<Row>, ...values: readonly SqlValue[]): Promise<Row | undefined> {
    return attempt(() => this.#prepare(query).get(...values) as Row | undefined);
  }

  all<Row>(query: Statement<Row>, ...values: readonly SqlValue[]): Promise<readonly Row[]> {
    return attempt(() => this.#prepare(query).all(...values) as Row[]);
  }

  run(query: Statement, ...values: readonly SqlValue[]): Promise<number> {
    return attempt(() => this.#prepare(query).run(...values).changes);
  }

  #prepare(query: Statement<unknown>): Prepared {
    const known = this.#prepared.get(query.text);
    if (known) return known;
    const prepared = this.#file.prepare<SqlValue[]>(query.text);
    this.#prepared.set(query.text, prepared);
    return prepared;
  }
}

// oxlint-disable-next-line require-await -- turns what is thrown into a rejection
const attempt = async <T>(work: () => T): Promise<T> => work();

const HAS_TABLES = statement<{ readonly name: string }>(
  "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'setting'",
);

class SqliteDatabase implements Database {
  readonly sections = new Fts5Index();
  readonly counters = new MemoryRateCounters();
  readonly #file: Libsql.Database;
  readonly #sql: Connection;
  /** There is one connection, so transactions follow one another. Settles when the last one has ended. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(file: Libsql.Database) {
    this.#file = file;
    this.#sql = new Connection(file);
  }

  write<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#next('BEGIN IMMEDIATE', work);
  }

  read<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#next('BEGIN', work);
  }

  async close(): Promise<void> {
    await this.#last;
    this.#file.close();
  }

  #next<T>(begin: string, work: (sql: Sql) => Promise<T>): Promise<T> {
    const result = this.#last.then(() => this.#transaction(begin, work));
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #transaction<T>(begin: string, work: (sql: Sql) => Promise<T>): Promise<T> {
    this.#file.exec(begin);
    try {
      const result = await work(this.#sql);
      this.#file.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.#file.inTransaction) this.#file.exec('ROLLBACK');
      throw error;
    }
  }
}

/** The database file, readable only by its owner: it holds drafts and e-mail addresses. SQLite gives the files beside it the same mode. */
async function ownFile(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, DATABASE_FILE);
  await (await open(path, 'a', 0o600)).close();
  for (const suffix of ['', '-wal', '-shm']) {
    await chmod(path + suffix, 0o600).catch(unlessMissing);
  }
  return path;
}

function unlessMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

/**
 * Opens the database in `folder`, and makes both if they are missing; `null`: a database in memory that ends with the process. Acknowledged changes survive
 * kill -9 and a power cut: every commit is flushed to the write-ahead log.
 * @throws Failure `failed` if the folder holds a database of another release
 */
export async function openSqlite(
  folder: string | null,
  random: () => number = Math.random,
): Promise<Database> {
  const file = new Libsql(folder === null ? ':memory:' : await ownFile(folder));
  file.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
  file.exec('PRAGMA foreign_keys = ON');
  if (folder !== null) {
    file.exec('PRAGMA journal_mode = WAL');
    file.exec('PRAGMA synchronous = FULL');
  }
  const database = new SqliteDatabase(file);
  try {
    await database.write(async (sql) => {
      const exists = (await sql.get(HAS_TABLES)) !== undefined;
      await prepareSchema(sql, exists, FTS5_TABLES, random);
    });
  } catch (cause) {
    await database.close();
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new Failure('failed', `Cannot use the database in ${folder ?? 'memory'}: ${message}`, {
      hint: 'Start on another folder with --data',
      cause,
    });
  }
  return database;
}
