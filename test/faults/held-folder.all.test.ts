// Slow: each run is a process that is suspended or killed.
/** Runs that are suspended or killed while they hold a folder, seen from here and elsewhere. */
import { readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtTool } from '../support/built.ts';
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
import type { TestPlatform } from '../support/platform.ts';

/** One trial in CI for so many moments. */
const STRIDE = process.env['DOCS_FAULTS'] === 'all' ? 1 : 17;
const SHORT_STRIDE = process.env['DOCS_FAULTS'] === 'all' ? 1 : 12;
const FAULTS = resolve('test/faults');
const STATE = '.docs-cli';
const RUN = `${STATE}/docs-cli.lock.run`;

const tool = builtTool();
let scenario: Scenario;
beforeAll(async () => {
  scenario = await prepareScenario(SHAPES[0]);
});
afterAll(() => scenario.remove());

type Where = 'this machine' | 'another machine';

function start(
  project: string,
  { baseUrl, apiKey }: TestPlatform,
  where: Where,
  env: Readonly<Record<string, string>>,
) {
  const loaded = where === 'this machine' ? ['kill-at.js'] : ['kill-at.js', 'another-machine.js'];
  const imports = loaded.flatMap((file) => ['--import', join(FAULTS, file)]);
  return execa(process.execPath, [...imports, tool.docs, ...PUSH], {
    cwd: project,
    env: { DOCS_BASE_URL: baseUrl, DOCS_API_KEY: apiKey, DOCS_KILL_SIDE: 'after', ...env },
    reject: false,
  });
}

/** Resolves once the process is suspended, or to false if it has ended. */
async function isSuspended(run: ReturnType<typeof start>): Promise<boolean> {
  const told = new Promise<boolean>((resolve) => {
    run.stderr.on('data', (chunk: Buffer) => chunk.includes('SIGSTOP') && resolve(true));
  });
  if (!(await Promise.race([told, run.then(() => false)]))) return false;
  let state = '';
  // It tells before it is.
  while (!state.startsWith('T')) {
    ({ stdout: state } = await execa('ps', ['-o', 'stat=', '-p', String(run.pid)]));
  }
  return true;
}

const holds = async (project: string): Promise<boolean> =>
  (await readdir(join(project, STATE))).includes('docs-cli.lock.run');

interface Trial {
  readonly project: string;
  readonly platform: TestPlatform;
}

async function inTrial<T>(use: (trial: Trial) => Promise<T>): Promise<T> {
  const trial = await copyScenario(scenario);
  const platform = await openPlatform(trial.database, scenario.shape);
  try {
    return await use({ project: trial.project, platform });
  } finally {
    await platform.close();
    await trial.remove();
  }
}

async function expectRefusal({ project, platform }: Trial, host: string): Promise<void> {
  platform.requests.reset();
  const { exitCode, stderr } = await push(project, platform);
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 1 });
  const said = stderr.replaceAll(String.raw`\"`, '"');
  expect(said).toContain(`This folder is held by ${host}`);
  expect(said).toContain(`Remove "${RUN}" if that process is dead`);
  // Requests that the suspended run sent before may still arrive.
  expect(platform.requests.byOperation()).not.toHaveProperty('listAll');
}

async function expectDone({ project, platform }: Trial, about: string): Promise<void> {
  expect({ about, faults: await faultsFound(platform, project) }).toEqual({ about, faults: [] });
  const last = await push(project, platform);
  expect(JSON.parse(last.stdout)).toMatchObject({ applied: [], requests: { total: 1 } });
}

describe.each([
  ['this machine', ''],
  ['another machine', 'another-machine, process '],
] as const)('a push on %s', (where, host) => {
  test('that is suspended keeps its folder, however long, and finishes its job when it wakes', async () => {
    let refused = 0;
    let isOver = false;
    for (let moment = 1; !isOver; moment += STRIDE) {
      isOver = await inTrial(async (trial) => {
        const about = `suspended at ${moment}`;
        const suspended = start(trial.project, trial.platform, where, {
          DOCS_KILL_AT: String(moment),
          DOCS_KILL_WITH: 'SIGSTOP',
        });
        const hasEnded = !(await isSuspended(suspended));
        if (!hasEnded && (await holds(trial.project))) {
          await expectRefusal(trial, host);
          refused += 1;
        }
        suspended.kill('SIGCONT');
        const { exitCode, stderr } = await suspended;
        expect({ about, exitCode, stderr }).toMatchObject({ about, exitCode: 0 });
        await expectDone(trial, about);
        return hasEnded;
      });
    }
    expect(refused).toBeGreaterThan(0);
  }, 3_600_000);
});

test('a push that was killed on another machine holds its folder until a person removes its file', async () => {
  await inTrial(async (trial) => {
    await start(trial.project, trial.platform, 'another machine', { DOCS_KILL_AT: '20' });
    expect(await holds(trial.project)).toBe(true);
    await expectRefusal(trial, 'another-machine, process ');
    await rm(join(trial.project, RUN));
    expect(await push(trial.project, trial.platform)).toMatchObject({ exitCode: 0 });
    await expectDone(trial, 'removed by hand');
  });
}, 120_000);

test('pushes that were killed while each took the folder of the one before do not hold it', async () => {
  let killed = 0;
  let trials = 0;
  for (let moment = 1; moment <= 24; moment += SHORT_STRIDE) {
    trials += 1;
    await inTrial(async (trial) => {
      const about = `killed at ${moment} of taking the folder`;
      await start(trial.project, trial.platform, 'this machine', { DOCS_KILL_AT: '20' });
      const near = { DOCS_KILL_AT: String(moment), DOCS_KILL_SIDE: 'both' };
      for (let again = 0; again < 2; again += 1) {
        const { signal } = await start(trial.project, trial.platform, 'this machine', near);
        if (signal === 'SIGKILL') killed += 1;
      }
      const run = await push(trial.project, trial.platform);
      expect({ about, ...run }).toMatchObject({ exitCode: 0 });
      expect(await readdir(join(trial.project, STATE))).not.toContainEqual(
        expect.stringContaining('.run'),
      );
      await expectDone(trial, about);
    });
  }
  expect(killed).toBe(2 * trials);
}, 600_000);
