/**
 * The interface of `sync` for runs: `exclusively` locks the folder for one run, `prepare` makes the
 * plan, `apply` carries it out, `recordPublished` is for drafts published outside a run. Code that
 * only reads the folder or the lock uses `reader.ts`, which loads none of this.
 */
export { exclusively, withLines } from './run/run-lock.ts';
export { marked, requireFinishedMove, unfinishedMove } from '../move/move-mark.ts';
export { movableLines, withEachLock } from './record/moved-lines.ts';
export { prepare, withChoices } from './run/prepare.ts';
export { countNeverSeen, isMergeable, isUndecided } from './plan/left-out.ts';
export { refused } from './plan/guard.ts';
export { changesIn } from './plan/work-list.ts';
export type { WorkList } from './plan/work-list.ts';
export { apply } from './run/apply.ts';
export { recordPublished } from './run/after-publish.ts';
export type { PublishedPage } from './run/after-publish.ts';
export { pagesHere, textsOf } from './run/diff-texts.ts';
export { prepareSaved, savePlan } from './run/saved-plan.ts';
export type { SideOfPage } from './run/diff-texts.ts';
export { DEFAULT_OPTIONS } from './run-options.ts';
export type { ConflictPolicy, SyncOptions } from './run-options.ts';
export type { Outcome } from './run/apply.ts';
export type { SyncDeps } from './deps.ts';
export type { NotApplied } from './ledger.ts';
export type { Prepared } from './run/prepare.ts';
export type { Phase, Progress, Report, Settled, Settling, SyncEvent } from './deps.ts';
