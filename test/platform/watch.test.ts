/** What an observer of a database is told. */
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../src/platform/database/database.ts';
import { openPostgres } from '../../src/platform/database/postgres/open.ts';
import { openSqlite } from '../../src/platform/database/sqlite.ts';
import { statement } from '../../src/platform/database/sql.ts';
import { DatabaseUnavailable } from '../../src/platform/database/unavailable.ts';
import { watchedDatabase } from '../../src/platform/watch/watch.ts';
import type { Observer } from '../../src/platform/watch/observer.ts';
import { HAS_POSTGRES, newDatabase } from '../support/postgres.ts';

const SQL = {
  put: statement("INSERT INTO setting (name, value) VALUES ('a', '1')"),
  all: statement('  SELECT * FROM setting'),
  meet: statement(`DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '40001'; END $$`),
};

/** Notes what it is told, with durations by a clock that moves one millisecond each time it is read. */
function observe(database: Database) {
  const told: string[] = [];
  let now = 0;
  const tell =
    (what: string) =>
    (...values: readonly unknown[]): void => {
      told.push(
        [
          what,
          ...values.map((value) => (value instanceof Error ? value.name : String(value))),
        ].join(' '),
      );
    };
  const observer: Observer = {
    asked: tell('asked'),
    began: tell('began'),
    repeated: tell('repeated'),
    ended: tell('ended'),
    requestAnswered: tell('requestAnswered'),
    reached: tell('reached'),
  };
  return { told, database: watchedDatabase(database, [observer], () => (now += 1)) };
}

test('transactions and their waiting times are reported, even if they fail', async () => {
  const plain = await openSqlite(null);
  const { told, database } = observe(plain);
  await database.write((sql) => sql.run(SQL.put));
  expect(told.splice(0)).toEqual(['asked write', 'began write 1', 'reached null', 'ended write 2']);
  await expect(database.write((sql) => sql.run(SQL.put))).rejects.toThrow(/UNIQUE/);
  expect(told.splice(0).filter((each) => each.startsWith('reached'))).toEqual([]);
  const failed = database.read(() => Promise.reject(new DatabaseUnavailable('gone')));
  await expect(failed).rejects.toThrow(DatabaseUnavailable);
  expect(told.splice(0)).toEqual([
    'asked read',
    'began read 1',
    'reached DatabaseUnavailable',
    'ended read 2',
  ]);
  await database.counters.count('bucket', 60, 0);
  await database.read(() => Promise.resolve());
  expect(told.filter((each) => each.startsWith('reached'))).toEqual([]);
  await database.check();
  expect(told).toContain('reached null');
  expect(database.connections()).toBeNull();
  await database.close();
});

describe.skipIf(!HAS_POSTGRES)('on PostgreSQL', () => {
  test('repeated transactions are reported, and connections in use', async () => {
    const { url, drop } = await newDatabase();
    onTestFinished(drop);
    const { told, database } = observe(await openPostgres(url));
    let runs = 0;
    await database.read(async (sql) => {
      runs += 1;
      if (runs < 3) await sql.all(SQL.meet);
      const { open = 0, idle = 0, waiting, most } = database.connections() ?? {};
      expect(open - idle).toBe(1);
      expect(waiting).toBe(0);
      expect(most).toBeGreaterThan(0);
      await sql.all(SQL.all);
    });
    expect(told.filter((line) => line === 'repeated read')).toHaveLength(2);
    expect(told.filter((line) => line.startsWith('began'))).toHaveLength(1);
    await database.close();
  });
});
