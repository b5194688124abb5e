// Check and upload of a definition of 2 MB beside the peers, and the comparison of two of 5 MB
// beside a bare script. The peers are not dependencies: they are installed into a cache, or taken
// from the folder that DOCS_BENCH_PEERS names (it holds a node_modules).
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { atMost, DOCS, ratioOfFastest, run } from './measure.js';

const PAIRS = 5;
const BARE_DIFF = fileURLToPath(new URL('bare-diff.js', import.meta.url));
const PEERS = ['@redocly/cli@2.77.0', 'bump-cli@2.11.0'];

/** Rows for the table of `npm run bench`. Both linters hold the file to their default rules. */
export async function definitionRows() {
  const peers = await installPeers();
  const folder = await mkdtemp(join(tmpdir(), 'docs-bench-definitions-'));
  const server = await startServer();
  try {
    await writeFile(join(folder, 'api.json'), JSON.stringify(definition(1500), null, 1));
    const diff = await diffRow(folder);
    const env = {
      DOCS_BASE_URL: `${server.url}/api/v1`,
      DOCS_API_KEY: 'bench',
      BUMP_HOST: server.url,
    };
    const docs = timed([DOCS, 'ref', 'check', 'api.json'], folder, env);
    const upload = timed(
      [DOCS, 'ref', 'upload', 'api.json', '--in', 'v1', '--create', '--yes', '--quiet'],
      folder,
      env,
    );
    if (peers === null) {
      const skipped = 'no network and no DOCS_BENCH_PEERS: the peers are not installed';
      return [
        {
          what: 'ref check, 2 MB',
          figure: `${(await docs()).toFixed(0)} ms`,
          goal: skipped,
          ok: null,
        },
        {
          what: 'ref upload, 2 MB',
          figure: `${(await upload()).toFixed(0)} ms`,
          goal: skipped,
          ok: null,
        },
        diff,
      ];
    }
    const bin = (/** @type {string} */ path) => join(peers, 'node_modules', path);
    const lint = timed([bin('@redocly/cli/bin/cli.js'), 'lint', 'api.json'], folder, {
      ...env,
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    });
    const deploy = timed(
      [bin('bump-cli/bin/run.js'), 'deploy', 'api.json', '--doc', 'bench', '--token', 'bench'],
      folder,
      env,
    );
    return [
      atMost(
        'ref check, 2 MB / redocly lint',
        await ratioOfFastest(docs, lint, PAIRS),
        1.2,
        'redocly lint',
      ),
      peakRow(await docs.peakMiB(), await lint.peakMiB()),
      atMost(
        'ref upload, 2 MB / bump deploy',
        await ratioOfFastest(upload, deploy, PAIRS),
        2,
        'bump deploy',
      ),
      diff,
    ];
  } finally {
    server.close();
    await rm(folder, { recursive: true });
  }
}

/** Two definitions that differ in each tenth schema. @param {string} folder */
async function diffRow(folder) {
  const newer = definition(3700);
  for (const [at, schema] of Object.values(newer.components.schemas).entries()) {
    if (at % 10 === 0) schema.properties.id.type = 'integer';
  }
  await writeFile(join(folder, 'old.json'), JSON.stringify(definition(3700), null, 1));
  await writeFile(join(folder, 'new.json'), JSON.stringify(newer, null, 1));
  const docs = timed([DOCS, 'ref', 'diff', 'new.json', '--against', 'old.json'], folder, {});
  const bare = timed([BARE_DIFF, 'old.json', 'new.json'], folder, {});
  return atMost(
    'ref diff, 5 MB / bare comparison',
    await ratioOfFastest(docs, bare, PAIRS),
    3,
    'bare',
  );
}

/** @param {number} ours @param {number} theirs MiB */
const peakRow = (ours, theirs) => ({
  what: 'ref check, 2 MB: peak memory',
  figure: `${ours.toFixed(0)} MiB`,
  goal: `<= 1.2 x ${theirs.toFixed(0)} MiB, redocly lint`,
  ok: ours <= 1.2 * theirs,
});

