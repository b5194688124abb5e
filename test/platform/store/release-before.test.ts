/**
 * Instances are replaced one after another, so the release before must work on this one's tables,
 * and a release can be put back. Its statements are in `statements/`, a file for each released
 * schema. `--update` writes this schema's file; those before stay as they are.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Libsql from 'libsql';
import { Client } from 'pg';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../../src/platform/database/database.ts';
import { openPostgres } from '../../../src/platform/database/postgres/open.ts';
import { numbered } from '../../../src/platform/database/postgres/session.ts';
import { IDS, SCHEMA_VERSION, WORKS_FOR } from '../../../src/platform/database/schema.ts';
import { DATABASE_FILE, openSqlite } from '../../../src/platform/database/sqlite.ts';
import { statement } from '../../../src/platform/database/sql.ts';
import { addKey, findKey } from '../../../src/platform/resources/keys.ts';
import { createStore } from '../../../src/platform/store.ts';
import { WORD_TEXTS } from '../../../src/platform/database/postgres-sections.ts';
import { FTS5_TEXTS } from '../../../src/platform/database/sqlite-sections.ts';
import { FixedClock } from '../../support/clocks.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { HAS_POSTGRES, newDatabase } from '../../support/postgres.ts';
import { readStatements, storeStatements, writtenStatements } from './statements-of.ts';

const FOLDER = join(import.meta.dirname, 'statements');

/** Those whose releases work on these tables. */
const SCHEMAS = Array.from(
  { length: SCHEMA_VERSION - WORKS_FOR + 1 },
  (_, index) => WORKS_FOR + index,
);

test('the statements of this schema are the recorded ones', async () => {
  const texts = writtenStatements(storeStatements());
  await expect(texts).toMatchFileSnapshot(join(FOLDER, `schema-${SCHEMA_VERSION}.sql`));
});

test('the record contains the statements of ids and of both indexes', () => {
  const { both, sqlite, postgresql } = storeStatements();
  expect(both).toContain(IDS.take.text);
  expect(sqlite).toContain(FTS5_TEXTS.remove.text);
  expect(postgresql).toContain(WORD_TEXTS.remove.text);
});

test('the statements of each schema that works on these tables are recorded', async () => {
  const kept = await readdir(FOLDER);
  expect(kept.toSorted()).toEqual(SCHEMAS.map((schema) => `schema-${schema}.sql`));
});

interface Column {
  readonly name: string;
  /** Whether each row needs a value for it. */
  readonly needed: boolean;
}

/** What an `INSERT` leaves out although each row needs it: such a column was added without a default. */
function leftOut(text: string, columnsOf: (table: string) => readonly Column[]): string[] {
  const [, table, names] = /^INSERT INTO (\w+) \(([^)]*)\)/.exec(text) ?? [];
  if (table === undefined || names === undefined) return [];
  const given = new Set(names.split(',').map((name) => name.trim()));
  return columnsOf(table)
    .filter(({ name, needed }) => needed && !given.has(name))
    .map(({ name }) => `${table}.${name} is needed by: ${text}`);
}

/** What does not work any more, and why. */
function problemsOnSqlite(file: Libsql.Database, texts: readonly string[]): string[] {
  const columnsOf = (table: string): Column[] =>
    (
      file.prepare(`SELECT * FROM pragma_table_info('${table}')`).all() as {
        name: string;
        notnull: number;
        dflt_value: string | null;
      }[]
    ).map(({ name, notnull, dflt_value: preset }) => ({
      name,
      needed: notnull === 1 && preset === null,
    }));
  return texts.flatMap((text) => {
    try {
      file.prepare(text);
    } catch (error) {
      return [`${String(error)}: ${text}`];
    }
    return leftOut(text, columnsOf);
  });
}

async function problemsOnPostgres(client: Client, texts: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ table: string } & Column>(`
    SELECT table_name AS "table", column_name AS name, is_nullable = 'NO' AND column_default IS NULL AS needed
    FROM information_schema.columns WHERE table_schema = current_schema()`);
  const problems: string[] = [];
  for (const text of texts) {
    try {
      await client.query(`PREPARE stated AS ${numbered(text)}`);
      await client.query('DEALLOCATE stated');
    } catch (error) {
      problems.push(`${String(error)}: ${text}`);
    }
    problems.push(...leftOut(text, (table) => rows.filter((row) => row.table === table)));
  }
  return problems;
}

async function newFolder(): Promise<string> {
  const folder = await temporaryFolder();
  await (await openSqlite(folder)).close();
  return folder;
}

const BREAKING = [
  'ALTER TABLE page RENAME COLUMN draft TO text',
  'ALTER TABLE page DROP COLUMN source_created_by',
  'ALTER TABLE page ADD COLUMN tone BIGINT NOT NULL DEFAULT 0',
];

