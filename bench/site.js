// The reader site: from spawn to the first page, memory, saves, and `docs build` beside VitePress.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { atMost, DOCS, median, ratio, run } from './measure.js';
import { bodyOf, makeProject, slugOf, writePage } from './project.js';

const NOWHERE = 'http://127.0.0.1:9';
const MAX_MIB = 150;
const SAVES = 25;
const PEER = 'vitepress@1.6.4';
const PEERS = fileURLToPath(new URL('../node_modules/.cache/vitepress', import.meta.url));

/** Rows for the table of `npm run bench`. */
export async function siteRows() {
  const rows = [
    ...(await servedRows(1_400, 4, 9)),
    ...(await servedRows(10_000, 10, 5)),
    ...(await savedRows(10_000)),
    await buildRow(1_400),
  ];
  return rows;
}

/**
 * `docs dev`, until it is stopped.
 *
 * @param {string} folder
 */
async function startDev(folder) {
  const started = performance.now();
  const child = spawn(process.execPath, [DOCS, 'dev', '--port', '0', '--json'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = await once(child.stdout, 'data');
  const { url } = JSON.parse(String(line));
  return {
    started,
    url,
    /** Most memory so far, in MiB; not a number where the system does not tell. */
    peakMiB: () => {
      const status = `/proc/${child.pid}/status`;
      if (!existsSync(status)) return Number.NaN;
      return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1]) / 1024;
    },
    /** Folders that the system watches for it (inotify); not a number where the system does not tell. */
    watches: () => {
      const folder = `/proc/${child.pid}/fdinfo`;
      if (!existsSync(folder)) return Number.NaN;
      const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
      return texts.join('').match(/^inotify /gm)?.length ?? 0;
    },
    stop: async () => {
      child.kill('SIGINT');
      await once(child, 'close');
    },
  };
}

/** @param {string} address */
const read = async (address) => (await fetch(address)).text();

/** @param {number} page */
const pathOf = (page) => `v1.0/guide/${slugOf(page)}`;

/**
 * From spawn to the first whole page.
 *
 * @param {number} pages
 * @param {number} goal against a Node that does nothing
 * @param {number} pairs
 */
async function servedRows(pages, goal, pairs) {
  const project = makeProject(pages, NOWHERE);
  let peak = 0;
  const first = async () => {
    const dev = await startDev(project.folder);
    await read(dev.url + pathOf(pages / 2));
    const ms = performance.now() - dev.started;
    peak = Math.max(peak, dev.peakMiB());
    await dev.stop();
    return ms;
  };
  const empty = async () => (await run({ args: ['-e', '0'] })).ms;
  try {
    const name = `docs dev, ${pages.toLocaleString('en')} pages`;
    return [
      atMost(`${name}: first page`, await ratio(first, empty, pairs), goal, 'node -e 0'),
      memory(`${name}: memory with the folder read`, peak),
    ];
  } finally {
    project.remove();
  }
}

/**
 * @param {string} what
 * @param {number} peakMiB
 */
const memory = (what, peakMiB) => ({
  what,
  figure: `${peakMiB.toFixed(0)} MiB`,
  goal: `<= ${MAX_MIB} MiB`,
  ok: Number.isNaN(peakMiB) ? null : peakMiB <= MAX_MIB,
});

/**
 * The time from a save until a listening browser has the new page, and until it is notified.
 *
 * @param {number} pages
 */
async function savedRows(pages) {
  const project = makeProject(pages, NOWHERE);
  const dev = await startDev(project.folder);
  try {
    await read(dev.url + pathOf(1));
    const events = await fetch(`${dev.url}_docs/events`);
    const reader = events.body?.getReader();
    const times = [];
    // The first one also warms up.
    for (let save = 0; save <= SAVES; save++) {
      const started = performance.now();
      writePage(join(project.folder), 1, save + 1);
      while (!(await read(dev.url + pathOf(1))).includes(`revision ${save + 1}`)) {
        await reader?.read();
      }
      times.push(performance.now() - started);
    }
    const later = times.slice(1);
    const worst = Math.max(...later);
    const name = `docs dev, ${pages.toLocaleString('en')} pages`;
    return [
      {
        what: `${name}: save to page, median and worst of ${SAVES}`,
        figure: `${median(later).toFixed(0)} ms, ${worst.toFixed(0)} ms`,
        goal: '<= 100 ms, 300 ms',
        ok: median(later) <= 100 && worst <= 300,
      },
      memory(`${name}: memory while its files are watched and saved`, dev.peakMiB()),
      { what: `${name}: watched folders`, figure: `${dev.watches()}`, goal: '', ok: null },
    ];
  } finally {
    await dev.stop();
    project.remove();
  }
}

/**
 * `docs build` beside VitePress on the same texts. There is no such row if the registry cannot be reached.
 *
 * @param {number} pages
 */
async function buildRow(pages) {
  const what = `docs build, ${pages.toLocaleString('en')} pages`;
  if (!(await installPeer())) {
    return { what, figure: `${PEER} could not be installed`, goal: '<= 0.2 × VitePress', ok: null };
  }
  const project = makeProject(pages, NOWHERE);
  const peer = mkdtempSync(join(PEERS, 'site-'));
  mkdirSync(join(peer, 'guide'));
  for (let n = 1; n <= pages; n++) {
    writeFileSync(join(peer, 'guide', `${slugOf(n)}.md`), `# Page ${n}\n\n${bodyOf(n)}`);
  }
  const out = mkdtempSync(join(tmpdir(), 'docs-bench-out-'));
  const ours = async () => {
    rmSync(join(out, 'site'), { recursive: true, force: true });
    const args = [DOCS, 'build', '--out', join(out, 'site')];
    return (await run({ args, cwd: project.folder })).ms;
  };
  const theirs = async () => {
    const args = [join(PEERS, 'node_modules/vitepress/bin/vitepress.js'), 'build', peer];
    return (await run({ args, cwd: PEERS })).ms;
  };
  try {
    return atMost(what, await ratio(ours, theirs, 1), 0.2, 'VitePress');
  } finally {
    project.remove();
    for (const folder of [peer, out]) rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether the peer is there, or could be installed into a folder of its own. */
async function installPeer() {
  if (existsSync(join(PEERS, 'node_modules/vitepress'))) return true;
  mkdirSync(PEERS, { recursive: true });
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', PEERS, PEER];
  return promisify(execFile)('npm', args).then(
    () => true,
    () => false,
  );
}
