import { placeholders, statement, type Statement } from '../database/sql.ts';

/** A variable, or a synced block by its id. */
export interface SharedRow {
  readonly name: string;
  readonly value: string;
}

/** What pages share. Each kind has a table of its own; all have the same form. */
export interface SharedStatements {
  readonly named: (names: number) => Statement<SharedRow>;
  readonly insert: Statement;
  readonly update: Statement;
}

const statements = (table: string): SharedStatements => ({
  named: (names) =>
    statement<SharedRow>(`SELECT name, value FROM ${table} WHERE name IN (${placeholders(names)})`),
  insert: statement(`INSERT INTO ${table} (value, name) VALUES (?, ?)`),
  update: statement(`UPDATE ${table} SET value = ? WHERE name = ?`),
});

export const VARIABLES = statements('variable');
export const SYNCED_BLOCKS = statements('synced_block');
