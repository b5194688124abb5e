/** The sync engine's front: `exclusively` holds the folder, `prepare` makes the plan, `apply` carries it out. */
export { exclusively } from './run-lock.ts';
export { prepare } from './prepare.ts';
export { apply } from './apply.ts';
export { textsOf } from './page-texts.ts';
export { prepareSaved, savePlan } from './saved-plan.ts';
