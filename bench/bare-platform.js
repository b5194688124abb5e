// The least that a read of a page can cost on PostgreSQL: the statements of the platform (key, limit, page), and no more. Prints its address, then serves until it is killed.
//   node bench/bare-platform.js <address>
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { Pool } from 'pg';

const pool = new Pool({ connectionString: process.argv[2], max: 10 });
const KEY = 'SELECT id, name, permissions, versions FROM api_key WHERE digest = $1';
const COUNT = `
  INSERT INTO rate_window (bucket, consumed, reset) SELECT $1, 1, ceil(extract(epoch FROM now()))::bigint + $2::bigint
  ON CONFLICT (bucket) DO UPDATE SET
    consumed = CASE WHEN extract(epoch FROM now()) < rate_window.reset THEN rate_window.consumed + 1 ELSE 1 END,
    reset = CASE WHEN extract(epoch FROM now()) < rate_window.reset THEN rate_window.reset ELSE excluded.reset END
  RETURNING consumed, reset`;
const PAGE = `
  SELECT page.*, documentation.slug AS "documentationSlug", version.slug AS "versionSlug" FROM page
  JOIN documentation ON documentation.id = page.documentation_id
  JOIN version ON version.id = documentation.version_id WHERE page.id = $1`;

const server = createServer(async (request, response) => {
  const secret = String(request.headers['x-api-key']);
  const digest = createHash('sha256').update(secret).digest('base64url');
  const key = await pool.query(KEY, [digest]);
  await pool.query(COUNT, [`${key.rows[0].id}:readPage`, 3600]);
  const page = await pool.query(PAGE, [request.url?.slice(1)]);
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(page.rows[0]));
});

server.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  console.log(JSON.stringify({ baseUrl: `http://127.0.0.1:${port}/`, apiKey: null }));
});
process.once('SIGTERM', () => process.exit(0));
