import { statSync } from 'node:fs';
import { chmod, mkdir, open, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import Libsql from 'libsql';
import LibsqlPromise from 'libsql/promise';
import { Failure } from '../../model/failure.ts';
import type { Database, RateCounters, RateWindow } from './database.ts';
import { SchemaTooNew, SchemaTooOld, prepareSchema } from './schema.ts';
import { type Sql, type SqlValue, type Statement, fromStored, statement, toStored } from './sql.ts';
import { FTS5_TABLES, Fts5Index } from './sqlite-sections.ts';
import { DatabaseUnavailable } from './unavailable.ts';

export const DATABASE_FILE = 'platform.db';
const IGNORE_FILE = '.gitignore';
/** A database without tables, locked while a process serves the folder. The system unlocks it if the process is killed. */
const SERVED_FILE = 'platform.served';

/** Long enough for `platform key create` to get its turn while a platform is busy. */
const BUSY_MS = 10_000;

type Prepared = Libsql.Statement<SqlValue[]>;

type Columns = Record<string, SqlValue>;

/** Restores the texts of a row as they were given. Modifies its argument. */
function read(row: Columns): Columns {
  for (const name in row) {
    const value = row[name];
    if (typeof value === 'string') row[name] = fromStored(value);
  }
  return row;
}

/** The number of statements, which take little time, after which a long transaction lets other requests be answered. */
const TURN = 25;

/** The statements of one connection, each prepared once. SQLite answers synchronously; `Sql` wants promises. */
class Connection implements Sql {
  readonly #file: Libsql.Database;
  readonly #prepared = new Map<string, Prepared>();
  readonly #inTurns: boolean;
  #count = 0;

  /** @param inTurns whether a long transaction lets others be answered in between */
  constructor(file: Libsql.Database, inTurns: boolean) {
    this.#file = file;
    this.#inTurns = inTurns;
  }

  begin(): void {
    this.#count = 0;
  }

  get<Row>(query: Statement<Row>, ...values: readonly SqlValue[]): Promise<Row | undefined> {
    return this.#attempt(() => {
      const row = this.#prepare(query).get(...values.map(toStored)) as Columns | undefined;
      return row && (read(row) as Row);
    });
  }

  all<Row>(query: Statement<Row>, ...values: readonly SqlValue[]): Promise<readonly Row[]> {
    return this.#attempt(() => {
      const rows = this.#prepare(query).all(...values.map(toStored)) as Columns[];
      return rows.map((row) => read(row) as Row);
    });
  }

  run(query: Statement, ...values: readonly SqlValue[]): Promise<number> {
    return this.#attempt(() => this.#prepare(query).run(...values.map(toStored)).changes);
  }

  async #attempt<T>(work: () => T): Promise<T> {
    this.#count += 1;
    if (this.#inTurns && this.#count % TURN === 0) await setImmediate();
    return work();
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

/** How a connection begins and ends its transactions. */
interface Frame {
  readonly inTurns: boolean;
  begin(file: Libsql.Database): Promise<void>;
  commit(file: Libsql.Database): Promise<void>;
}

const AT_ONCE: Frame = {
  inTurns: false,
  begin: (file) => attempt(() => void file.exec('BEGIN')),
  commit: (file) => attempt(() => void file.exec('COMMIT')),
};

/**
 * Waits for the disk or another process in a thread of the driver, so that other requests are
 * answered in the meantime.
 */
const ON_DISK: Frame = {
  inTurns: true,
  begin: async (file) => {
    try {
      file.exec('BEGIN IMMEDIATE');
    } catch (error) {
      if (!isBusy(error)) throw error;
      await waitForOthers(file);
    }
  },
  commit: (file) => inThread(file, 'COMMIT'),
};

/** Begins a transaction when other processes have ended theirs. */
async function waitForOthers(file: Libsql.Database): Promise<void> {
  file.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
  try {
    await inThread(file, 'BEGIN IMMEDIATE');
  } catch (error) {
    throw isBusy(error) ? new DatabaseUnavailable(error) : error;
  } finally {
    file.exec('PRAGMA busy_timeout = 0');
  }
}

const hasCode = (error: unknown, codes: RegExp): boolean =>
  error instanceof Libsql.SqliteError && codes.test(error.code);

const isBusy = (error: unknown): boolean => hasCode(error, /^SQLITE_BUSY$/);

const DAMAGED = /^SQLITE_(?:CORRUPT|NOTADB)/;

/** A disk that is full, fails or is read-only, and a damaged file: people have to act, and then it works again. */
const UNUSABLE = new RegExp(`${DAMAGED.source}|^SQLITE_(?:FULL|IOERR|READONLY|CANTOPEN)`);

/** Both interfaces of the driver work on the same connection, which nothing else may use until the promise settles. */
const inThread = (file: Libsql.Database, sql: string): Promise<void> =>
  LibsqlPromise.prototype.exec.call(file, sql) as Promise<void>;

/** One connection, whose transactions follow one another. */
class Lane {
  readonly #file: Libsql.Database;
  readonly #frame: Frame;
  readonly #sql: Connection;
  /** Settles when the last transaction has ended. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(file: Libsql.Database, frame: Frame) {
    this.#file = file;
    this.#frame = frame;
    this.#sql = new Connection(file, frame.inTurns);
  }

  next<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    const result = this.#last.then(() => this.#transaction(work));
    this.#last = result.catch(() => undefined);
    return result;
  }

  async close(): Promise<void> {
    await this.#last;
    this.#file.close();
  }

  async #transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    try {
      await this.#frame.begin(this.#file);
      this.#sql.begin();
      const result = await work(this.#sql);
      await this.#frame.commit(this.#file);
      return result;
    } catch (error) {
      if (this.#file.inTransaction) this.#file.exec('ROLLBACK');
      throw hasCode(error, UNUSABLE) ? new DatabaseUnavailable(error) : error;
    }
  }
}

/**
 * Counters of one process. They suffice for a database that only one process uses. They are lost
 * when the process ends, but a read request does not cause a write to the disk.
 */
class MemoryRateCounters implements RateCounters {
  readonly #windows = new Map<string, { consumed: number; reset: number }>();

  count(bucket: string, windowSeconds: number, nowMs: number): Promise<RateWindow> {
    const open = this.#windows.get(bucket);
    if (open && nowMs < open.reset * 1000) {
      open.consumed += 1;
      return Promise.resolve({ ...open });
    }
    const window = { consumed: 1, reset: Math.ceil(nowMs / 1000) + windowSeconds };
    this.#windows.set(bucket, window);
    return Promise.resolve({ ...window });
  }
}

const PROBE = statement('PRAGMA user_version = 1');

/** More characters than the largest page with its index has. */
const LARGE = 4 * 1024 * 1024;
const PUT_PROBE = statement("INSERT OR REPLACE INTO setting (name, value) VALUES ('probe', ?)");
const DELETE_PROBE = statement("DELETE FROM setting WHERE name = 'probe'");

class SqliteDatabase implements Database {
  readonly sections = new Fts5Index();
  readonly counters = new MemoryRateCounters();
  readonly #writer: Lane;
  /** A separate lane, so that reads do not wait for writes. For a database in memory, which has only one connection, the same lane. */
  readonly #reader: Lane;

  readonly #requireFile: () => void;
  /** Whether no write has succeeded since one failed. */
  #isFailing = false;

  /** @param requireFile throws if what is written now would be lost */
  constructor(writer: Lane, reader: Lane, requireFile: () => void = () => undefined) {
    this.#writer = writer;
    this.#reader = reader;
    this.#requireFile = requireFile;
  }

  async write<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    try {
      const result = await this.#writer.next(async (sql) => {
        const found = await work(sql);
        this.#requireFile();
        return found;
      });
      this.#isFailing = false;
      return result;
    } catch (error) {
      this.#isFailing ||= error instanceof DatabaseUnavailable;
      throw error;
    }
  }

  read<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return this.#reader.next(work);
  }

  /**
   * Writes a number that nobody reads over itself. After a failed write, writes as much as a page
   * first, and deletes it: a full disk still has room for a number.
   */
  async check(): Promise<void> {
    if (this.#isFailing) {
      await this.write((sql) => sql.run(PUT_PROBE, 'x'.repeat(LARGE)));
      await this.write((sql) => sql.run(DELETE_PROBE));
    }
    await this.write((sql) => sql.run(PROBE));
  }

  connections(): null {
    return null;
  }

  async close(): Promise<void> {
    if (this.#reader !== this.#writer) await this.#reader.close();
    await this.#writer.close();
  }
}

