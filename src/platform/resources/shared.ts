/** Variables, synced blocks and the title: one value for all pages of the project. Not in the API. */
import type { SharedContent } from '../../content/folder/shared-content.ts';
import { type Sql, type Statement, inBatches, placeholders, statement } from '../database/sql.ts';
import { invalid } from '../refusal.ts';
import type { Actor, Store, WriteTransaction } from '../store.ts';
import { recordAudit } from './audit.ts';

/** A variable, or a synced block by its id. */
export interface SharedRow {
  readonly name: string;
  readonly value: string;
}

/** The statements for one kind of shared value. Each kind has its own table; all tables have the same form. */
export interface SharedStatements {
  readonly all: Statement<SharedRow>;
  readonly named: (names: number) => Statement<SharedRow>;
  readonly insert: Statement;
  readonly update: Statement;
}

const statements = (table: string): SharedStatements => ({
  all: statement<SharedRow>(`SELECT name, value FROM ${table}`),
  named: (names) =>
    statement<SharedRow>(`SELECT name, value FROM ${table} WHERE name IN (${placeholders(names)})`),
  insert: statement(`INSERT INTO ${table} (value, name) VALUES (?, ?)`),
  update: statement(`UPDATE ${table} SET value = ? WHERE name = ?`),
});

/** What the project is called. */
export const PROJECT_TITLE = {
  read: statement<{ readonly value: string }>("SELECT value FROM setting WHERE name = 'title'"),
  insert: statement("INSERT INTO setting (value, name) VALUES (?, 'title')"),
  update: statement("UPDATE setting SET value = ? WHERE name = 'title'"),
};

export const VARIABLES = statements('variable');
export const SYNCED_BLOCKS = statements('synced_block');

/** Limits the size of a page, which may show two hundred synced blocks. */
const MAX_VALUE_LENGTH = 256 * 1024;

/**
 * Sets these values. Others stay. Search finds the new values on pages that are published later.
 * @throws Refusal `invalid` if a value is longer than 256 Ki characters
 */
export function putShared(
  store: Store,
  { title, variables, syncedBlocks }: SharedContent,
  actor: Actor,
): Promise<void> {
  return store.change(actor, async (change) => {
    const changed = {
      variables: await putValues(change, VARIABLES, variables),
      syncedBlocks: await putValues(change, SYNCED_BLOCKS, syncedBlocks),
    };
    const isRenamed = await putTitle(change, title ?? null);
    if (!isRenamed && changed.variables.length + changed.syncedBlocks.length === 0) return;
    await recordAudit(change, {
      entity: 'project',
      entityId: 'project',
      versionId: null,
      operation: 'UPD',
      message: isRenamed ? 'Project updated' : 'Variables and synced blocks changed',
      details: isRenamed ? { title, ...changed } : changed,
    });
  });
}

/** Resolves to whether it changed. */
async function putTitle({ sql }: WriteTransaction, title: string | null): Promise<boolean> {
  if (title === null) return false;
  if (title.length > MAX_VALUE_LENGTH) {
    throw invalid('title', `is longer than ${MAX_VALUE_LENGTH} characters`);
  }
  const before = await sql.get(PROJECT_TITLE.read);
  if (before?.value === title) return false;
  await sql.run(before ? PROJECT_TITLE.update : PROJECT_TITLE.insert, title);
  return true;
}

/** Resolves to the names whose values changed. */
async function putValues(
  { sql }: WriteTransaction,
  statements: SharedStatements,
  values: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const before = await namedValues(sql, statements, [...values.keys()]);
  const changed: string[] = [];
  for (const [name, value] of values) {
    if (value.length > MAX_VALUE_LENGTH) {
      throw invalid(name, `is longer than ${MAX_VALUE_LENGTH} characters`);
    }
    if (before.get(name) === value) continue;
    await sql.run(before.has(name) ? statements.update : statements.insert, value, name);
    changed.push(name);
  }
  return changed;
}

export async function namedValues(
  sql: Sql,
  { named }: SharedStatements,
  names: readonly string[],
): Promise<Map<string, string>> {
  const rows = await inBatches(names, (batch) => sql.all(named(batch.length), ...batch));
  return new Map(rows.map(({ name, value }) => [name, value]));
}
