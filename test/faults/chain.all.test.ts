// Slow: each run of the tool is a process that can be killed.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { builtTool } from '../support/built.ts';
import { Chain, episode } from './chain.ts';
import { startFaultProxy } from './proxy.ts';
import { SHAPES, openPlatform } from './scenario.ts';

/** DOCS_FAULTS=all: more than a thousand kills. */
const [CHAINS, EPISODES] = process.env['DOCS_FAULTS'] === undefined ? [SHAPES.length, 2] : [72, 25];

const tool = builtTool();

let kills = 0;

test.each(Array.from({ length: CHAINS }, (_, n) => n))(
  'killed again and again, also while it recovers, nothing is lost or there twice (chain %i)',
  async (seed) => {
    const shape = SHAPES[seed % SHAPES.length] ?? SHAPES[0];
    const scratch = await mkdtemp(join(tmpdir(), 'docs-chain-'));
    const platform = await openPlatform(join(scratch, 'database'), shape);
    const proxy = await startFaultProxy(platform.baseUrl);
    try {
      const chain = await Chain.begin(join(scratch, 'project'), { platform, proxy, tool });
      for (const next of fc.sample(episode, { numRuns: EPISODES, seed })) {
        kills += await chain.live(next);
        expect({ next, found: await chain.faults() }).toEqual({ next, found: [] });
      }
      expect(await chain.faultsInTheEnd()).toEqual([]);
    } finally {
      await proxy.close();
      await platform.close();
      await rm(scratch, { recursive: true });
    }
  },
  600_000,
);

test('most of the runs were killed', async ({ annotate }) => {
  await annotate(`${kills} kills in ${CHAINS} chains`);
  expect(kills).toBeGreaterThan((CHAINS * EPISODES) / 2);
});
