/**
 * The door to sync, for all that is outside of it: `exclusively` holds the folder, `prepare` makes the plan, `apply` carries it out.
 * Who only asks what folder and lock hold takes `reader.ts`, which loads none of this.
 */
export { exclusively } from './run-lock.ts';
export { prepare, withChoices } from './prepare.ts';
export { isUndecided } from './plan/left-out.ts';
export { changesIn, workListOf } from './plan/work-list.ts';
export { isMergeable } from './plan/merge-conflicts.ts';
export { apply } from './apply.ts';
export { pagesHere, textsOf } from './pull/page-texts.ts';
export { prepareSaved, savePlan } from './plan/saved-plan.ts';
export type { SideOfPage } from './pull/page-texts.ts';
export { DEFAULT_OPTIONS } from './options.ts';
export type { ConflictPolicy, SyncOptions } from './options.ts';
export type { NotApplied, Outcome, Prepared, SyncDeps } from './session.ts';
export type { Phase, Progress, Report, Settled, SyncEvent } from './events.ts';
