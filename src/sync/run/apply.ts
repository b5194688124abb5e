import type { Change } from '../../model/change.ts';
import { inPipeline } from '../../model/pipeline.ts';
import { Ledger } from '../ledger.ts';
import type { RunEnd } from './apply-plan.ts';
import type { SyncDeps } from '../deps.ts';
import type { NotApplied } from '../ledger.ts';
import type { Prepared } from './prepare.ts';
import { hasNewHead, isNews } from './record-lines.ts';
import { refused } from '../plan/guard.ts';
import { isUndecided, undecidedFailure, whyLeftOut } from '../plan/left-out.ts';
import { sizeOf } from '../plan/work-list.ts';

/** What a run did. */
export interface Outcome extends RunEnd {
  readonly applied: readonly Change[];
  /** Sent, then refused or lost. */
  readonly failed: readonly NotApplied[];
  /** Not tried: conflicts, pages held back from publishing, and pages that came after a stop. */
  readonly skipped: readonly NotApplied[];
  /** Sent, but the run stopped before the answer arrived. The next run checks what became of them. */
  readonly unsettled: readonly NotApplied[];
}

/**
 * Carries out a plan. Rejects before anything is sent: with `guard` if the guard refuses the plan,
 * with `conflict` if it has undecided conflicts, and if lock or log cannot be written. After that
 * it always resolves: `Outcome` says what was done, even if the run was stopped early.
 */
export async function apply(prepared: Prepared, deps: SyncDeps): Promise<Outcome> {
  const { plan, work, run, options, refusals } = prepared;
  const [refusal] = refusals;
  if (refusal && !options.force) {
    throw refused(refusal);
  }
  const undecided = plan.changes.filter((change) => isUndecided(change, options));
  if (undecided.length > 0)
    throw undecidedFailure(undecided, options, inPipeline(deps.machine.env));

  const ledger = new Ledger(deps.report);
  for (const change of plan.changes) {
    const reason = whyLeftOut(change);
    if (reason) ledger.skip(change, reason.reason, reason.hint);
  }
  if (sizeOf(work) === 0 && !isNews(prepared) && !hasNewHead(run))
    return outcomeOf(ledger, { stopped: null });
  // Loaded on demand: most runs have nothing to write.
  const { applyPlan } = await import('./apply-plan.ts');
  return outcomeOf(ledger, await applyPlan({ prepared, ledger }, deps));
}

function outcomeOf({ applied, failed, skipped, unsettled }: Ledger, end: RunEnd): Outcome {
  return { applied, failed, skipped, unsettled, ...end };
}
