import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Libsql from 'libsql';
import { expect, onTestFinished, test } from 'vitest';
import { DATABASE_FILE, openSqlite } from '../../../src/platform/database/sqlite.ts';
import { statement } from '../../../src/platform/database/sql.ts';
import { VARIABLES } from '../../../src/platform/resources/shared.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { conforms } from './conformance.ts';

conforms('SQLite in memory', async () => [await openSqlite(null)]);
conforms('SQLite in a folder', async () => [await openSqlite(await temporaryFolder())]);

const SCHEMA = {
  age: statement("UPDATE setting SET value = '5' WHERE name = 'schema'"),
  next: statement<{ readonly value: number }>("SELECT value FROM next_id WHERE kind = 'page'"),
};

test('creates the folder with access for its owner only', async () => {
  const folder = join(await temporaryFolder(), 'new', 'data');
  await (await openSqlite(folder)).close();
  expect((await stat(folder)).mode & 0o077).toBe(0);
  const head = await readFile(join(folder, DATABASE_FILE), 'latin1');
  expect(head.slice(0, 15)).toBe('SQLite format 3');
});

test('protects its files from other users, even in a folder that they may access', async () => {
  const folder = join(await temporaryFolder(), 'open');
  await mkdir(folder, { mode: 0o755 });
  await writeFile(join(folder, DATABASE_FILE), '', { mode: 0o644 });
  const database = await openSqlite(folder);
  await database.write((sql) => sql.run(VARIABLES.insert, 'name', 'value'));
  const files = await readdir(folder);
  expect(files).toContain(`${DATABASE_FILE}-wal`);
  for (const file of files) expect((await stat(join(folder, file))).mode & 0o077).toBe(0);
  await database.close();
});

test('refuses a database with another schema, and names it', async () => {
  const folder = await temporaryFolder();
  const database = await openSqlite(folder);
  await database.write((sql) => sql.run(SCHEMA.age));
  await database.close();
  await expect(openSqlite(folder)).rejects.toMatchObject({
    message: expect.stringContaining('The database has schema 5; this release needs 7.'),
    hint: expect.stringContaining('Export it with the release of docs'),
  });
});

test('ids start at a different number in each database', async () => {
  const first = async (random: number) => {
    const database = await openSqlite(null, () => random);
    const row = await database.read((sql) => sql.get(SCHEMA.next));
    await database.close();
    return row?.value;
  };
  expect(await first(0.25)).toBe(250_000_001);
  expect(await first(0.5)).toBe(500_000_001);
});

test('a read does not wait for a write, and sees it once it has ended', async () => {
  const database = await openSqlite(await temporaryFolder());
  const value = async () =>
    (await database.read((sql) => sql.all(VARIABLES.all))).map((row) => row.value);
  await database.write(async (sql) => {
    await sql.run(VARIABLES.insert, 'value', 'name');
    expect(await value()).toEqual([]);
  });
  expect(await value()).toEqual(['value']);
  await database.close();
});

test('other requests are answered while a commit is flushed to the disk', async () => {
  const database = await openSqlite(await temporaryFolder());
  onTestFinished(() => database.close());
  const order: string[] = [];
  await database.write(async (sql) => {
    await sql.run(VARIABLES.insert, 'value', 'name');
    process.nextTick(() => order.push('others'));
  });
  order.push('committed');
  expect(order).toEqual(['others', 'committed']);
});

test('other requests are answered between the statements of a long transaction', async () => {
  const database = await openSqlite(await temporaryFolder());
  onTestFinished(() => database.close());
  const order: string[] = [];
  setImmediate(() => order.push('others'));
  await database.write(async (sql) => {
    for (let n = 0; n < 100; n += 1) await sql.run(VARIABLES.insert, 'value', `name ${n}`);
    order.push('last statement');
  });
  expect(order).toEqual(['others', 'last statement']);
});

test('reads continue while another process writes, and a write waits for it', async () => {
  const folder = await temporaryFolder();
  const database = await openSqlite(folder);
  onTestFinished(() => database.close());
  const other = new Libsql(join(folder, DATABASE_FILE));
  other.exec('BEGIN IMMEDIATE');
  const order: string[] = [];
  const write = database
    .write((sql) => sql.run(VARIABLES.insert, 'value', 'name'))
    .then(() => order.push('written'));
  expect(await database.read((sql) => sql.all(VARIABLES.all))).toEqual([]);
  order.push('read');
  other.exec('COMMIT');
  other.close();
  await write;
  expect(order).toEqual(['read', 'written']);
});
