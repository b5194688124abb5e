/** Plans a run from what was compared: decides about each page, and merges conflicts if the options say so. */
import { namesPage } from '../content/folder/page-names.ts';
import type { Plan, Pull } from '../model/change.ts';
import type { PageKey } from '../model/ids.ts';
import type { SyncDeps } from './deps.ts';
import { policyFor } from './options.ts';
import type { SyncOptions } from './options.ts';
import type { Row } from './plan/cases.ts';
import { plan } from './plan/plan.ts';
import type { ComparedSides, PlanRules } from './plan/plan.ts';
import { planOf } from './plan/summary.ts';
import { mergeConflicts } from './pull/merge-conflicts.ts';
import type { TriedMerge } from './pull/try-merge.ts';
import type { Run } from './run.ts';
import { showsNone } from './snapshot/snapshot.ts';

/** What to do, as plain data and page by page. */
export interface Decided {
  readonly plan: Plan;
  /** The pages that the plan mentions, by key. */
  readonly rows: readonly Row[];
  /** Results of the merges that were tried. */
  readonly merges: ReadonlyMap<PageKey, TriedMerge>;
}

/** `pulls`: pages that get a new file. Requests nothing but the texts to merge. */
export async function decide(
  run: Run,
  sides: ComparedSides,
  pulls: readonly Pull[],
  options: SyncOptions,
  deps: SyncDeps,
): Promise<Decided> {
  const found = plan(sides.cases, sides.remote, rulesOf(options, sides.stays, deps.project.root));
  const arriving = new Set(pulls.map(({ id }) => id));
  const kept = found.rows.filter(
    ({ changes }) => !changes.some((change) => change.kind === 'orphan' && arriving.has(change.id)),
  );
  const { rows, merges } = await mergeConflicts(kept, run, options, deps);
  const whole = planOf({ ...found, rows }, sides, pulls);
  return { plan: options.force ? whole : withoutForeign(whole, run), rows, merges };
}

/**
 * Drops `gone` changes if the lock belongs to another project: its pages were never on this platform. With `--force` somebody says that the lock
 * is of this project: then they are gone.
 */
function withoutForeign(whole: Plan, { lock, platform }: Run): Plan {
  if (!showsNone(lock, platform.snapshot)) return whole;
  return { ...whole, changes: whole.changes.filter(({ kind }) => kind !== 'gone') };
}

/** The part of a run's options that the planner needs. */
const rulesOf = (
  { conflicts, choices, publishForeign, only, workingFolder, ...rules }: SyncOptions,
  stays: PlanRules['stays'],
  root: string,
): PlanRules => ({
  ...rules,
  stays,
  publishesForeign: (page) => publishForeign || namesPage(only, page, { root, workingFolder }),
  winner: (key) => WINNER[policyFor(key, { conflicts, choices })],
});

const WINNER = { stop: null, skip: null, merge: null, ours: 'local', theirs: 'remote' } as const;