/** @param {string[]} args @param {string} cwd @param {Record<string, string>} env */
const timed = (args, cwd, env) => {
  const once = async (/** @type {boolean} */ peak) => {
    // No run uses results of an earlier one: each has a temporary folder of its own.
    const temporary = await mkdtemp(join(tmpdir(), 'docs-bench-run-'));
    const done = await run({ args, cwd, env: { ...env, TMPDIR: temporary }, peak });
    await rm(temporary, { recursive: true });
    if (done.exitCode !== 0) throw new Error(`${args.join(' ')} exited with ${done.exitCode}`);
    return done;
  };
  const ms = async () => (await once(false)).ms;
  return Object.assign(ms, { peakMiB: async () => (await once(true)).peakMiB });
};

/** Our own, everywhere the same: a schema per operation, in loops of 20. @param {number} count */
function definition(count) {
  const text = 'What this is, and what it is good for, in a sentence or two that say so. '.repeat(
    5,
  );
  const name = (/** @type {number} */ n) => `Thing${n}`;
  /** @param {number} n @param {number} step */
  const ref = (n, step) => ({
    $ref: `#/components/schemas/${name(n - (n % 20) + ((n + step) % 20))}`,
  });
  const numbers = Array.from({ length: count }, (_, n) => n);
  return {
    openapi: '3.1.0',
    info: { title: 'Bench', version: '1.0.0' },
    // Both linters let it pass: Redocly's wants servers and security.
    servers: [{ url: 'https://api.example.com' }],
    security: [{ key: [] }],
    paths: Object.fromEntries(
      numbers.map((n) => [
        `/things-${n}/{id}`,
        {
          get: {
            operationId: `get${n}`,
            summary: `Thing ${n}`,
            description: text,
            parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
            responses: {
              200: {
                description: 'The thing',
                content: { 'application/json': { schema: ref(n, 0) } },
              },
            },
          },
        },
      ]),
    ),
    components: {
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'x-key' } },
      schemas: Object.fromEntries(
        numbers.map((n) => [
          name(n),
          {
            type: 'object',
            description: text,
            required: ['id'],
            properties: {
              id: { type: 'string' },
              next: ref(n, 1),
              far: ref(n, 7),
              list: { type: 'array', items: ref(n, 11) },
            },
          },
        ]),
      ),
    },
  };
}

/** @returns {Promise<string | null>} the folder whose node_modules has them */
async function installPeers() {
  const given = process.env['DOCS_BENCH_PEERS'];
  if (given) return given;
  const cache = fileURLToPath(new URL('../node_modules/.cache/docs-bench-peers', import.meta.url));
  if (existsSync(join(cache, 'node_modules/bump-cli'))) return cache;
  await mkdir(cache, { recursive: true });
  await writeFile(join(cache, 'package.json'), '{"private":true}\n');
  try {
    await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', ...PEERS], {
      cwd: cache,
    });
    return cache;
  } catch {
    return null;
  }
}

/** Says to each upload that it was taken: what is measured is the tool. */
async function startServer() {
  const stamp = '2026-01-01T00:00:00+00:00';
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const { method, url = '' } = request;
      response.setHeader('content-type', 'application/json');
      if (url.startsWith('/api/v1/all')) {
        const version = { 1: { name: 'v1', published: true, slug: 'v1' } };
        response.end(JSON.stringify({ page: {}, documentation: {}, reference: {}, version }));
      } else if (method === 'POST' && url.includes('/reference')) {
        const reference = {
          id: 7,
          title: 'Bench',
          slug: 'bench',
          ordr: 1,
          created: stamp,
          updated: stamp,
        };
        response.writeHead(201).end(JSON.stringify(reference));
      } else if (method === 'POST') {
        response
          .writeHead(201)
          .end(JSON.stringify({ id: '1', doc_public_url: 'http://localhost/' }));
      } else
        response.writeHead(404).end('{"error":{"message":"Not found","httpCode":404,"code":0}}');
    });
  });
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(undefined));
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}
