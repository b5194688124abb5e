import { chmod, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import Libsql from 'libsql';
import { Failure } from '../../../model/failure.ts';
import { MemoryRateCounters } from '../rate-counters.ts';
import { prepareSchema } from './schema.ts';
import { Fts5Index, FTS5_TABLES } from '../search/sqlite-sections.ts';
import type { Database } from './database.ts';
import { fromStored, toStored } from './stored-texts.ts';
import { statement, type Sql, type SqlValue, type Statement } from './sql.ts';

export const DATABASE_FILE = 'platform.db';

/** Long enough for `platform key create` to write while a platform is busy. */
const BUSY_MS = 10_000;

type Prepared = Libsql.Statement<SqlValue[]>;

type Columns = Record<string, SqlValue>;

/** The row, whose texts are as they were given. */
function read(row: Columns): Columns {
  for (const name in row) {
    const value = row[name];
    if (typeof value === 'string') row[name] = fromStored(value);
  }
  return row;
}

/** The statements of one connection, each prepared once. SQLite answers synchronously; the promises belong to the seam. */
class Connection implements Sql {
  readonly #file: Libsql.Database;
  readonly #prepared = new Map<string, Prepared>();

  constructor(file: Libsql.Database) {
    this.#file = file;
  }

  get<Row>(query: Statement<Row>, ...values: readonly SqlValue[]): Promise<Row | undefined> {
    return attempt(() => {
      const row = this.#prepare(query).get(...values.map(toStored)) as Columns | undefined;
      return row && (read(row) as Row);
    });
  }

  all<Row>(query: Statement<Row>, ...values: readonly SqlValue[]): Promise<readonly Row[]> {
    return attempt(() => {
      const rows = this.#prepare(query).all(...values.map(toStored)) as Columns[];
      return rows.map((row) => read(row) as Row);
    });
  }

  run(query: Statement, ...values: readonly SqlValue[]): Promise<number> {
    return attempt(() => this.#prepare(query).run(...values.map(toStored)).changes);
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

/** One connection, whose transactions follow one another. */
class Lane {
  readonly #file: Libsql.Database;
  readonly #sql: Connection;
  /** Settles when the last transaction has ended. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(file: Libsql.Database) {
    this.#file = file;
    this.#sql = new Connection(file);
  }

  next<T>(begin: string, work: (sql: Sql) => Promise<T>): Promise<T> {
    const result = this.#last.then(() => this.#transaction(begin, work));
    this.#last = result.catch(() => undefined);
    return result;
  }

  async close(): Promise<void> {
    await this.#last;
    this.#file.close();
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

class SqliteDatabase implements Database {
  readonly sections = new Fts5Index();
  readonly counters = new MemoryRateCounters();
  readonly #writer: Lane;
  /** A lane of its own, so that reads do not wait for writes; in memory, where nothing else sees the database, the same. */
  readonly #reader: Lane;

  constructor(writer: Lane, reader: Lane) {
    this.#writer = writer;
    this.#reader = reader;
  }

  write<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#writer.next('BEGIN IMMEDIATE', work);
  }

  read<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#reader.next('BEGIN', work);
  }

  connections(): null {
    return null;
  }

  async close(): Promise<void> {
    if (this.#reader !== this.#writer) await this.#reader.close();
    await this.#writer.close();
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
  const path = folder === null ? ':memory:' : await ownFile(folder);
  const writer = connect(path);
  if (folder !== null) writer.exec('PRAGMA journal_mode = WAL');
  const lane = new Lane(writer);
  const database = new SqliteDatabase(lane, folder === null ? lane : new Lane(connect(path)));
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

function connect(path: string): Libsql.Database {
  const file = new Libsql(path);
  file.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
  file.exec('PRAGMA foreign_keys = ON');
  file.exec('PRAGMA synchronous = FULL');
  return file;
}
