/** PostgreSQL for tests, if `DOCS_TEST_POSTGRES` names a server that lets us create databases. */
import { Client } from 'pg';

const SERVER = process.env['DOCS_TEST_POSTGRES'];

export const HAS_POSTGRES = SERVER !== undefined && SERVER !== '';

if (!HAS_POSTGRES) {
  process.stderr.write('DOCS_TEST_POSTGRES is not set: tests on PostgreSQL are skipped.\n');
}

export interface TestDatabase {
  readonly url: string;
  readonly drop: () => Promise<void>;
}

let count = 0;

/** Creates an empty database. */
export async function newDatabase(encoding = 'UTF8'): Promise<TestDatabase> {
  count += 1;
  const name = `docs_test_${process.pid}_${Date.now().toString(36)}_${count}`;
  const locale = encoding === 'UTF8' ? '' : " LC_COLLATE 'C' LC_CTYPE 'C'";
  await administer(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING '${encoding}'${locale}`);
  const url = new URL(SERVER ?? '');
  url.pathname = name;
  return { url: url.href, drop: () => administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

/** Runs a statement as the server's administrator. */
async function administer(statement: string): Promise<void> {
  const client = new Client({ connectionString: SERVER });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
