import type { PushDocument, NotDone } from '../plan-text/document.ts';
import type { RequestCount } from '../api/api.ts';
import type { NotApplied, Outcome, Prepared } from '../sync/engine.ts';

/** @param outcome null: nothing was applied, as with `--dry-run` */
export function pushDocument(
  { plan, summary, warnings, refusals, looked, outOfSight }: Prepared,
  outcome: Outcome | null,
  { total, byOperation }: RequestCount,
  durationMs: number,
): PushDocument {
  const stopped = outcome?.stopped ?? null;
  return {
    plan: plan.changes,
    summary,
    remoteOnly: plan.remoteOnly,
    outOfSight,
    looked,
    warnings: [...warnings, ...(outcome?.warnings ?? [])],
    refusals,
    applied: outcome?.applied ?? [],
    failed: outcome?.failed.map(notDone) ?? [],
    skipped: outcome?.skipped.map(notDone) ?? [],
    unsettled: outcome?.unsettled.map(notDone) ?? [],
    stopped: stopped && { code: stopped.code, message: stopped.located },
    requests: { total, byOperation },
    durationMs: Math.round(durationMs),
  };
}

const notDone = ({ change, reason, hint }: NotApplied): NotDone => ({
  ...change,
  because: reason,
  ...(hint === undefined ? {} : { hint }),
});
