import type { Database } from './database.ts';
import { openSqlite } from './sqlite.ts';

/** Where a project is kept. */
export interface DatabasePlace {
  /** The folder with the project's own database; `null`: in memory. */
  readonly folder: string | null;
  /** The address of a PostgreSQL database. If given, it holds the project, and `folder` does not. */
  readonly database?: string | undefined;
}

/**
 * Opens the database of a project, and creates it if it is missing.
 * @throws Failure `usage` if the address cannot be read, `failed` if the database cannot be used
 */
export async function openDatabase({ folder, database }: DatabasePlace): Promise<Database> {
  if (database === undefined) return openSqlite(folder);
  const { openPostgres } = await import('./postgres/open.ts');
  return openPostgres(database);
}
