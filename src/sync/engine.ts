/** The sync engine's front: `exclusively` holds the folder, `prepare` makes the plan, `apply` carries it out. */
export { exclusively } from './run-lock.ts';
export { prepare, withChoices } from './prepare.ts';
export { isMergeable } from './merge-conflicts.ts';
export { apply } from './apply.ts';
export { textsOf } from './page-texts.ts';
export { prepareSaved, savePlan } from './saved-plan.ts';
