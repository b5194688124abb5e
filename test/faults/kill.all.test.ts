import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtTool } from '../support/built.ts';
import { RECOVERIES, recover } from './recover.ts';
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
const STRIDE = process.env['DOCS_FAULTS'] === 'all' ? 1 : 45;
const KILL_AT = resolve('test/faults/kill-at.js');

const tool = builtTool();
let scenarios: Scenario[];
beforeAll(async () => {
  scenarios = [];
  for (const shape of SHAPES) scenarios.push(await prepareScenario(shape));
});
afterAll(async () => {
  for (const scenario of scenarios) await scenario.remove();
});

const pushProcess = (project: string, baseUrl: string, apiKey: string, env: object) =>
  execa(process.execPath, ['--import', KILL_AT, tool.docs, ...PUSH], {
    cwd: project,
    env: { DOCS_BASE_URL: baseUrl, DOCS_API_KEY: apiKey, ...env },
    reject: false,
  });

test('killed at any moment around a write of the log or the lock, the next run finishes the job', async () => {
  let killed = 0;
  for (let moment = 1, over = false; !over; moment += STRIDE) {
    const scenario = scenarios[moment % scenarios.length] as Scenario;
    const recovery =
      RECOVERIES[Math.floor(moment / scenarios.length) % RECOVERIES.length] ?? 'same folder';
    const trial = await copyScenario(scenario);
    let platform = await openPlatform(trial.database, scenario.shape);
    const about = `killed at ${moment}, ${recovery}, ${JSON.stringify(scenario.shape)}`;
    try {
      const { signal } = await pushProcess(trial.project, platform.baseUrl, platform.apiKey, {
        DOCS_KILL_AT: String(moment),
      });
      over = signal !== 'SIGKILL';
      if (!over) killed += 1;
      // What the killed run had sent is carried out now, or never: later runs do not meet it.
      await platform.close();
      platform = await openPlatform(trial.database, scenario.shape);
      await recover(trial, scenario, recovery);
      const { exitCode, stderr } = await push(trial.project, platform);
      expect({ about, exitCode, stderr }).toMatchObject({ exitCode: 0 });
      expect({ about, found: await faultsFound(platform, trial.project) }).toEqual({
        about,
        found: [],
      });
      const last = await push(trial.project, platform);
      expect(JSON.parse(last.stdout)).toMatchObject({ applied: [], requests: { total: 1 } });
    } finally {
      await platform.close();
      await trial.remove();
    }
  }
  expect(killed).toBeGreaterThan(0);
}, 7_200_000);

test('the moments are counted: a log that is not synced would have none', async () => {
  const scenario = scenarios[0] as Scenario;
  const trial = await copyScenario(scenario);
  const platform = await openPlatform(trial.database, scenario.shape);
  const countFile = join(trial.project, 'count');
  await pushProcess(trial.project, platform.baseUrl, platform.apiKey, {
    DOCS_KILL_COUNT: countFile,
  });
  expect(Number(await readFile(countFile, 'utf8'))).toBeGreaterThan(20);
  await platform.close();
  await trial.remove();
});
