import { Failure } from '../model/failure.ts';
import { hasNewHead } from './lock/lock-after.ts';
import { Ledger } from './log/ledger.ts';
import type { Outcome, Prepared, SyncDeps } from './session.ts';
import { isNews } from './record-lines.ts';
import { isUndecided, undecidedFailure, whyLeftOut } from './plan/left-out.ts';
import { sizeOf, workListOf } from './plan/work-list.ts';

/**
 * Carries out a plan. Rejects before anything is sent: with `guard` if the guard refuses the plan, with
 * `conflict` if it has undecided conflicts, and if lock or log cannot be written. After that
 * it always resolves: `Outcome` says what was done, even if the run was stopped early.
 */
export async function apply(prepared: Prepared, deps: SyncDeps): Promise<Outcome> {
  const { plan, state, refusals } = prepared;
  const [refusal] = refusals;
  if (refusal && !state.options.force) {
    throw new Failure('guard', refusal.message, { hint: refusal.hint });
  }
  const undecided = plan.changes.filter((change) => isUndecided(change, state.options));
  if (undecided.length > 0) throw undecidedFailure(undecided, state.options);

  const ledger = new Ledger(deps.report);
  for (const change of plan.changes) {
    const reason = whyLeftOut(change);
    if (reason) ledger.skip(change, reason.reason, reason.hint);
  }
  const list = workListOf(prepared);
  if (sizeOf(list) === 0 && !isNews(prepared) && !hasNewHead(state))
    return outcomeOf(ledger, { stopped: null, warnings: [] });
  // Loaded on demand: most runs have nothing to write.
  const { applyPlan } = await import('./apply-plan.ts');
  return outcomeOf(ledger, await applyPlan({ prepared, list, ledger }, deps));
}

function outcomeOf(
  { applied, failed, skipped, unsettled }: Ledger,
  end: Pick<Outcome, 'stopped' | 'warnings'>,
): Outcome {
  return { applied, failed, skipped, unsettled, ...end };
}
