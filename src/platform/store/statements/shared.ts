import { placeholders, statement, type Statement } from '../database/sql.ts';

/** A variable, or a synced block by its id. */
export interface SharedRow {
  readonly name: string;
  readonly value: string;
}

/** What pages share. Each kind has a table of its own; all have the same form. */
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
