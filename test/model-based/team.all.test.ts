// Slow: each play is two clones, a pipeline and their git history.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Team, newTally } from './team.ts';
import { SCENARIOS, type Scenario } from './team-scenarios.ts';
import { LOCKS, last, step, type Step } from './team-steps.ts';

/**
 * DOCS_FAULTS=all: a thousand plays that nobody has seen. DOCS_MODEL_SEED: the plays of an earlier
 * run. Otherwise the same four each time, beside what plays have found before.
 */
const [PLAYS, MAX_STEPS] = process.env['DOCS_FAULTS'] === undefined ? [4, 16] : [1000, 25];
const DRAWN = process.env['DOCS_FAULTS'] === undefined ? 46 : Date.now() % 1_000_000;
const SEED = Number(process.env['DOCS_MODEL_SEED'] ?? DRAWN);
const PART = Math.min(PLAYS, 25);
/** DOCS_MODEL_PATH, with the seed of a failure: that play, shortened as long as it still fails. */
const PATH = process.env['DOCS_MODEL_PATH'];
const PARTS = PATH === undefined ? PLAYS / PART : 1;
const LIMIT_MS = 3_600_000;
const SHORTEST = { path: PATH ?? '', interruptAfterTimeLimit: LIMIT_MS - 600_000 };

const tally = newTally();

const plays = fc.record({
  habit: fc.constantFrom(...LOCKS),
  steps: fc.array(step, { minLength: 1, maxLength: MAX_STEPS, size: 'max' }),
  last,
});
type Plan = typeof plays extends fc.Arbitrary<infer T> ? T : never;

async function play({ habit, steps }: Scenario, last: Plan['last']): Promise<void> {
  const ends: (() => void | Promise<void>)[] = [];
  try {
    const team = await Team.open(habit, tally, (end) => ends.unshift(end));
    for (const each of steps) await team.take(each);
    await team.settle(last);
    await team.end();
  } finally {
    for (const end of ends) await end();
  }
}

test.each(SCENARIOS)('$name', async (scenario) => {
  await expect(play(scenario, ['push', '--publish'])).resolves.toBeUndefined();
});

/** A step a line, to be read. */
const told = ({ habit, steps, last }: Plan): string =>
  [
    `the lock is ${habit}`,
    ...steps.map((each: Step) => JSON.stringify(each)),
    `then again and again: ${last.join(' ')}`,
  ].join('\n  ');

test.each(Array.from({ length: PARTS }, (_, part) => SEED + part))(
  'whatever people, editors, pipelines and git do, no edit is replaced or published unseen (seed %i)',
  async (seed) => {
    const how = PATH === undefined ? { endOnFailure: true } : SHORTEST;
    const result = await fc.check(
      fc.asyncProperty(plays, (plan) => play({ name: '', ...plan }, plan.last)),
      { numRuns: PART, seed, ...how },
    );
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
  'people saved in the editor, and the tool ran',
  async ({ annotate }) => {
    await annotate(`seed ${SEED}: ${JSON.stringify(tally)}`);
    expect(tally.saves).toBeGreaterThan(PLAYS);
    expect(tally.runs).toBeGreaterThan(PLAYS);
  },
);
