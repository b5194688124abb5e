import { DatabaseError } from 'pg';
import { Failure } from '../../../model/failure.ts';
import type { Database } from '../database.ts';
import { SECTION_TABLES } from '../postgres-sections.ts';
import { prepareSchema, SchemaTooNew, SchemaTooOld } from '../schema.ts';
import { DatabaseUnavailable } from '../unavailable.ts';
import { type Sql, statement } from '../sql.ts';
import { postgresAddress } from './address.ts';
import { COUNTER_TABLES } from './counters.ts';
import { PostgresDatabase } from './postgres.ts';

export interface PostgresOptions {
  /** From 0 to 1, as `Math.random` returns: where ids start. */
  readonly random?: () => number;
  /** The time by which rate limits are counted, in milliseconds. Left out: the database's. */
  readonly now?: (callerMs: number) => number;
}

const ENCODING = statement<{ readonly server_encoding: string }>('SHOW server_encoding');

const WRITER = [
  statement('CREATE TABLE IF NOT EXISTS writer (id BIGINT PRIMARY KEY)'),
  statement('INSERT INTO writer (id) VALUES (1) ON CONFLICT DO NOTHING'),
];

const HAS_TABLES = statement<{ readonly name: string }>(`
  SELECT table_name AS name FROM information_schema.tables
  WHERE table_schema = current_schema() AND table_name = 'setting'`);

/**
 * Opens the database at this address, and creates or updates its tables if necessary. Any number of
 * instances may do so at once.
 * @throws Failure `usage` if the address cannot be read, `failed` if the database cannot be used.
 * Neither message contains the password.
 */
export async function openPostgres(
  address: string,
  { random = Math.random, now }: PostgresOptions = {},
): Promise<Database> {
  const { connectionString, shown } = postgresAddress(address);
  const database = new PostgresDatabase(connectionString, now ?? null);
  try {
    await database.outside(prepareWriter);
    await database.write(async (sql) => {
      const exists = (await sql.get(HAS_TABLES)) !== undefined;
      await prepareSchema(sql, exists, [...SECTION_TABLES, ...COUNTER_TABLES], random);
    });
  } catch (cause) {
    await database.close();
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new Failure('failed', `Cannot use the database ${shown}: ${message}`, {
      hint: hintFor(cause),
      cause,
    });
  }
  return database;
}

const ENCODED = "create database docs encoding 'UTF8' template template0";

/** SQLSTATE codes of a table that already exists, and of a table or column that does not. They mean that the tables are somebody else's. */
const FOREIGN: ReadonlySet<string | undefined> = new Set(['42P07', '42P01', '42703']);

const TOO_MANY = '53300';

function hintFor(error: unknown): string {
  if (error instanceof SchemaTooNew || error instanceof SchemaTooOld) return error.hint;
  if (error instanceof WrongEncoding) return ENCODED;
  const answer = error instanceof DatabaseUnavailable ? error.cause : error;
  const code = answer instanceof DatabaseError ? answer.code : undefined;
  if (FOREIGN.has(code)) return 'Give the platform an empty database of its own';
  return code === TOO_MANY
    ? 'Raise max_connections, or use a pooler'
    : 'Check the address, and that the server runs and lets this user in';
}

class WrongEncoding extends Error {
  override readonly name = 'WrongEncoding';
}

/** Creates the row that puts write transactions in sequence. Without it, instances that create it at the same moment cannot take turns. */
async function prepareWriter(sql: Sql): Promise<void> {
  const encoding = (await sql.get(ENCODING))?.server_encoding;
  if (encoding !== 'UTF8') throw new WrongEncoding(`its encoding is ${encoding}, not UTF8`);
  for (const each of WRITER) await evenIfRaced(() => sql.run(each));
}

/** SQLSTATE codes of something that another instance created at the same moment: a name in the catalogue, the table, or its type. */
const MADE_BY_OTHERS: ReadonlySet<string | undefined> = new Set([
  '23505',
  '42P07',
  '42710',
  '40001',
]);

/** Repeats `work` if another instance creates the same table at the same moment, in which case even `IF NOT EXISTS` can fail. Both then have it. */
async function evenIfRaced(work: () => Promise<unknown>): Promise<void> {
  for (let run = 1; ; run += 1) {
    try {
      await work();
      return;
    } catch (error) {
      const isRaced = error instanceof DatabaseError && MADE_BY_OTHERS.has(error.code);
      if (!isRaced || run === 10) throw error;
    }
  }
}
