// Requests per second of the embedded platform: in a folder, and on PostgreSQL with one instance and with three. Where no server is named, the folder only.
//   DOCS_TEST_POSTGRES=postgres://postgres@127.0.0.1:5432/postgres npm run bench -- platform
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { DOCS } from './measure.js';

const SERVER = process.env['DOCS_TEST_POSTGRES'];
const BARE = fileURLToPath(new URL('bare-platform.js', import.meta.url));
const PAGES = 1000;
const AT_ONCE = 16;
const SECONDS = Number(process.env['DOCS_BENCH_SECONDS'] ?? 4);
const BODY = `## Section\n\n${'Some words of a page. '.repeat(100)}\n`;

/** @typedef {{ origin: string, key: string | null, startMs: number, stop: () => Promise<void> }} Instance */
/** @typedef {{ method: string, path: string, body?: string }} Ask */

/** @returns {Promise<import('./measure.js').Row[]>} */
export async function platformRows() {
  const folder = await mkdtemp(join(tmpdir(), 'docs-bench-'));
  await mkdir(join(folder, 'docs/v1.0/guide'), { recursive: true });
  await writeFile(join(folder, 'docs/v1.0/guide/_settings.yaml'), 'title: Guide\n');
  try {
    const onSqlite = await measured(folder, 'SQLite', ['--data', join(folder, 'data')], 1);
    if (!SERVER) return onSqlite.rows;
    const name = `docs_bench_${process.pid}`;
    await administer(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
    const address = new URL(SERVER);
    address.pathname = name;
    const place = ['--database', address.href];
    try {
      const onOne = await measured(folder, 'PostgreSQL, 1 instance', place, 1);
      const onThree = await measured(folder, 'PostgreSQL, 3 instances', place, 3, onOne);
      const bare = await measuredBare(address.href, onOne);
      const ratio = onOne.startMs / onSqlite.startMs;
      return [
        ...onSqlite.rows,
        ...onOne.rows,
        ...onThree.rows,
        row('bare handler, same statements, PostgreSQL: read a page', `${bare.rate} a second`),
        {
          what: 'start on PostgreSQL, against SQLite',
          figure: `${ratio.toFixed(2)} ×`,
          goal: '≤ 2.5 ×',
          ok: ratio <= 2.5,
        },
      ];
    } finally {
      await administer(`DROP DATABASE ${name} WITH (FORCE)`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} cwd
 * @param {string} name
 * @param {string[]} place
 * @param {number} count
 * @param {{ key: string, page: number }} [known] what an earlier run made in the same place
 */
async function measured(cwd, name, place, count, known) {
  /** @type {Instance[]} */
  const instances = [];
  for (let n = 0; n < count; n += 1) instances.push(await startIn(cwd, place));
  try {
    const origins = instances.map(({ origin }) => origin);
    const key = known?.key ?? instances[0]?.key ?? '';
    const page = known?.page ?? (await fill(origins, key));
    const read = { method: 'GET', path: `/api/v1/page/${page}` };
    /** @param {number} n @returns {Ask} */
    const update = (n) => ({
      method: 'PUT',
      path: `/api/v1/page/${page}`,
      body: JSON.stringify({ content: `${BODY}${n}`, message: 'bench' }),
    });
    await load(origins, key, () => read, 1);
    const reads = await load(origins, key, () => read);
    const writes = await load(origins, key, update);
    const all = await load(origins, key, () => ({ method: 'GET', path: '/api/v1/all' }));
    const alone = await load(origins, key, () => read, SECONDS, 2);
    const [beside] = await Promise.all([
      load(origins, key, () => read, SECONDS, 2),
      load(origins, key, update, SECONDS, 4),
    ]);
    const ratio = beside.p99 / alone.p99;
    return {
      key,
      page,
      startMs: Math.min(...instances.map(({ startMs }) => startMs)),
      rows: [
        row(`${name}: read a page`, `${reads.rate} a second`),
        row(`${name}: update a page`, `${writes.rate} a second`),
        row(`${name}: /all of ${PAGES}`, `${all.rate} a second`),
        {
          what: `${name}: p99 of reads while others write, against idle`,
          figure: `${beside.p99.toFixed(1)} ms, ${ratio.toFixed(1)} ×`,
          goal: '≤ 3 ×',
          ok: ratio <= 3,
        },
      ],
    };
  } finally {
    await Promise.all(instances.map(({ stop }) => stop()));
  }
}

/** @param {string} what @param {string} figure */
const row = (what, figure) => ({ what, figure, goal: '', ok: null });

/**
 * @param {string} address
 * @param {{ key: string, page: number }} known
 */
async function measuredBare(address, { key, page }) {
  const bare = await startedBy([BARE, address], process.cwd());
  try {
    return await load([bare.origin], key, () => ({ method: 'GET', path: `/${page}` }));
  } finally {
    await bare.stop();
  }
}

/** @param {string} cwd @param {string[]} place */
const startIn = (cwd, place) =>
  startedBy(
    [DOCS, 'platform', 'start', '--json', '--from', '.', '--no-rate-limits', ...place],
    cwd,
  );

/**
 * @param {string[]} args
 * @param {string} cwd
 * @returns {Promise<Instance>}
 */
async function startedBy(args, cwd) {
  const started = performance.now();
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout, 'data');
  const startMs = performance.now() - started;
  const { baseUrl, apiKey } = JSON.parse(String(line));
  return {
    origin: new URL(baseUrl).origin,
    key: apiKey,
    startMs,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Makes the pages, and returns the id of one. @param {string[]} origins @param {string} key */
async function fill(origins, key) {
  const all = JSON.parse(await ask(origins[0] ?? '', key, { method: 'GET', path: '/api/v1/all' }));
  const [documentation] = Object.keys(all.documentation);
  let id = 0;
  for (let n = 0; n < PAGES; n += 1) {
    const body = JSON.stringify({ title: `Page ${n}`, slug: `page-${n}`, content: BODY });
    const path = `/api/v1/documentation/${documentation}/page`;
    ({ id } = JSON.parse(await ask(origins[0] ?? '', key, { method: 'POST', path, body })));
  }
  return id;
}

const agent = new Agent({ keepAlive: true });

/**
 * @param {string} origin
 * @param {string} key
 * @param {Ask} what
 * @returns {Promise<string>}
 */
function ask(origin, key, { method, path, body }) {
  return new Promise((resolve, reject) => {
    const headers = { 'X-Api-Key': key, ...(body && { 'Content-Type': 'application/json' }) };
    const sent = request(origin + path, { method, headers, agent }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part) => (text += part));
      response.on('end', () => {
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(`${method} ${path}: ${response.statusCode} ${text.slice(0, 200)}`));
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/**
 * Sends requests to all in turn for a while.
 *
 * @param {string[]} origins
 * @param {string} key
 * @param {(n: number) => Ask} next
 */
async function load(origins, key, next, seconds = SECONDS, atOnce = AT_ONCE) {
  /** @type {number[]} */
  const times = [];
  const started = performance.now();
  const end = started + seconds * 1000;
  let n = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() < end) {
        n += 1;
        const from = performance.now();
        await ask(origins[n % origins.length] ?? '', key, next(n));
        times.push(performance.now() - from);
      }
    }),
  );
  const sorted = times.toSorted((a, b) => a - b);
  return {
    rate: Math.round((times.length / (performance.now() - started)) * 1000),
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
  };
}

/** @param {string} text */
async function administer(text) {
  const client = new Client({ connectionString: SERVER });
  await client.connect();
  await client.query(text);
  await client.end();
}
