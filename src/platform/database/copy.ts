import { Failure } from '../../model/failure.ts';
import type { Database } from './database.ts';
import { type Sql, type SqlValue, placeholders, statement } from './sql.ts';

/**
 * Tables and their keys, each table after those that it refers to. Search index, counters and
 * schema are left out, because each database has its own.
 */
const TABLES = {
  version: 'id',
  documentation: 'id',
  nav_mark: 'id',
  page: 'id',
  reference: 'id',
  history: 'id',
  audit: 'id',
  account: 'id',
  reader: 'email',
  api_key: 'id',
  variable: 'name',
  synced_block: 'name',
  changelog: 'id',
  changelog_post: 'id',
  section: 'id',
} as const;

type Table = keyof typeof TABLES;
export type CopiedRows = Readonly<Record<Table, number>>;

type Row = Readonly<Record<string, SqlValue>>;

/** The number of rows that are in memory at once. It is small, because a page's texts may be large. */
const BATCH = 50;

const OTHERS = {
  settings: statement<{ readonly name: string; readonly value: string }>(
    "SELECT name, value FROM setting WHERE name NOT IN ('schema', 'schema-for')",
  ),
  addSetting: statement('INSERT INTO setting (name, value) VALUES (?, ?)'),
  ids: statement<{ readonly kind: string; readonly value: number }>(
    'SELECT kind, value FROM next_id',
  ),
  setId: statement('UPDATE next_id SET value = ? WHERE kind = ?'),
};

const any = (table: Table) =>
  statement<{ readonly one: number }>(`SELECT 1 AS one FROM ${table} LIMIT 1`);

/** One batch of rows, in the order of their keys. Value: the last key of the batch before, unless this is the first. */
const batch = (table: Table, isFirst: boolean) =>
  statement<Row>(
    `SELECT * FROM ${table} ${isFirst ? '' : `WHERE ${TABLES[table]} > ?`} ORDER BY ${TABLES[table]} LIMIT ${BATCH}`,
  );

/**
 * Copies a project as it is at one moment, with its ids, keys, history and audit log, into an empty
 * database. Resolves to the number of rows of each table.
 * @throws Failure `guard` if the target holds anything: then nothing is changed
 */
export const copyProject = (from: Database, to: Database): Promise<CopiedRows> =>
  from.read((source) =>
    to.write(async (target) => {
      for (const table of tables) await requireEmpty(target, table);
      const copied: Partial<Record<Table, number>> = {};
      for (const table of tables) copied[table] = await copyTable(source, target, to, table);
      for (const { name, value } of await source.all(OTHERS.settings)) {
        await target.run(OTHERS.addSetting, name, value);
      }
      for (const { kind, value } of await source.all(OTHERS.ids)) {
        await target.run(OTHERS.setId, value, kind);
      }
      return copied as CopiedRows;
    }),
  );

const tables = Object.keys(TABLES) as Table[];

async function requireEmpty(target: Sql, table: Table): Promise<void> {
  if (!(await target.get(any(table)))) return;
  throw new Failure('guard', 'The target already has a project; nothing was copied.', {
    hint: 'Name an empty folder or database',
  });
}

async function copyTable(source: Sql, target: Sql, to: Database, table: Table): Promise<number> {
  let count = 0;
  for (let last: SqlValue | undefined; ;) {
    const keys = last === undefined ? [] : [last];
    const rows = await source.all(batch(table, last === undefined), ...keys);
    for (const row of rows) {
      const names = Object.keys(row);
      const text = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${placeholders(names.length)})`;
      await target.run(statement(text), ...Object.values(row));
      if (table === 'section') await addToSearch(target, to, row);
    }
    count += rows.length;
    last = rows.at(-1)?.[TABLES[table]];
    if (rows.length < BATCH || last === undefined) return count;
  }
}

const addToSearch = (target: Sql, to: Database, { id, title, content }: Row): Promise<void> =>
  to.sections.add(
    target,
    Number(id),
    to.sections.words({ title: String(title), content: String(content) }),
  );
