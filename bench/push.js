// The main job: first push, a push with nothing to do, a push after a few edits; time, requests and memory.
import { fileURLToPath } from 'node:url';
import { DOCS, atMost, ratio, run } from './measure.js';
import { makeProject, startBareServer, writePage } from './project.js';

/** How many pages, and how much longer than the bare script a first push may take. */
const SIZES = /** @type {const} */ ([
  [1_000, 2],
  [10_000, 3],
]);
const MANY = 100_000;
const MAX_PEAK_MIB = 500;
const BARE = fileURLToPath(new URL('bare-push.js', import.meta.url));
const NOOP = fileURLToPath(new URL('bare-noop.js', import.meta.url));

/** @typedef {import('./measure.js').Row} Row */

/** @returns {Promise<Row[]>} */
export async function pushRows() {
  const rows = [];
  for (const [pages, most] of SIZES) rows.push(...(await rowsAt(pages, most)));
  rows.push(...(await memoryRows()));
  return rows;
}

/**
 * @param {number} pages
 * @param {number} most
 * @returns {Promise<Row[]>}
 */
async function rowsAt(pages, most) {
  const name = pages.toLocaleString('en');
  const server = await startBareServer();
  const project = makeProject(pages, server.baseUrl);
  try {
    const first = await ratio(
      firstRun(pages, async ({ folder }) => push(folder, pages + 1)),
      firstRun(pages, async ({ folder, baseUrl }) => run({ args: [BARE, folder, baseUrl] })),
      3,
    );
    await push(project.folder, pages + 1);
    const noop = await ratio(
      async () => (await push(project.folder, 1)).ms,
      async () => (await run({ args: [NOOP, project.folder, server.baseUrl] })).ms,
      7,
    );
    const edited = pages / 100;
    for (let n = 1; n <= edited; n++) writePage(project.folder, n, 1);
    // The push that made the pages did not look at them since: each is read before it is written again.
    const expected = 1 + 2 * edited;
    const few = await push(project.folder, expected);
    return [
      atMost(`first push, ${name} pages`, first, most, 'read + digest + send + lock'),
      atMost(`no-op push, ${name} pages, 1 request`, noop, 2.5, 'stat + parse'),
      {
        what: `push after editing ${edited} of ${name} pages`,
        figure: `${few.requests} requests, ${few.ms.toFixed(0)} ms`,
        goal: `${expected} requests`,
        ok: few.requests === expected,
      },
    ];
  } finally {
    project.remove();
    server.stop();
  }
}

/**
 * What makes all pages, in a project of its own and against a fresh server.
 *
 * @param {number} pages
 * @param {(project: { folder: string, baseUrl: string }) => Promise<{ ms: number }>} makeThem
 */
const firstRun = (pages, makeThem) => () =>
  withServer(async (baseUrl) => {
    const project = makeProject(pages, baseUrl);
    try {
      const { ms } = await makeThem({ folder: project.folder, baseUrl });
      return ms;
    } finally {
      project.remove();
    }
  });

/** @returns {Promise<Row[]>} */
async function memoryRows() {
  return withServer(async (baseUrl) => {
    const project = makeProject(MANY, baseUrl);
    try {
      const first = await push(project.folder, MANY + 1, true);
      const noop = await push(project.folder, 1, true);
      for (let n = 1; n <= MANY / 100; n++) writePage(project.folder, n, 1);
      const few = await push(project.folder, undefined, true);
      return [
        memoryRow('first push', first.peakMiB),
        memoryRow('no-op push', noop.peakMiB),
        memoryRow('push after editing 1 %', few.peakMiB),
      ];
    } finally {
      project.remove();
    }
  });
}

/**
 * @param {string} what
 * @param {number} peakMiB
 * @returns {Row}
 */
const memoryRow = (what, peakMiB) => ({
  what: `peak memory, ${what}, ${MANY.toLocaleString('en')} pages`,
  figure: `${peakMiB.toFixed(0)} MiB`,
  goal: `<= ${MAX_PEAK_MIB} MiB`,
  ok: peakMiB <= MAX_PEAK_MIB,
});

/**
 * @template T
 * @param {(baseUrl: string) => Promise<T>} use
 */
async function withServer(use) {
  const server = await startBareServer();
  try {
    return await use(server.baseUrl);
  } finally {
    server.stop();
  }
}

/**
 * `docs push` in a folder, which must need exactly so many requests.
 *
 * @param {string} folder
 * @param {number} [expected] requests; left out: pages may be read again if the snapshot is old
 * @param {boolean} [peak] whether to find the peak memory: not if the time counts
 */
async function push(folder, expected, peak = false) {
  const result = await run({
    args: [DOCS, 'push', '--yes', '--json', '--quiet', '--max-wait', '1h'],
    cwd: folder,
    env: { DOCS_API_KEY: 'bench' },
    peak,
  });
  if (result.exitCode !== 0) throw new Error(`docs push ended with ${result.exitCode}`);
  const requests = JSON.parse(result.stdout).requests.total;
  if (expected !== undefined && requests !== expected)
    throw new Error(`${requests} requests instead of ${expected}`);
  return { ...result, requests };
}