/**
 * The database file, readable only by its owner: it holds drafts and email addresses. SQLite
 * creates the files next to it with the same mode. The folder must be new or empty, or have a
 * database already. Git ignores it, because it also contains a key.
 */
async function ownFile(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, DATABASE_FILE);
  const files = await readdir(folder);
  if (!files.includes(DATABASE_FILE)) {
    if (files.includes(SERVED_FILE) || files.includes(`${DATABASE_FILE}-wal`)) {
      throw new Failure(
        'failed',
        `The database of the platform in ${folder} is gone: ${DATABASE_FILE} is missing.`,
        {
          hint: `Restore ${DATABASE_FILE} from a copy, or empty the folder to begin again with nothing`,
        },
      );
    }
    if (files.some((name) => name !== IGNORE_FILE)) {
      throw new Failure('usage', `${folder} holds other files, and no platform.`, {
        hint: 'Give --data a new or empty folder',
      });
    }
    await writeFile(join(folder, IGNORE_FILE), '*\n', { mode: 0o600 });
  }
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
 * Reserves the folder of a database for the process that serves it, because that one counts rate
 * limits in its memory. Returns a function that ends this.
 * @throws Failure `failed` if another process serves the folder
 */
export function serveAlone(folder: string): () => void {
  const file = new Libsql(join(folder, SERVED_FILE));
  try {
    file.exec('PRAGMA busy_timeout = 0');
    file.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    file.close();
    if (!isBusy(error)) throw error;
    throw new Failure('failed', `Another docs platform start serves ${folder}.`, {
      hint: 'Stop that one, give --data another folder, or use PostgreSQL for several (--database)',
    });
  }
  return () => file.close();
}