describe.each(SCHEMAS)('the statements of a release of schema %i', (schema) => {
  let texts: ReturnType<typeof readStatements>;
  beforeAll(async () => {
    texts = readStatements(await readFile(join(FOLDER, `schema-${schema}.sql`), 'utf8'));
  });

  test('works on SQLite', async () => {
    const file = new Libsql(join(await newFolder(), DATABASE_FILE));
    expect(texts.both.length).toBeGreaterThan(100);
    expect(problemsOnSqlite(file, [...texts.both, ...texts.sqlite])).toEqual([]);
    const broken = BREAKING.map((change) => {
      file.exec(`SAVEPOINT before; ${change}`);
      const found = problemsOnSqlite(file, texts.both).length;
      file.exec('ROLLBACK TO before');
      return found > 0;
    });
    expect(broken).toEqual([true, true, false]);
    file.close();
  });

  test.skipIf(!HAS_POSTGRES)('works on PostgreSQL', async () => {
    const { url, drop } = await newDatabase();
    await (await openPostgres(url)).close();
    const client = new Client({ connectionString: url });
    await client.connect();
    onTestFinished(async () => {
      await client.end();
      await drop();
    });
    const stated = [...texts.both, ...texts.postgresql];
    const broken = async (change: string) => {
      await client.query(change);
      const found = await problemsOnPostgres(client, texts.both);
      return found.length > 0;
    };
    expect(await problemsOnPostgres(client, stated)).toEqual([]);
    expect(await broken('ALTER TABLE page ADD COLUMN tone BIGINT NOT NULL DEFAULT 0')).toBe(false);
    expect(await broken('ALTER TABLE page ADD COLUMN mood BIGINT NOT NULL')).toBe(true);
  });
});

const SET = statement(
  'INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
);
const GET = statement<{ readonly value: string }>('SELECT value FROM setting WHERE name = ?');

const OPENED = [
  {
    on: 'SQLite',
    prepare: async () => {
      const folder = await temporaryFolder();
      return () => openSqlite(folder);
    },
  },
  {
    on: 'PostgreSQL',
    prepare: async () => {
      const { url, drop } = await newDatabase();
      onTestFinished(drop);
      return () => openPostgres(url);
    },
  },
];

const KEY = { name: 'ci', permissions: null, versions: null };

const storeOf = (database: Database) =>
  createStore(database, {
    api: 'classic',
    clock: new FixedClock(),
    takenSlugs: 'refuse',
    reprint: false,
    dates: 'seconds',
  });

const SCHEMA_6 = [
  statement('ALTER TABLE api_key DROP COLUMN user_email'),
  statement("UPDATE setting SET value = '6' WHERE name = 'schema'"),
];

describe.each(OPENED.slice(0, HAS_POSTGRES ? 2 : 1))('tables of schema 6 on $on', ({ prepare }) => {
  test('get the missing column, keep their keys, and still work with schema 6', async () => {
    const open = await prepare();
    const made = await open();
    const secret = await addKey(storeOf(made), KEY);
    await made.write(async (sql) => {
      for (const each of SCHEMA_6) await sql.run(each);
    });
    await made.close();
    await (await open()).close();

    const database = await open();
    expect(await findKey(storeOf(database), secret)).toMatchObject({ name: 'ci', user: null });
    const settings = await database.read((sql) =>
      Promise.all(['schema', 'schema-for'].map((name) => sql.get(GET, name))),
    );
    expect(settings).toMatchObject([{ value: String(SCHEMA_VERSION) }, { value: '6' }]);
    await database.close();
  });
});

describe.each(OPENED.slice(0, HAS_POSTGRES ? 2 : 1))('a later release on $on', ({ prepare }) => {
  test('is accepted if this release can use its tables, which stay as they are', async () => {
    const open = await prepare();
    const database = await open();
    await database.write(async (sql) => {
      await sql.run(SET, 'schema', String(SCHEMA_VERSION + 1));
      await sql.run(SET, 'schema-for', String(SCHEMA_VERSION));
    });
    await database.close();
    const again = await open();
    const kept = await again.read((sql) => sql.get(GET, 'schema'));
    expect(kept?.value).toBe(String(SCHEMA_VERSION + 1));
    await again.close();
  });

  test.each([String(SCHEMA_VERSION + 1), null])(
    'is named if this release cannot use its tables (%s)',
    async (oldest) => {
      const open = await prepare();
      const database = await open();
      await database.write(async (sql) => {
        await sql.run(SET, 'schema', String(SCHEMA_VERSION + 2));
        await sql.run(SET, 'schema-for', oldest ?? String(SCHEMA_VERSION + 2));
      });
      await database.close();
      await expect(open()).rejects.toMatchObject({
        code: 'failed',
        message: expect.stringMatching(
          `it has schema ${SCHEMA_VERSION + 2} of a later release, and this one knows ${SCHEMA_VERSION}`,
        ),
        hint: expect.stringMatching('Install the release of docs'),
      });
    },
  );
});
