// Whole processes, timed in turns: a figure is only worth its ratio to a peer in the same run.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';

/**
 * A row of the table that `npm run bench` prints. `ok` is null if there is no goal.
 *
 * @typedef {{ what: string, figure: string, goal: string, ok: boolean | null }} Row
 */

/** @typedef {{ ms: number, peakMiB: number, stdout: string, exitCode: number | null }} Run */

/**
 * @typedef {object} Command
 * @property {string[]} args of `node`
 * @property {string} [cwd]
 * @property {Record<string, string>} [env] added to this process's
 * @property {boolean} [peak] whether to find the peak memory; costs a few milliseconds
 */

const PEAK = fileURLToPath(new URL('report-peak.js', import.meta.url));

export const DOCS = fileURLToPath(new URL('../bin/docs.js', import.meta.url));

/**
 * Runs `node` to its end.
 *
 * @param {Command} command
 * @returns {Promise<Run>}
 */
export async function run({ args, cwd, env, peak = false }) {
  const folder = peak ? await mkdtemp(join(tmpdir(), 'docs-bench-')) : undefined;
  const peakFile = folder && join(folder, 'peak');
  const started = performance.now();
  const child = spawn(process.execPath, [...(peakFile ? ['--import', PEAK] : []), ...args], {
    cwd,
    env: { ...process.env, ...env, ...(peakFile ? { DOCS_BENCH_PEAK: peakFile } : {}) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
  const exitCode = await new Promise((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  const ms = performance.now() - started;
  const peakMiB = peakFile ? Number(await readFile(peakFile, 'utf8')) / 1024 : Number.NaN;
  if (folder) await rm(folder, { recursive: true });
  return { ms, peakMiB, stdout, exitCode };
}

/**
 * Runs both in turns and gives the median of the ratios a/b, pair by pair.
 *
 * @param {() => Promise<number>} a milliseconds
 * @param {() => Promise<number>} b milliseconds
 * @param {number} pairs
 */
export async function ratio(a, b, pairs) {
  const times = await inTurns([a, b], pairs);
  const [ofA = [], ofB = []] = times;
  const ratios = ofA.map((left, pair) => left / (ofB[pair] ?? Number.NaN));
  return { ratio: median(ratios), aMs: median(ofA), bMs: median(ofB) };
}

/**
 * The same for the fastest run of each, as other work only makes runs slower: for runs that are
 * long enough to differ in nothing else.
 *
 * @param {() => Promise<number>} a milliseconds
 * @param {() => Promise<number>} b milliseconds
 * @param {number} pairs
 */
export async function ratioOfFastest(a, b, pairs) {
  const [aMs = 0, bMs = 1] = (await inTurns([a, b], pairs)).map((each) => Math.min(...each));
  return { ratio: aMs / bMs, aMs, bMs };
}

/**
 * Runs all in turns, so that a busy machine is busy for all. The first round does not count.
 *
 * @param {readonly (() => Promise<number>)[]} runs milliseconds
 * @param {number} rounds
 */
export async function inTurns(runs, rounds) {
  /** @type {number[][]} */
  const times = runs.map(() => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, each] of runs.entries()) {
      const ms = await each();
      if (round > 0) times[index]?.push(ms);
    }
  }
  return times;
}

/** @param {number[]} values */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/**
 * A row whose figure must not exceed its goal, a ratio.
 *
 * @param {string} what
 * @param {{ ratio: number, aMs: number, bMs: number }} measured
 * @param {number} goal
 * @param {string} peer
 * @returns {Row}
 */
export function atMost(what, measured, goal, peer) {
  return {
    what,
    figure: `${measured.ratio.toFixed(2)} × (${measured.aMs.toFixed(0)} / ${measured.bMs.toFixed(0)} ms)`,
    goal: `<= ${goal} × ${peer}`,
    ok: measured.ratio <= goal,
  };
}