/**
 * Opens the database in `folder`, and creates both if they are missing; `null`: a database in
 * memory that ends with the process. Acknowledged changes survive kill -9 and a power cut: every
 * commit is flushed to the write-ahead log.
 * @throws Failure `failed` if the folder holds a database of another release, or one that cannot be
 * used
 */
export async function openSqlite(
  folder: string | null,
  random: () => number = Math.random,
): Promise<Database> {
  const path = folder === null ? null : await ownFile(folder);
  let database: Database | undefined;
  try {
    database = path === null ? inMemory() : inFile(path);
    await database.write(async (sql) => {
      const exists = (await sql.get(HAS_TABLES)) !== undefined;
      await prepareSchema(sql, exists, FTS5_TABLES, random);
    });
    return database;
  } catch (error) {
    await database?.close();
    const cause = error instanceof DatabaseUnavailable ? error.cause : error;
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new Failure('failed', `Cannot use the database in ${folder ?? 'memory'}: ${message}`, {
      hint: hintFor(cause),
      cause,
    });
  }
}

function hintFor(error: unknown): string {
  if (error instanceof SchemaTooNew || error instanceof SchemaTooOld) return error.hint;
  if (hasCode(error, DAMAGED)) return 'Restore it from a copy, or give --data another folder';
  return 'Start on another folder with --data';
}

function inMemory(): SqliteDatabase {
  const lane = new Lane(connect(':memory:'), AT_ONCE);
  return new SqliteDatabase(lane, lane);
}

function inFile(path: string): SqliteDatabase {
  const writer = connect(path, ['journal_mode = WAL', 'busy_timeout = 0']);
  const reader = connect(path);
  const { ino } = statSync(path);
  return new SqliteDatabase(new Lane(writer, ON_DISK), new Lane(reader, AT_ONCE), () => {
    // Deleted or replaced: its connections write on, into what no later start finds.
    if (statSync(path, { throwIfNoEntry: false })?.ino === ino) return;
    throw new DatabaseUnavailable(`${path} is gone`);
  });
}

function connect(path: string, more: readonly string[] = []): Libsql.Database {
  const file = new Libsql(path);
  try {
    const settings = [`busy_timeout = ${BUSY_MS}`, 'foreign_keys = ON', 'synchronous = FULL'];
    for (const each of [...settings, ...more]) file.exec(`PRAGMA ${each}`);
  } catch (error) {
    file.close();
    throw error;
  }
  return file;
}
