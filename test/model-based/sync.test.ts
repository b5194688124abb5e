import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { startFaultProxy } from '../faults/proxy.ts';
import { openWorld } from '../support/world.ts';
import { Play, step } from './play.ts';

/** Long plays: DOCS_MODEL_RUNS=200 npx vitest run test/model-based */
const RUNS = Number(process.env['DOCS_MODEL_RUNS'] ?? 12);
const STEPS = { minLength: 5, maxLength: 30 };
const EMPTY = { 'docs/v1.0/guide/_nav.yaml': 'items: []\n' };

test.each([{ reprint: false }, { reprint: true }])(
  'whatever both sides do, and whatever breaks, no text is lost (reprint: $reprint)',
  async (options) => {
    let steps = 0;
    const plays = fc.asyncProperty(fc.array(step, STEPS), async (taken) => {
      const world = await openWorld(EMPTY, { rateLimits: false, ...options });
      const proxy = await startFaultProxy(world.platform.baseUrl);
      try {
        const play = new Play(world, proxy);
        await play.start();
        for (const each of taken) await play.take(each);
        await play.end();
        steps += taken.length;
      } finally {
        await proxy.close();
      }
    });
    await fc.assert(plays, { numRuns: RUNS, endOnFailure: true });
    expect(steps).toBeGreaterThan(RUNS * STEPS.minLength);
  },
  3_600_000,
);
