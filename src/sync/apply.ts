import { Failure } from '../model/failure.ts';
import { Ledger } from './ledger.ts';
import type { Outcome, Prepared, SyncDeps } from './session.ts';
import {
  isToLearn,
  isUnsettled,
  jobOf,
  provenLines,
  unsettledFailure,
  whyLeftOut,
} from './works.ts';

/**
 * Carries out a plan. Rejects before anything is written with `guard` where the plan has refusals and `conflict` where it has
 * conflicts that no policy settles; after that it resolves, and `Outcome` says what was done, also where it was stopped early.
 */
export async function apply(prepared: Prepared, deps: SyncDeps): Promise<Outcome> {
  const { plan, state, refusals } = prepared;
  const [refusal] = refusals;
  if (refusal && !state.options.force) {
    throw new Failure('guard', refusal.message, { hint: refusal.hint });
  }
  const unsettled = plan.changes.filter((change) => isUnsettled(change, state));
  if (unsettled.length > 0) throw unsettledFailure(unsettled, state.options);

  const ledger = new Ledger(deps.report);
  for (const change of plan.changes) {
    const reason = whyLeftOut(change);
    if (reason) ledger.skip(change, reason.reason, reason.hint);
  }
  if (state.options.newFiles) {
    const { listNoted } = await import('./unlisted.ts');
    await listNoted(deps.project);
  }
  const job = jobOf(prepared);
  const isNews = state.recovered || plan.changes.some(isToLearn) || provenLines(state).length > 0;
  if (job.size === 0 && !isNews) return outcomeOf(ledger);
  // Most runs have nothing to write, and need none of what writes.
  const { carryOut } = await import('./carry-out.ts');
  const stopped = await carryOut({ prepared, job, ledger }, deps);
  return outcomeOf(ledger, stopped);
}

function outcomeOf(
  { applied, failed, skipped, unsettled }: Ledger,
  stopped: Failure | null = null,
): Outcome {
  return { applied, failed, skipped, unsettled, stopped };
}
