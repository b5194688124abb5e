// The floor of a request: the platform's statements on a bare node:http handler. Prints its
// address, then serves until killed. Bundled by `platform.js`, for the statements in the sources.
//   node bare-platform.js <folder or address>
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { takeId } from '../src/platform/database/schema.ts';
import { numbered } from '../src/platform/database/postgres/session.ts';
import { AUDIT } from '../src/platform/resources/audit.ts';
import { KEYS } from '../src/platform/resources/keys.ts';
import { PAGES } from '../src/platform/resources/pages.ts';
import { REFERENCES } from '../src/platform/resources/references.ts';
import { DOCUMENTATIONS } from '../src/platform/resources/documentations.ts';
import { VERSIONS } from '../src/platform/resources/versions.ts';

/** @typedef {import('../src/platform/database/sql.ts').Sql} Sql */

/**
 * @typedef {object} Backend
 * @property {Sql} sql outside of transactions
 * @property {(bucket: string) => Promise<unknown>} count one request of a limit
 * @property {<T>(work: (sql: Sql) => Promise<T>) => Promise<T>} write one write transaction
 */

const [, , place = ''] = process.argv;
const backend = await (place.startsWith('postgres:') ? onPostgres(place) : onSqlite(place));

const server = createServer(async (request, response) => {
  const body = request.method === 'PUT' ? JSON.parse(await readText(request)) : null;
  const secret = String(request.headers['x-api-key']);
  const digest = createHash('sha256').update(secret).digest('base64url');
  const key = await backend.sql.get(KEYS.byDigest, digest);
  const path = String(request.url);
  await backend.count(`${key?.id}:${request.method}:${path.slice(0, 12)}`);
  const id = Number(path.slice(path.lastIndexOf('/') + 1));
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(await answer(path, id, body)));
});

/**
 * @param {string} path
 * @param {number} id
 * @param {{ content: string, message: string } | null} body
 */
async function answer(path, id, body) {
  const { sql, write } = backend;
  if (path.endsWith('/all')) {
    return {
      version: await sql.all(VERSIONS.all),
      documentation: await sql.all(DOCUMENTATIONS.all),
      reference: await sql.all(REFERENCES.summaries),
      page: await sql.all(PAGES.summaries),
    };
  }
  if (body === null) return sql.get(PAGES.byId, id);
  const at = Math.floor(Date.now() / 1000);
  return write(async (own) => {
    const page = await own.get(PAGES.byId, id);
    if (!page) throw new Error('no page');
    const { documentationId, versionId, slug, title } = page;
    await own.get(PAGES.withSlug, documentationId, slug);
    await own.run(PAGES.update, title, slug, body.content, at, null, id);
    const history = await takeId(own, 'history');
    await own.run(PAGES.addHistory, history, id, at, body.message, 'bench');
    const entry = [await takeId(own, 'audit'), at, 'content', 'page', String(id), versionId];
    const details = ['UPD', body.message, '{"content":"draft"}', 'bench', 1, '127.0.0.1'];
    await own.run(AUDIT.insert, ...entry, ...details);
    return own.get(PAGES.byId, id);
  });
}

/** @param {string} folder @returns {Promise<Backend>} */
async function onSqlite(folder) {
  const { default: Libsql } = await import('libsql');
  const file = new Libsql(join(folder, 'platform.db'));
  file.exec('PRAGMA journal_mode = WAL');
  file.exec('PRAGMA synchronous = FULL');
  /** @type {Map<string, any>} */
  const prepared = new Map();
  /** @param {{ text: string }} statement */
  const prepare = ({ text }) => {
    const known = prepared.get(text) ?? file.prepare(text);
    prepared.set(text, known);
    return known;
  };
  /** @type {Sql} */
  const sql = {
    get: async (statement, ...values) => prepare(statement).get(...values),
    all: async (statement, ...values) => prepare(statement).all(...values),
    run: async (statement, ...values) => prepare(statement).run(...values).changes,
  };
  /** @type {Map<string, number>} */
  const counts = new Map();
  let last = Promise.resolve();
  return {
    sql,
    count: async (bucket) => counts.set(bucket, (counts.get(bucket) ?? 0) + 1),
    write: (work) => {
      const result = last.then(async () => {
        file.exec('BEGIN IMMEDIATE');
        const made = await work(sql);
        file.exec('COMMIT');
        return made;
      });
      last = /** @type {Promise<any>} */ (result);
      return result;
    },
  };
}

/** @param {string} address @returns {Promise<Backend>} */
async function onPostgres(address) {
  const { default: pg } = await import('pg');
  pg.types.setTypeParser(20, Number);
  const pool = new pg.Pool({ connectionString: address, max: 10 });
  /** @param {{ query: (text: string, values: any) => Promise<any> }} client @returns {Sql} */
  const sqlOn = (client) => ({
    get: async ({ text }, ...values) => (await client.query(numbered(text), values)).rows[0],
    all: async ({ text }, ...values) => (await client.query(numbered(text), values)).rows,
    run: async ({ text }, ...values) => (await client.query(numbered(text), values)).rowCount ?? 0,
  });
  return {
    sql: sqlOn(pool),
    count: (bucket) => pool.query(COUNT, [bucket, 3600]),
    write: async (work) => {
      const client = await pool.connect();
      await client.query('BEGIN ISOLATION LEVEL READ COMMITTED; SELECT id FROM writer FOR UPDATE');
      const made = await work(sqlOn(client));
      await client.query('COMMIT');
      client.release();
      return made;
    },
  };
}

const COUNT = `
  INSERT INTO rate_window (bucket, consumed, reset) SELECT $1, 1, ceil(extract(epoch FROM now()))::bigint + $2::bigint
  ON CONFLICT (bucket) DO UPDATE SET
    consumed = CASE WHEN extract(epoch FROM now()) < rate_window.reset THEN rate_window.consumed + 1 ELSE 1 END,
    reset = CASE WHEN extract(epoch FROM now()) < rate_window.reset THEN rate_window.reset ELSE excluded.reset END
  RETURNING consumed, reset`;

server.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  console.log(JSON.stringify({ baseUrl: `http://127.0.0.1:${port}/`, apiKey: null }));
});
process.once('SIGTERM', () => process.exit(0));
