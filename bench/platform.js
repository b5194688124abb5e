// Requests per second of the embedded platform, beside a bare handler: in a folder and, if a server
// is named, on PostgreSQL with one, two and three instances.
//   DOCS_TEST_POSTGRES=postgres://postgres@127.0.0.1:5432/postgres npm run bench -- platform
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { ALIASES } from '../tools/aliases.js';
import { Client } from 'pg';
import { DOCS } from './measure.js';

const SERVER = process.env['DOCS_TEST_POSTGRES'];
const PAGES = 1000;
const AT_ONCE = 16;
const SECONDS = Number(process.env['DOCS_BENCH_SECONDS'] ?? 4);
const BODY = `## Section\n\n${'Some words of a page. '.repeat(100)}\n`;

/** @typedef {{ origin: string, key: string | null, startMs: number, stop: () => Promise<void> }} Instance */
/** @typedef {{ method: string, path: string, body?: string }} Ask */

/** @typedef {import('./measure.js').Row} Row */
/** @typedef {{ key: string, page: number }} Known what an earlier run made in the same place */

/** @returns {Promise<Row[]>} */
export async function platformRows() {
  const folder = await mkdtemp(join(tmpdir(), 'docs-bench-'));
  const bare = await bareHandler();
  await mkdir(join(folder, 'docs/v1.0/guide'), { recursive: true });
  await writeFile(join(folder, 'docs/v1.0/guide/_settings.yaml'), 'title: Guide\n');
  try {
    const data = join(folder, 'data');
    const onSqlite = await measured(folder, 'SQLite', ['--data', data], 1);
    const bareOnSqlite = await measuredBare(bare, 'SQLite', data, onSqlite);
    const rows = [...onSqlite.rows, ...bareOnSqlite];
    if (!SERVER) return rows;
    const name = `docs_bench_${process.pid}`;
    await administer(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
    const address = new URL(SERVER);
    address.pathname = name;
    const place = ['--database', address.href];
    try {
      const onOne = await measured(folder, 'PostgreSQL, 1 instance', place, 1);
      const onTwo = await measured(folder, 'PostgreSQL, 2 instances', place, 2, onOne);
      const onThree = await measured(folder, 'PostgreSQL, 3 instances', place, 3, onOne);
      const bareOnPostgres = await measuredBare(bare, 'PostgreSQL', address.href, onOne);
      const scale = onTwo.reads / onOne.reads;
      const start = onOne.startMs / onSqlite.startMs;
      const startsMs = `${onOne.startMs.toFixed(0)} / ${onSqlite.startMs.toFixed(0)} ms`;
      return [
        ...rows,
        ...onOne.rows,
        ...onTwo.rows,
        ...onThree.rows,
        ...bareOnPostgres,
        {
          what: 'reads of two instances, against one',
          figure: `${scale.toFixed(2)} ×`,
          goal: `≥ 1.6 × from ${CORES_TO_SCALE} cores on`,
          ok: cpus().length < CORES_TO_SCALE ? null : scale >= 1.6,
        },
        {
          what: 'start on PostgreSQL, against SQLite',
          figure: `${start.toFixed(2)} × (${startsMs})`,
          goal: '≤ 2.5 ×',
          ok: start <= 2.5,
        },
      ];
    } finally {
      await administer(`DROP DATABASE ${name} WITH (FORCE)`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
    await rm(bare, { force: true });
  }
}

/** Two instances, the server's processes for them, and the load need that many. */
const CORES_TO_SCALE = 6;

/** Rounds without writers and with them in turn, because the machine has other work. */
const ROUNDS = 5;

/**
 * @param {string} cwd
 * @param {string} name
 * @param {string[]} place
 * @param {number} count
 * @param {Known} [known]
 */
async function measured(cwd, name, place, count, known) {
  /** @type {Instance[]} */
  const instances = [];
  for (let n = 0; n < count; n += 1) instances.push(await startIn(cwd, place));
  try {
    const origins = instances.map(({ origin }) => origin);
    const key = known?.key ?? instances[0]?.key ?? '';
    const page = known?.page ?? (await fill(origins, key));
    const { read, update } = asksFor(page);
    const { rates, rows } = await ratesOf(name, origins, { key, page });
    /** @type {number[]} */
    const alone = [];
    /** @type {number[]} */
    const beside = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      alone.push(...(await load(origins, key, () => read, SECONDS / 2, 2)).times);
      const [{ times }] = await Promise.all([
        load(origins, key, () => read, SECONDS / 2, 2),
        load(origins, key, update, SECONDS / 2, 4),
      ]);
      beside.push(...times);
    }
    const ratio = p99(beside) / p99(alone);
    return {
      key,
      page,
      startMs: Math.min(...instances.map(({ startMs }) => startMs)),
      reads: rates.reads,
      rows: [
        ...rows,
        {
          what: `${name}: p99 of reads while others write, against idle`,
          figure: `${ratio.toFixed(1)} × (${p99(beside).toFixed(1)} / ${p99(alone).toFixed(1)} ms)`,
          goal: '≤ 3 ×',
          ok: ratio <= 3,
        },
      ],
    };
  } finally {
    await Promise.all(instances.map(({ stop }) => stop()));
  }
}

/** @param {number} page */
const asksFor = (page) => ({
  read: { method: 'GET', path: `/api/v1/page/${page}` },
  /** @param {number} n @returns {Ask} */
  update: (n) => ({
    method: 'PUT',
    path: `/api/v1/page/${page}`,
    body: JSON.stringify({ content: `${BODY}${n}`, message: 'bench' }),
  }),
});

/** @param {string} name @param {string[]} origins @param {Known} known */
async function ratesOf(name, origins, { key, page }) {
  const { read, update } = asksFor(page);
  const all = { method: 'GET', path: '/api/v1/all' };
  await load(origins, key, () => read, 1);
  const rates = {
    reads: (await load(origins, key, () => read)).rate,
    updates: (await load(origins, key, update)).rate,
    all: (await load(origins, key, () => all)).rate,
  };
  /** @param {string} what @param {number} rate */
  const row = (what, rate) => ({
    what: `${name}: ${what}`,
    figure: `${rate} a second`,
    goal: '',
    ok: null,
  });
  const rows = [
    row('read a page', rates.reads),
    row('update a page', rates.updates),
    row(`/all of ${PAGES}`, rates.all),
  ];
  return { rates, rows };
}

/**
 * The bare handler in one file. Resolves to its path, beside the packages that it needs.
 *
 * @returns {Promise<string>}
 */
async function bareHandler() {
  const outfile = fileURLToPath(
    new URL(`../node_modules/.cache/bare-platform-${process.pid}.mjs`, import.meta.url),
  );
  const entryPoints = [fileURLToPath(new URL('bare-platform.js', import.meta.url))];
  const external = ['libsql', 'pg'];
  await build({
    entryPoints,
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    alias: ALIASES,
    external,
  });
  return outfile;
}

/**
 * @param {string} bare
 * @param {string} name
 * @param {string} place
 * @param {Known} known
 */
async function measuredBare(bare, name, place, known) {
  const started = await startedBy([bare, place], process.cwd());
  try {
    const what = `bare handler, same statements, ${name}`;
    return (await ratesOf(what, [started.origin], known)).rows;
  } finally {
    await started.stop();
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
  return { rate: Math.round((times.length / (performance.now() - started)) * 1000), times };
}

/** @param {number[]} times */
function p99(times) {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0;
}

/** @param {string} text */
async function administer(text) {
  const client = new Client({ connectionString: SERVER });
  await client.connect();
  await client.query(text);
  await client.end();
}
