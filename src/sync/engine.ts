/**
 * The interface of `sync` for runs: `exclusively` locks the folder for one run, `prepare` makes the
 * plan, `apply` carries it out, `recordPublished` is for drafts published outside a run. Code that only reads the folder or the lock uses `reader.ts`, which
 * loads none of this. Nothing else of `sync` is imported from outside.
 */
export { exclusively } from './run-lock.ts';
export { marked, unfinishedMove } from './log/move-mark.ts';
export { movableLines } from './moved-lines.ts';
export { prepare, withChoices } from './prepare.ts';
export { countNeverSeen, isMergeable, isUndecided } from './plan/left-out.ts';
export { refused } from './plan/guard.ts';
export { changesIn, workListOf } from './plan/work-list.ts';
export type { WorkList } from './plan/work-list.ts';
export { apply } from './apply.ts';
export { recordPublished } from './after-publish.ts';
export type { PublishedPage } from './after-publish.ts';
export { pagesHere, textsOf } from './diff-texts.ts';
export { prepareSaved, savePlan } from './saved-plan.ts';
export type { SideOfPage } from './diff-texts.ts';
export { DEFAULT_OPTIONS } from './run-options.ts';
export type { ConflictPolicy, SyncOptions } from './run-options.ts';
export type { Outcome } from './apply.ts';
export type { SyncDeps } from './deps.ts';
export type { NotApplied } from './log/ledger.ts';
export type { Prepared } from './prepare.ts';
export type { Phase, Progress, Report, Settled, Settling, SyncEvent } from './deps.ts';
