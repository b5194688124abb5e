/** How a run or its plan is judged: what a person should see first, and which exit code follows. */
import { FAIL_ON_KINDS, isForeign, isRestricted, stopsPush } from '../../../model/change.ts';
import type { Change, FailOnKind, FailOnVerdict } from '../../../model/change.ts';
import { Failure } from '../../../model/failure.ts';
import { count } from '../../../model/text/sentences.ts';
import { changesIn, countNeverSeen, isUndecided, refused } from '../../../sync/engine.ts';
import type { NotApplied, Outcome, Prepared, WorkList } from '../../../sync/engine.ts';
import { nearest } from '../../../model/text/nearest.ts';
import { failOnWords } from '../plan-text/fail-on.ts';

/** Whether a person should see the plan before the report, because of `change`. */
export const isWorthShowing = ({ kind }: Change): boolean =>
  kind !== 'unchanged' && kind !== 'adopt';

/** What would be written, to the platform or into files. */
export const pendingChanges = (prepared: Prepared): readonly Change[] => changesIn(prepared.work);

/** Why the guard refuses the plan. Empty with `--force`. */
export const refusalsOf = ({ refusals, options }: Prepared): Prepared['refusals'] =>
  options.force ? [] : refusals;

const openConflicts = ({ plan, options }: Prepared): readonly Change[] =>
  plan.changes.filter((change) => isUndecided(change, options));

/** Whether `apply` would refuse the plan. The user is then not asked to agree to it. */
export const isRefused = (prepared: Prepared): boolean =>
  refusalsOf(prepared).length > 0 || openConflicts(prepared).length > 0;

/**
 * Throws if the platform has none of the lock's pages: to show that nothing was compared must not
 * look as if nothing differed.
 */
export function requireCompared({ lacksAll, refusals: [refusal] }: Prepared): void {
  if (lacksAll && refusal) throw refused(refusal);
}

/** Throws if the run would be refused or would write something, as `--check` demands. */
export function failIfPending(prepared: Prepared): void {
  const [refusal] = refusalsOf(prepared);
  if (refusal) throw refused(refusal);
  const isAgain = (change: Change): boolean =>
    change.kind === 'conflict' && change.again !== undefined;
  const conflicts = openConflicts(prepared).length + prepared.plan.changes.filter(isAgain).length;
  if (conflicts > 0) {
    throw new Failure('conflict', `${count(conflicts, 'page')} changed here and on the platform.`, {
      hint: 'docs diff shows both sides',
    });
  }
  const pending = pendingChanges(prepared);
  if (pending.length === 0) return failIfUnseen(prepared);
  const it = pending.length === 1 ? 'it' : 'them';
  const what = `${count(pending.length, 'change')} to ${verbOf(prepared.work)}.`;
  throw new Failure('changes-pending', what, {
    hint: `The same command without --check carries ${it} out`,
  });
}

function verbOf({ pages, deletes, merges, pulls, newFiles }: WorkList): 'push' | 'pull' | 'sync' {
  if (merges.length + pulls.length + newFiles.length === 0) return 'push';
  return pages.length + deletes.length === 0 ? 'pull' : 'sync';
}

/** Throws, after the report, if the run did not do all that was asked: for the exit code. */
export function verdict(prepared: Prepared, { applied, failed, skipped, stopped }: Outcome): void {
  if (stopped) throw stopped;
  const { summary } = prepared;
  const conflicts = skipped.filter(({ change }) => change.kind === 'conflict').length;
  const heldBack = skipped.filter(isHeldBack);
  const leftOut = skipped.filter((each) => isLeftOut(each) && !isHeldBack(each));
  const isForced = prepared.refusals.length > 0 && pendingChanges(prepared).length === 0;
  const unmade = summary.gone === 0 ? 0 : isForced ? summary.gone : countNeverSeen(prepared.rows);
  const missing = [
    failed.length > 0 ? `${count(pagesOf(failed), 'page')} failed` : '',
    conflicts > 0 ? `${count(conflicts, 'conflict')} left` : '',
    leftOut.length > 0 ? `${count(pagesOf(leftOut), 'page')} left out` : '',
    heldBack.length > 0 ? `${count(pagesOf(heldBack), 'page')} held back` : '',
    summary.unplaced > 0 ? `${count(summary.unplaced, 'file')} could not be sent` : '',
    prepared.cutOff > 0
      ? `${count(prepared.cutOff, 'page')} whose earlier pushes this clone does not have`
      : '',
    prepared.withoutFile > 0 ? `${count(prepared.withoutFile, 'page')} without a file` : '',
    unmade > 0 ? `${count(unmade, 'page')} missing that an earlier push created` : '',
  ].filter((part) => part !== '');
  if (missing.length === 0) return failIfUnseen(prepared);
  const what = `Some items were not completed: ${missing.join(', ')}.`;
  throw new Failure('partial', what, {
    hint: wayOut(failed, leftOut, { heldBack, unmade, isForced, isAnyDone: applied.length > 0 }),
  });
}

