import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { NaturalTrial, moment } from './natural.ts';

/** DOCS_FAULTS=all: two hundred of each kind. DOCS_MODEL_SEED: the moments that a run before had. */
const RUNS = process.env['DOCS_FAULTS'] === undefined ? 1 : 200;
const SEED = Number(process.env['DOCS_MODEL_SEED'] ?? Date.now() % 1_000_000);

test.each(['bodies', 'titles'] as const)(
  `what somebody saves at any moment of a push of %s is neither absorbed nor published unseen (seed ${SEED})`,
  async (kind) => {
    const trial = await NaturalTrial.open(kind);
    const outcomes = new Map<string, number>();
    const wrong: unknown[] = [];
    try {
      for (const each of fc.sample(moment, { numRuns: RUNS, seed: SEED })) {
        const verdict = await trial.run(each);
        outcomes.set(verdict.outcome, (outcomes.get(verdict.outcome) ?? 0) + 1);
        if (verdict.wrong.length > 0) wrong.push({ ...each, wrong: verdict.wrong });
      }
    } finally {
      await trial.close();
    }
    const counted = [...outcomes].map(([outcome, times]) => `${times} ${outcome}`).join(', ');
    process.stdout.write(`${RUNS} pushes of ${kind}, ${trial.durationMs} ms each: ${counted}\n`);
    expect(wrong).toEqual([]);
  },
  3_600_000,
);
