/** What a person, the platform's users or the network may do next. */
import * as fc from 'fast-check';
import type { Fault } from '../faults/proxy.ts';

export const PAGES = 4;

const page = fc.nat(PAGES - 1);
const slot = fc.nat(2);

const argv = fc.constantFrom<readonly string[]>(
  ['push'],
  ['push', '--publish'],
  ['push', '--skip-conflicts'],
  ['push', '--skip-conflicts', '--publish'],
  ['push', '--ours'],
  ['push', '--ours', '--publish'],
  ['push', '--prune'],
  ['push', '--prune', '--skip-conflicts', '--publish'],
  ['push', '--prune', '--ours'],
  ['pull'],
  ['sync', '--pull'],
  ['sync', '--theirs'],
  ['sync', '--merge'],
  ['sync', '--merge', '--publish'],
);

const fault = fc.constantFrom<Fault>(
  'reset-before',
  'reset-after',
  'error-after',
  'late-commit',
  'cut-body',
  '429-with-headers',
  '429-bare',
);

/** What somebody does in the editor. */
export const save = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('body' as const), page, slot }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('title' as const), page }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('slug' as const), page }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('publish' as const), page }) },
  /** `back`: so many texts before the newest. */
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('restore' as const),
      page,
      back: fc.integer({ min: 1, max: 3 }),
    }),
  },
);
export type Save = typeof save extends fc.Arbitrary<infer T> ? T : never;

/** A save before or after the platform handles the n-th request of a run. */
const saveInside = fc.record({
  request: fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 1, max: 4 }) },
    { weight: 1, arbitrary: fc.integer({ min: 5, max: 12 }) },
  ),
  when: fc.constantFrom('before' as const, 'after' as const),
  save,
});

const INSIDE = fc.array(saveInside, { maxLength: 4, size: 'max' });

const run = fc.record({
  do: fc.constant('run' as const),
  argv,
  saves: INSIDE,
  /** Strikes this write of the run. */
  fault: fc.option(fc.record({ fault, write: fc.integer({ min: 1, max: 4 }) }), { freq: 3 }),
  latencyMs: fc.constantFrom(0, 0, 20, 700),
});

export const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('edit file' as const), page, slot }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('retitle file' as const), page }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('save in the editor' as const), save }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('take file back' as const), page }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('remove file' as const), page }) },
  { weight: 8, arbitrary: run },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('let time pass' as const),
      ms: fc.constantFrom(300, 1_500, 60_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('forget the state folder' as const) }) },
);
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
export type RunStep = Extract<Step, { do: 'run' }>;

/** A command that is run again and again at the end, until nothing is left for it. */
export const last = argv;
