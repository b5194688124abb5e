import { inspect } from 'node:util';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openPostgres } from '../../../src/platform/database/postgres/open.ts';
import { PostgresDatabase } from '../../../src/platform/database/postgres/postgres.ts';
import { statement } from '../../../src/platform/database/sql.ts';
import { DatabaseUnavailable } from '../../../src/platform/database/unavailable.ts';
import { VERSIONS } from '../../../src/platform/resources/versions.ts';
import { HAS_POSTGRES, newDatabase } from '../../support/postgres.ts';
import { wayTo } from '../../support/way.ts';
import { conforms } from './conformance.ts';

const IS_POOLED = process.env['DOCS_TEST_POOLER'] === process.env['DOCS_TEST_POSTGRES'];

const byCaller = { now: (callerMs: number) => callerMs };

async function emptyDatabase(encoding?: string): Promise<string> {
  const { url, drop } = await newDatabase(encoding);
  onTestFinished(drop);
  return url;
}

const SQL = {
  me: statement<{ readonly pid: number }>('SELECT pg_backend_pid() AS pid'),
  end: statement('SELECT pg_terminate_backend(?)'),
  endAll: statement(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() ORDER BY pid = pg_backend_pid()',
  ),
  onlyRead: statement(
    "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = on', current_database()); END $$",
  ),
  put: statement("INSERT INTO setting (name, value) VALUES ('a', '1')"),
  fail: (code: string) =>
    statement(`DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${code}'; END $$`),
  age: statement("UPDATE setting SET value = '5' WHERE name = 'schema'"),
  kinds: statement<{ readonly kind: string }>('SELECT kind FROM next_id ORDER BY kind'),
  longAgo: statement('UPDATE rate_window SET reset = reset - 61'),
};

