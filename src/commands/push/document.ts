/** What `push`, `sync`, `status` and `pull` print with `--json`: `docs/json/push.schema.json`. */
import type { RequestCount } from '../../api/api.ts';
import type { Change, ChangeKind } from '../../model/change.ts';
import type { FailureCode } from '../../model/failure.ts';
import type { NotApplied, Outcome, Prepared } from '../../sync/session.ts';

export interface PushDocument {
  /** Every change but `unchanged`, which is listed only where its header says something that the API cannot write. */
  readonly plan: readonly Change[];
  /** A count per kind, `unchanged` included. */
  readonly summary: Readonly<Record<ChangeKind, number>>;
  /** Pages on the platform that no file and no lock line claims. */
  readonly remoteOnly: number;
  /** `all`; where the limit of `GET /all` is used up, `pages`: those of the folder, each by itself; or `written`: only those that are written. */
  readonly looked: Prepared['looked'];
  readonly warnings: readonly string[];
  /** What looks like an accident. Non-empty: nothing was written, unless forced. */
  readonly refusals: readonly { readonly message: string; readonly hint: string }[];
  readonly applied: readonly Change[];
  readonly failed: readonly NotDone[];
  readonly skipped: readonly NotDone[];
  /** Sent when the run was stopped, and their answers not seen. */
  readonly unsettled: readonly NotDone[];
  /** What ended the run early. */
  readonly stopped: { readonly code: FailureCode; readonly message: string } | null;
  readonly requests: RequestCount;
  readonly durationMs: number;
}

/** A change that was not carried out, and why. */
export type NotDone = Change & { readonly because: string; readonly hint?: string };

/** @param outcome null: nothing was applied, as with `--dry-run` */
export function pushDocument(
  { plan, summary, warnings, refusals, looked }: Prepared,
  outcome: Outcome | null,
  { total, byOperation }: RequestCount,
  durationMs: number,
): PushDocument {
  const stopped = outcome?.stopped ?? null;
  return {
    plan: plan.changes,
    summary,
    remoteOnly: plan.remoteOnly,
    looked,
    warnings,
    refusals,
    applied: outcome?.applied.map(({ change }) => change) ?? [],
    failed: outcome?.failed.map(notDone) ?? [],
    skipped: outcome?.skipped.map(notDone) ?? [],
    unsettled: outcome?.unsettled.map(notDone) ?? [],
    stopped: stopped && { code: stopped.code, message: stopped.message },
    requests: { total, byOperation },
    durationMs: Math.round(durationMs),
  };
}

const notDone = ({ change, reason, hint }: NotApplied): NotDone => ({
  ...change,
  because: reason,
  ...(hint === undefined ? {} : { hint }),
});
