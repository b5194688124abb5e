/** The document of a run, and the outputs of its job. */
import type { PushDocument, NotDone } from '../plan-text/document.ts';
import { rulesOf } from '../../../content/redirects/redirects.ts';
import { redirectsDone, movedAddressesIn } from '../plan-text/redirect-rules.ts';
import type { RequestCount } from '../../../api/api.ts';
import type { NotApplied, Outcome, Prepared } from '../../../sync/engine.ts';
import type { Change, ChangeKind } from '../../../model/change.ts';
import type { JobOutputs } from '../../../ui/ui.ts';

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
    warnings,
    refusals,
    applied: outcome?.applied ?? [],
    failed: outcome?.failed.map(notDone) ?? [],
    skipped: outcome?.skipped.map(notDone) ?? [],
    unsettled: outcome?.unsettled.map(notDone) ?? [],
    redirects: (outcome === null
      ? movedAddressesIn(plan.changes)
      : redirectsDone(outcome.applied)
    ).map((each) => {
      const { versioned, short } = rulesOf(each);
      return { from: each.from, to: each.to, versioned, short };
    }),
    stopped: stopped && { code: stopped.code, message: stopped.located },
    requests: { total, byOperation },
    durationMs: Math.round(durationMs),
  };
}

const notDone = ({ change, reason, hint, begun }: NotApplied): NotDone => ({
  ...change,
  because: reason,
  ...(hint === undefined ? {} : { hint }),
  ...(begun && { begun }),
});

/** Whether pages of the platform change, or would if a person decided. */
const isChange = (change: Change): boolean =>
  change.kind === 'create' ||
  change.kind === 'update' ||
  change.kind === 'delete' ||
  change.kind === 'conflict' ||
  (change.kind === 'publish' && change.held === null);

/** Numbers of changes for later steps: done by this run, planned (`to-…`), and for a person. */
export function planOutputs({ plan, applied, failed }: PushDocument): JobOutputs {
  const done = (kind: ChangeKind): number => applied.filter((each) => each.kind === kind).length;
  const planned = (kind: ChangeKind): number => plan.filter((each) => each.kind === kind).length;
  return {
    changed: String(plan.some(isChange) || applied.some(isChange)),
    created: done('create'),
    updated: done('update'),
    published: done('publish'),
    deleted: done('delete'),
    failed: new Set(failed.map(({ key }) => key)).size,
    conflicts: plan.filter((each) => each.kind === 'conflict' && each.merge === undefined).length,
    unplaced: planned('unplaced'),
    'to-create': planned('create'),
    'to-update': planned('update'),
  };
}