describe.skipIf(!HAS_POSTGRES)('on a server', () => {
  conforms('PostgreSQL', async () => {
    const url = await emptyDatabase();
    return [await openPostgres(url, byCaller), await openPostgres(url, byCaller)];
  });

  test('three processes that open one empty database create its tables once', async () => {
    const url = await emptyDatabase();
    const opened = await Promise.all([openPostgres(url), openPostgres(url), openPostgres(url)]);
    const kinds = await Promise.all(opened.map((each) => each.read((sql) => sql.all(SQL.kinds))));
    for (const each of kinds) expect(each).toHaveLength(12);
    await Promise.all(opened.map((each) => each.close()));
  });

  test('refuses a database with another schema, and names it', async () => {
    const url = await emptyDatabase();
    const database = await openPostgres(url);
    await database.write((sql) => sql.run(SQL.age));
    await database.close();
    await expect(openPostgres(url)).rejects.toMatchObject({
      message: expect.stringContaining('The database has schema 5; this release needs 7.'),
      hint: expect.stringContaining('Export it with the release of docs'),
    });
  });

  test.each([
    ['CREATE TABLE version (of TEXT)', /already exists/],
    ['CREATE TABLE setting (of TEXT)', /does not exist/],
  ])('says what to do if the database has other tables (%s)', async (table, message) => {
    const url = await emptyDatabase();
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query(table);
    await client.end();
    await expect(openPostgres(url)).rejects.toMatchObject({
      message: expect.stringMatching(message),
      hint: 'Give the platform an empty database of its own',
    });
  });

  test('says how to create a database with the right encoding', async () => {
    const url = await emptyDatabase('SQL_ASCII');
    await expect(openPostgres(url)).rejects.toMatchObject({
      message: expect.stringContaining('its encoding is SQL_ASCII, not UTF8'),
      hint: "create database docs encoding 'UTF8' template template0",
    });
  });

  // A pooler signs in by a name of its own.
  test.skipIf(IS_POOLED)('says what to do about too many clients', async () => {
    const url = await emptyDatabase();
    const client = new Client({ connectionString: url });
    await client.connect();
    const role = `narrow_${process.pid}`;
    await client.query(`CREATE ROLE ${role} LOGIN CONNECTION LIMIT 0`);
    onTestFinished(async () => {
      await client.query(`DROP ROLE ${role}`);
      await client.end();
    });
    const address = new URL(url);
    address.username = role;
    await expect(openPostgres(address.href)).rejects.toMatchObject({
      message: expect.stringContaining('too many connections'),
      hint: 'Raise max_connections, or use a pooler',
    });
  });

  test.each(['40001', '40P01'])(
    'repeats a transaction that conflicted with another (%s)',
    async (code) => {
      const database = await openPostgres(await emptyDatabase());
      let runs = 0;
      const result = await database.write(async (sql) => {
        runs += 1;
        await sql.run(SQL.put);
        if (runs < 3) await sql.run(SQL.fail(code));
        return runs;
      });
      expect(result).toBe(3);
      const never = database.read((sql) => sql.run(SQL.fail(code)));
      await expect(never).rejects.toThrow(DatabaseUnavailable);
      await database.close();
    },
  );

  test('windows of limits use the clock of the database', async () => {
    const database = await openPostgres(await emptyDatabase());
    const count = () => database.counters.count('a', 60, 0);
    const { consumed, reset } = await count();
    expect(consumed).toBe(1);
    expect(reset).toBeGreaterThan(1_700_000_000);
    expect(await count()).toEqual({ consumed: 2, reset });
    await database.write((sql) => sql.run(SQL.longAgo));
    expect((await count()).consumed).toBe(1);
    await database.close();
  });

  test('is not ready if the server is read-only, as after a failover', async () => {
    const url = await emptyDatabase();
    const before = await openPostgres(url);
    await before.check();
    await before.write((sql) => sql.run(SQL.onlyRead));
    // Sessions that began earlier still write.
    await expect(before.write((sql) => sql.run(SQL.endAll))).rejects.toThrow(DatabaseUnavailable);
    await before.close();
    const database = new PostgresDatabase(url, null);
    expect(await database.read((sql) => sql.all(VERSIONS.all))).toEqual([]);
    await expect(database.check()).rejects.toThrow(DatabaseUnavailable);
    await database.close();
  });

  test('a transaction that loses its connection is rolled back, and the next one works', async () => {
    const url = await emptyDatabase();
    const [database, other] = [await openPostgres(url), await openPostgres(url)];
    const lost = database.write(async (sql) => {
      await sql.run(SQL.put);
      const me = await sql.get(SQL.me);
      await other.read((its) => its.all(SQL.end, me?.pid ?? 0));
      await sql.run(SQL.put);
    });
    await expect(lost).rejects.toThrow(DatabaseUnavailable);
    await database.write((sql) => sql.run(SQL.put));
    await Promise.all([database.close(), other.close()]);
  });

  test('reports that it is not available while the server is down, and works once it is up', async () => {
    const address = new URL(await emptyDatabase());
    const way = await wayTo(address);
    const database = await openPostgres(way.url);
    const versions = () => database.read((sql) => sql.all(VERSIONS.all));
    expect(await versions()).toEqual([]);
    await way.close();
    await expect(versions()).rejects.toThrow(DatabaseUnavailable);
    await expect(database.write((sql) => sql.run(SQL.put))).rejects.toThrow(DatabaseUnavailable);
    await expect(database.counters.count('a', 60, 0)).rejects.toThrow(DatabaseUnavailable);
    await way.open();
    expect(await versions()).toEqual([]);
    await database.close();
    await way.close();
  });

  test('a connection that gets no answer is soon given up, and the next request gets another one', async () => {
    const way = await wayTo(new URL(await emptyDatabase()));
    await (await openPostgres(way.url)).close();
    // Long enough for a query on a slow machine.
    const database = new PostgresDatabase(way.url, null, 3000);
    const asked = [
      () => database.counters.count('a', 60, 0),
      () => database.check(),
      () => database.read((sql) => sql.all(VERSIONS.all)),
      () => database.write((sql) => sql.all(VERSIONS.all)),
    ];
    for (const ask of asked) {
      await ask();
      way.swallow();
      await expect(ask()).rejects.toThrow(DatabaseUnavailable);
    }
    await asked[0]?.();
    await database.close();
    await way.close();
  });
});

describe('an address', () => {
  const SECRET = 'correct-horse';

  test.each([
    `mysql://docs:${SECRET}@127.0.0.1/docs`,
    `postgres://docs:${SECRET}@127.0.0.1:port/docs`,
    `postgres://docs:${SECRET}@127.0.0.1:1/docs`,
    `postgres://docs:${SECRET}@name.invalid/docs`,
    `postgres://127.0.0.1:1/docs?user=docs&password=${SECRET}`,
    `postgres://docs:1/${SECRET}@127.0.0.1:1/docs`,
    `postgres://docs:1?${SECRET}@127.0.0.1:1/docs`,
    `postgres://docs:1#${SECRET}@127.0.0.1:1/docs`,
    `postgres://docs:a@127.0.0.1/${SECRET}@127.0.0.1:1/docs`,
  ])('that cannot be used is refused without its password (%s)', async (address) => {
    const error = await openPostgres(address).then(
      () => undefined,
      (refused: unknown) => refused,
    );
    expect(error).toBeInstanceOf(Error);
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(SECRET);
  });
});
