import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { startFaultProxy } from '../faults/proxy.ts';
import { SimulatedTime } from '../support/simulated-time.ts';
import { openWorld } from '../support/world.ts';
import { Play, type Tally } from './play.ts';
import { last, step, type Step } from './steps.ts';

/**
 * DOCS_FAULTS=all: a thousand plays that nobody has seen. DOCS_MODEL_SEED: the plays of an earlier
 * run. Otherwise the same eight each time: a change is judged by what it changes, not by chance.
 */
const [PLAYS, MAX_STEPS] = process.env['DOCS_FAULTS'] === undefined ? [8, 20] : [1000, 30];
const DRAWN = process.env['DOCS_FAULTS'] === undefined ? 601 : Date.now() % 1_000_000;
const SEED = Number(process.env['DOCS_MODEL_SEED'] ?? DRAWN);
/** Each part gives its worlds back. */
const PART = Math.min(PLAYS, 25);
/**
 * DOCS_MODEL_PATH, with the seed of a failure: that play, shortened as long as it still fails.
 * Without it, a failure shows at once: shortening takes more runs than all the plays.
 */
const PATH = process.env['DOCS_MODEL_PATH'];
const PARTS = PATH === undefined ? PLAYS / PART : 1;
const LIMIT_MS = 3_600_000;
/** The shortest that was found by then is shown. */
const SHORTEST = { path: PATH ?? '', interruptAfterTimeLimit: LIMIT_MS - 600_000 };

const tally: Tally = { saves: 0, overwritten: 0, deleted: 0, publishedAndTold: 0 };

const plays = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: MAX_STEPS, size: 'max' }),
  last,
  reprint: fc.boolean(),
});
type Plan = typeof plays extends fc.Arbitrary<infer T> ? T : never;

async function play({ steps, last, reprint }: Plan): Promise<void> {
  const time = new SimulatedTime();
  const files = { 'docs/v1.0/guide/_nav.yaml': 'items: []\n' };
  const world = await openWorld(files, { reprint, rateLimits: false, clock: time });
  const proxy = await startFaultProxy(world.platform.baseUrl, () => time.now());
  try {
    const play = new Play(world, { proxy, time, tally });
    await play.start();
    for (const each of steps) await play.take(each);
    await play.settle(last);
    await play.end();
  } finally {
    await proxy.close();
  }
}

/** A step a line, to be read. */
const told = ({ steps, last, reprint }: Plan): string =>
  [
    reprint ? 'on a platform that re-prints' : 'on a platform that does not re-print',
    ...steps.map((each: Step) => JSON.stringify(each)),
    `then again and again: ${last.join(' ')}`,
  ].join('\n  ');

test.each(Array.from({ length: PARTS }, (_, part) => SEED + part))(
  'whatever both sides do, also while the tool runs, and whatever breaks, no text is lost (seed %i)',
  async (seed) => {
    const how = PATH === undefined ? { endOnFailure: true } : SHORTEST;
    const result = await fc.check(fc.asyncProperty(plays, play), { numRuns: PART, seed, ...how });
    const { counterexample, counterexamplePath, errorInstance: cause } = result;
    const [failing] = counterexample ?? [];
    if (failing) {
      const again = `DOCS_MODEL_SEED=${seed} DOCS_MODEL_PATH=${counterexamplePath}`;
      throw new Error(`${again}, of at most ${MAX_STEPS} steps, ${told(failing)}`, { cause });
    }
    expect(result).toMatchObject(
      PATH === undefined ? { failed: false, numRuns: PART } : { failed: false },
    );
  },
  LIMIT_MS,
);

test.skipIf(PATH !== undefined)(
  'people saved in the editor, and pages were deleted',
  async ({ annotate }) => {
    await annotate(`seed ${SEED}: ${JSON.stringify(tally)}`);
    expect(tally.saves).toBeGreaterThan(PLAYS / 4);
    expect(tally.deleted).toBeGreaterThan(0);
  },
);
