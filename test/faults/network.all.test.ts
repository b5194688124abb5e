import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FAULTS, startFaultProxy, timeoutFor, type Fault } from './proxy.ts';
import { RECOVERIES, recover, type Recovery } from './recover.ts';
import {
  SHAPES,
  WRITES,
  copyScenario,
  openPlatform,
  prepareScenario,
  push,
  type Scenario,
} from './scenario.ts';
import { faultsFound } from './verify.ts';

interface Trial {
  readonly write: number;
  readonly fault: Fault;
  readonly recovery: Recovery;
}

/**
 * `DOCS_FAULTS=all`: every write × fault, with recoveries and shapes in turn.
 * `DOCS_FAULTS=product`: times every recovery and shape as well, which takes many hours. Otherwise
 * a sample: each fault once, each recovery several times, at all kinds of writes.
 */
function trialsOf(shape: number): Trial[] {
  const mode = process.env['DOCS_FAULTS'] ?? 'sample';
  const trials: Trial[] = [];
  for (let write = 1; write <= WRITES; write++) {
    for (const [f, fault] of FAULTS.entries()) {
      for (const [r, recovery] of RECOVERIES.entries()) {
        const turn = (write + f) % (RECOVERIES.length * SHAPES.length);
        const ours = turn === r * SHAPES.length + shape;
        const sampled = ours && (write * 11 + f * 43 + shape * 13) % 79 === 0;
        if (mode === 'product' || (mode === 'all' && ours) || sampled)
          trials.push({ write, fault, recovery });
      }
    }
  }
  return trials;
}

describe.each(SHAPES)('reprint: $reprint, taken slugs: $takenSlugs', (shape) => {
  let scenario: Scenario;
  beforeAll(async () => {
    scenario = await prepareScenario(shape);
  });
  afterAll(() => scenario.remove());

  test.each(trialsOf(SHAPES.indexOf(shape)))(
    'write $write $fault, then the $recovery',
    async ({ write, fault, recovery }) => {
      const trial = await copyScenario(scenario);
      const platform = await openPlatform(trial.database, shape);
      const proxy = await startFaultProxy(platform.baseUrl);
      const { baseUrl, quiet } = proxy;
      const timeout = timeoutFor(fault);
      const target = { baseUrl, apiKey: platform.apiKey, quiet, timeout };
      try {
        proxy.arm(write, fault);
        const hit = await push(trial.project, target);
        expect(proxy.struck).toBe(true);
        const claimed = hit.exitCode === 0 ? await faultsFound(platform, trial.project) : [];
        expect(claimed).toEqual([]);

        await recover(trial, scenario, recovery);
        const { exitCode, stderr } = await push(trial.project, target);
        expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
        expect(await faultsFound(platform, trial.project)).toEqual([]);

        const last = await push(trial.project, target);
        expect(JSON.parse(last.stdout)).toMatchObject({ applied: [], requests: { total: 1 } });
      } finally {
        await proxy.close();
        await platform.close();
        await trial.remove();
      }
    },
  );
});
