/** What a team, its editors and its pipeline may do next. */
import * as fc from 'fast-check';

export const PAGES = 3;

const page = fc.nat(PAGES - 1);
const slot = fc.nat(2);
/** Two people, each with a clone. */
const on = fc.nat(1);
/** Which of a page's texts, counted from the newest. */
const back = fc.nat(3);

/** `@key0` and `@file0` stand for key and file of a page. */
const runArgv = fc.constantFrom<readonly string[]>(
  ['push'],
  ['push', '--publish'],
  ['push', '--publish'],
  ['push', '--skip-conflicts', '--publish'],
  ['push', '--ours'],
  ['push', '--publish', '--prune'],
  ['push', '--ours', '--publish', '@key0'],
  ['push', '--publish', '@file0', '@file1'],
  ['push', '--publish', '--ours', '@file1'],
  ['pull'],
  ['sync', '--pull'],
  ['sync', '--pull', '--publish'],
  ['sync', '--theirs'],
  ['sync', '--merge', '--publish'],
  ['page', 'publish', '@key0'],
  ['page', 'publish', '@key1'],
  ['status'],
);

const pipelineArgv = fc.constantFrom<readonly string[]>(
  ['push'],
  ['push', '--publish'],
  ['push', '--publish', '--skip-conflicts'],
);

const asked = fc.constantFrom<readonly string[]>(
  ['push'],
  ['push', '--publish'],
  ['sync'],
  ['sync', '--pull', '--publish'],
  ['page', 'publish', '@key0'],
);

/** What somebody does in the editor. */
const save = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('body' as const), page, slot }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('title' as const), page }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('slug' as const), page }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('publish' as const), page }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('discard' as const), page }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('clear' as const), page }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('old title' as const), page, back }) },
  /** Restores a text of the page, or copies one of another. */
  {
    weight: 5,
    arbitrary: fc.record({ does: fc.constant('copy' as const), page, from: page, back }),
  },
);
export type Save = typeof save extends fc.Arbitrary<infer T> ? T : never;

/** Before the n-th request of a run, or, on a terminal, while the n-th question is open. */
const saves = fc.array(fc.record({ at: fc.integer({ min: 1, max: 8 }), save }), {
  maxLength: 3,
  size: 'max',
});

/** Arrows up from the harmless answer, then Return, for each question; `y` for yes or no. */
const answers = fc.array(fc.nat(3), { minLength: 3, maxLength: 3 });

export const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('edit' as const), on, page, slot }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('retitle' as const), on, page }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('rename' as const),
      on,
      page,
      isCommitted: fc.constant<boolean>(true),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), on, page }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('begin a draft' as const), on, page, slot }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('commit' as const), on, lock: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('revert' as const), on, back: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reset' as const), on }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('take back' as const), on, page }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('old file' as const), on, page }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('old lock' as const), on }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('switch' as const), on }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('merge' as const), on }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('fetch' as const), on }) },
  /** What most days have: an edit that is pushed, and committed before, after or not at all. */
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('ship' as const),
      on,
      page,
      slot,
      commits: fc.constantFrom<'before' | 'after' | 'both' | 'never'>(
        'before',
        'after',
        'both',
        'never',
      ),
      lock: fc.boolean(),
    }),
  },
  { weight: 9, arbitrary: fc.record({ do: fc.constant('save' as const), save }) },
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('run' as const),
      on,
      argv: runArgv,
      times: fc.integer({ min: 1, max: 2 }),
      saves,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('answer' as const), on, argv: asked, answers, saves }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('pipeline' as const),
      argv: pipelineArgv,
      depth: fc.constantFrom('whole' as const, 'whole' as const, 'shallow' as const),
      lock: fc.constantFrom('committed' as const, 'none' as const, 'cached' as const),
      behind: fc.nat(1),
      saves,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(300, 1_100, 6_000, 60_000),
    }),
  },
);
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Whether the lock is committed with the pages, or nobody commits it. */
export const LOCKS = ['committed', 'ignored'] as const;
export type LockHabit = (typeof LOCKS)[number];

/** A command that is run again and again at the end, until nothing is left for it. */
export const last = fc.constantFrom<readonly string[]>(
  ['push', '--publish'],
  ['push', '--ours', '--publish'],
  ['push', '--skip-conflicts', '--publish'],
  ['sync', '--pull', '--publish'],
  ['sync', '--merge', '--publish'],
);
