/** A run that is suspended for longer than another machine waits for it, and wakes when that one has done the job. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningPlatform } from '../../src/platform/serve.ts';
import { buildTool, type BuiltTool } from '../support/built.ts';
import {
  PUSH,
  SHAPES,
  copyScenario,
  openPlatform,
  prepareScenario,
  push,
  type Scenario,
} from './scenario.ts';
import { faultsFound } from './verify.ts';

/** One trial in CI for so many moments. */
const STRIDE = process.env['DOCS_FAULTS'] === 'all' ? 1 : 12;
const IMPORTS = ['kill-at.js', 'another-machine.js'].flatMap((file) => [
  '--import',
  resolve('test/faults', file),
]);
const RUN = '.docs-cli/docs-cli.lock.run';

let tool: BuiltTool;
let scenario: Scenario;
beforeAll(async () => {
  tool = await buildTool();
  scenario = await prepareScenario(SHAPES[0]);
});
afterAll(async () => {
  await tool.remove();
  await scenario.remove();
});

const start = (project: string, { baseUrl, apiKey }: RunningPlatform, env: object) =>
  execa(process.execPath, [...IMPORTS, tool.docs, ...PUSH], {
    cwd: project,
    env: { DOCS_BASE_URL: baseUrl, DOCS_API_KEY: apiKey, DOCS_KILL_SIDE: 'after', ...env },
    reject: false,
  });

/** Resolves once the process is suspended, or to false if it has ended. */
async function isSuspended({ pid }: { readonly pid?: number | undefined }): Promise<boolean> {
  for (;;) {
    const { stdout, failed } = await execa('ps', ['-o', 'stat=', '-p', String(pid)], {
      reject: false,
    });
    if (failed || stdout.startsWith('Z')) return false;
    if (stdout.startsWith('T')) return true;
  }
}

/** Nobody else uses them: temporary files of the run itself, and a cache that proves itself. */
const OWN = /^\.docs-cli\/(?:tmp\/|\.docs-cli-|scan\.cache$)/;

/** Digests of all other files by their paths. */
async function filesOf(folder: string): Promise<Readonly<Record<string, string>>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found
    .filter((one) => one.isFile())
    .map((one) => relative(folder, join(one.parentPath, one.name)))
    .filter((path) => !OWN.test(path));
  const digests = await Promise.all(
    paths.map(async (path) => {
      const digest = createHash('sha256').update(await readFile(join(folder, path)));
      return [path, digest.digest('hex')] as const;
    }),
  );
  return Object.fromEntries(digests.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

const WRITES = ['createPage', 'updatePage', 'publishPage', 'deletePage'] as const;

function writesTo({ requests }: RunningPlatform): number {
  const counts = requests.byOperation();
  return WRITES.reduce((sum, operation) => sum + (counts[operation] ?? 0), 0);
}

/** Requests of the suspended run may still arrive while another one looks at their pages, which are then left out. */
async function pushUntilDone(project: string, platform: RunningPlatform) {
  let run = await push(project, platform);
  for (let again = 0; run.exitCode === 7 && again < 3; again += 1)
    run = await push(project, platform);
  return run;
}

/** Resolves to null if the push had ended before. */
async function suspendAt(moment: number, meanwhile: 'another run' | 'nobody') {
  const trial = await copyScenario(scenario);
  const platform = await openPlatform(trial.database, scenario.shape);
  try {
    const suspended = start(trial.project, platform, {
      DOCS_KILL_AT: String(moment),
      DOCS_KILL_WITH: 'SIGSTOP',
    });
    if (!(await isSuspended(suspended))) return null;
    const isHeld = existsSync(join(trial.project, RUN));
    const hadBegun = isHeld && writesTo(platform) > 0;
    platform.requests.reset();
    const other = meanwhile === 'nobody' ? null : await pushUntilDone(trial.project, platform);
    const wasAtWork = hadBegun && writesTo(platform) > 0;
    const before = await filesOf(trial.project);
    platform.requests.reset();
    suspended.kill('SIGCONT');
    const { exitCode, stderr } = await suspended;
    const writes = writesTo(platform);
    const after = await filesOf(trial.project);
    const faults = await faultsFound(platform, trial.project);
    const last = await push(trial.project, platform);
    return { other, wasAtWork, before, after, exitCode, stderr, writes, faults, last };
  } finally {
    await platform.close();
    await trial.remove();
  }
}

test('a push that wakes when another run has taken its folder over writes nothing more, and says why', async () => {
  let wereAtWork = 0;
  for (let moment = 1; ; moment += STRIDE) {
    const done = await suspendAt(moment, 'another run');
    if (done === null) break;
    const about = `suspended at ${moment}`;
    const { exitCode, stderr } = done;
    expect({ about, other: done.other }).toMatchObject({ other: { exitCode: 0 } });
    wereAtWork += done.wasAtWork ? 1 : 0;
    // Suspended at a moment before it looked at the platform, or after its last write, it has nothing left to do.
    const isStopped = exitCode === 1 && stderr.includes('Another run took this folder over');
    expect({ about, isStopped, stderr }).toEqual({
      about,
      isStopped: done.wasAtWork || isStopped,
      stderr,
    });
    // A write that has its slot is not looked at again: as many as are under way at once may still be sent.
    expect({ about, isFew: done.writes <= 32 }).toEqual({ about, isFew: true });
    expect({ about, files: done.after }).toEqual({ about, files: done.before });
    expect({ about, faults: done.faults }).toEqual({ about, faults: [] });
    expect(JSON.parse(done.last.stdout)).toMatchObject({ applied: [], requests: { total: 1 } });
  }
  expect(wereAtWork).toBeGreaterThan(0);
}, 3_600_000);

test('a push that wakes and still has its folder finishes its job', async () => {
  const done = await suspendAt(10, 'nobody');
  expect(done).toMatchObject({ exitCode: 0, faults: [] });
  expect(JSON.parse(done?.last.stdout ?? '')).toMatchObject({
    applied: [],
    requests: { total: 1 },
  });
}, 120_000);
