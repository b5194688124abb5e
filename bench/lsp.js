// docs lsp in 1,400 pages of 4.5 kB: from a key to its findings, and the peak memory of the server.
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { makeFolder } from './check.js';
import { DOCS } from './measure.js';

const PAGES = 1_400;
const KEYS = 40;
const GOAL_MS = 100;
const GOAL_MIB = 250;

/**
 * A server, and a client that waits for the findings of one page.
 *
 * @param {string} folder
 */
function startServer(folder) {
  const child = spawn(process.execPath, [DOCS, 'lsp', '--stdio'], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  /** @type {((message: any) => void) | null} */
  let heard = null;
  let left = Buffer.alloc(0);
  child.stdout.on('data', (chunk) => {
    left = Buffer.concat([left, chunk]);
    for (;;) {
      const head = left.indexOf('\r\n\r\n');
      const length = Number(/Content-Length: (\d+)/.exec(left.toString('latin1', 0, head))?.[1]);
      if (head === -1 || left.length < head + 4 + length) return;
      heard?.(JSON.parse(left.toString('utf8', head + 4, head + 4 + length)));
      left = left.subarray(head + 4 + length);
    }
  });
  /** @param {object} message */
  const send = (message) => {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  };
  /** @param {(message: any) => boolean} isWanted */
  const until = (isWanted) =>
    new Promise((resolve) => {
      heard = (message) => {
        if (isWanted(message)) resolve(undefined);
      };
    });
  return { child, send, until };
}

/** @returns {Promise<import('./measure.js').Row[]>} */
export async function lspRows() {
  const folder = makeFolder(true, PAGES);
  const { child, send, until } = startServer(folder);
  try {
    const started = performance.now();
    send({
      id: 1,
      method: 'initialize',
      params: { capabilities: {}, rootUri: pathToFileURL(folder).href },
    });
    send({ method: 'initialized', params: {} });
    // Each page has one finding.
    const seen = new Set();
    await until(({ params }) => params?.uri && seen.add(params.uri).size === PAGES);
    const wholeMs = performance.now() - started;

    const file = join(folder, 'docs/v1.0/guide/page-3.md');
    const uri = pathToFileURL(file).href;
    let text = readFileSync(file, 'utf8');
    send({
      method: 'textDocument/didOpen',
      params: { textDocument: { uri, languageId: 'markdown', version: 0, text } },
    });
    await until(({ params }) => params?.uri === uri && params.version === 0);
    const times = [];
    for (let version = 1; version <= KEYS; version += 1) {
      text += 'x';
      const before = performance.now();
      send({
        method: 'textDocument/didChange',
        params: { textDocument: { uri, version }, contentChanges: [{ text }] },
      });
      await until(({ params }) => params?.uri === uri && params.version === version);
      times.push(performance.now() - before);
    }
    const sorted = times.toSorted((a, b) => a - b);
    const median = sorted[KEYS / 2] ?? Number.NaN;
    const most = sorted[Math.ceil(KEYS * 0.95) - 1] ?? Number.NaN;
    const peak =
      Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024;
    return [
      {
        what: 'docs lsp, 1,400 pages: a key to its findings',
        figure: `${median.toFixed(0)} ms (95 %: ${most.toFixed(0)} ms)`,
        goal: `<= ${GOAL_MS} ms`,
        ok: median <= GOAL_MS,
      },
      {
        what: 'the same: start to the findings of all pages',
        figure: `${(wholeMs / 1000).toFixed(1)} s`,
        goal: '',
        ok: null,
      },
      {
        what: 'the same: peak memory',
        figure: `${peak.toFixed(0)} MiB`,
        goal: `<= ${GOAL_MIB} MiB`,
        ok: peak <= GOAL_MIB,
      },
    ];
  } finally {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}