/** Throws if the run had to find pages without a file, but not all documentations are known. */
export function failIfUnseen(prepared: Prepared): void {
  const { outOfSight } = prepared;
  if (outOfSight > 0) {
    const what = `${count(outOfSight, 'page')} on the platform could not be located`;
    const why = 'the platform does not tell the slugs of their documentations';
    throw new Failure('partial', `${what}: ${why}.`, {
      hint: 'Create the file of one of them, as version/documentation/page.md: its path tells the slug of the documentation',
    });
  }
}

/**
 * Whether the change should have been written but was not. Not conflicts, which are counted
 * elsewhere, nor pages that their own files hold back.
 */
const isLeftOut = ({ change }: NotApplied): boolean =>
  change.kind !== 'conflict' && !(change.kind === 'publish' && isRestricted(change));

/** Whether it is a draft of somebody else, which this command never publishes without asking. */
const isHeldBack = ({ change }: NotApplied): boolean =>
  change.kind === 'publish' && isForeign(change);

/** The number of pages. A page whose creation and publication both failed counts once. */
const pagesOf = (those: readonly NotApplied[]): number =>
  new Set(those.map(({ change }) => change.key)).size;

function wayOut(
  failed: readonly NotApplied[],
  leftOut: readonly NotApplied[],
  others: {
    readonly heldBack: readonly NotApplied[];
    readonly unmade: number;
    readonly isForced: boolean;
    readonly isAnyDone: boolean;
  },
): string {
  const { heldBack, unmade, isForced, isAnyDone } = others;
  if (failed.length + leftOut.length === 0 && unmade > 0) {
    const force = isForced ? ' --force' : '';
    return `docs push --recreate${force} creates them again; if somebody deleted them, delete the files`;
  }
  const [held, ...more] = heldBack;
  if (failed.length + leftOut.length === 0 && held) {
    return (more.length === 0 && held.hint) || 'docs page publish <page> publishes one of them';
  }
  if (failed.length + leftOut.length === 0)
    return isAnyDone ? 'docs status lists them; the rest is done' : 'docs status lists them';
  const hinted = failed.some(({ hint }) => hint !== undefined);
  if (hinted) return 'Fix each item above, then run the same command again';
  return failed.some(({ code }) => code === 'platform-refused')
    ? 'The same command fails again until what was refused is changed'
    : 'Run the same command again for the rest';
}

/** The kinds of `conflict,unplaced`, each once. Throws `usage` with the nearest for any other. */
export function failOnKinds(lists: readonly string[]): readonly FailOnKind[] {
  const words = lists.flatMap((list) => list.split(',')).map((word) => word.trim());
  return [...new Set(words.map(kindOf))];
}

function kindOf(word: string): FailOnKind {
  const kind = FAIL_ON_KINDS.find((each) => each === word);
  if (kind !== undefined) return kind;
  const near = nearest(word, FAIL_ON_KINDS);
  throw new Failure('usage', `--fail-on does not accept "${word}".`, {
    hint: `${near === undefined ? '' : `Did you mean ${near}? `}There are ${FAIL_ON_KINDS.join(', ')}`,
  });
}

const NUMBERS: Readonly<Record<FailOnKind, (prepared: Prepared) => number>> = {
  conflict: ({ plan }) =>
    plan.changes.filter((change) => change.kind === 'conflict' && change.merge === undefined)
      .length,
  accident: (prepared) => refusalsOf(prepared).length,
  unplaced: ({ summary }) => summary.unplaced,
  gone: ({ summary }) => summary.gone,
  pull: ({ summary }) => summary.pull,
  orphan: ({ summary }) => summary.orphan,
  held: ({ plan }) =>
    plan.changes.filter((change) => change.kind === 'publish' && change.held !== null).length,
  delete: ({ summary }) => summary.delete,
};

/** The number of changes of each kind in the plan, and the exit code that follows. */
export const failOnVerdict = (prepared: Prepared, kinds: readonly FailOnKind[]): FailOnVerdict => {
  const found = kinds.flatMap((kind) => {
    const number = NUMBERS[kind](prepared);
    return number === 0 ? [] : [{ kind, number }];
  });
  const stops = found.some(({ kind }) => stopsPush(kind));
  return { kinds, found, exitCode: found.length === 0 ? 0 : stops ? 5 : 7 };
};

/** Throws if something was found: 5 if a push would write nothing (`conflict`, `guard`), else 7. */
export function refuseFound(verdict: FailOnVerdict): void {
  if (verdict.found.length === 0) return;
  const has = (kind: FailOnKind): boolean => verdict.found.some((each) => each.kind === kind);
  const code = has('conflict') ? 'conflict' : has('accident') ? 'guard' : 'partial';
  throw new Failure(code, `The plan has ${failOnWords(verdict)}.`, {
    hint: has('conflict') ? 'docs diff shows both sides' : 'docs status lists them',
  });
}
