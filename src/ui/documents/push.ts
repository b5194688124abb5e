import type { Change, ChangeKind } from '../../model/change.ts';
import type { FailureCode } from '../../model/failure.ts';

/** What `push`, `sync`, `status` and `pull` print with `--json`: `docs/json/push.schema.json`. */
export interface PushDocument {
  /** Every change but `unchanged`, which is listed only if its header says something that the API cannot write. */
  readonly plan: readonly Change[];
  /** A count per kind, `unchanged` included. */
  readonly summary: Readonly<Record<ChangeKind, number>>;
  /** Pages on the platform that no file and no lock line claims. */
  readonly remoteOnly: number;
  /** Pages that were looked for, in documentations of which the platform does not tell the slugs. */
  readonly outOfSight: number;
  /** `all`; where the limit of `GET /all` is used up, `pages`: those of the folder, each by itself; or `written`: only those that are written. */
  readonly looked: 'all' | 'pages' | 'written';
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
  readonly requests: {
    readonly total: number;
    /** By operation name, or `METHOD /path` if the contract has none. */
    readonly byOperation: Readonly<Record<string, number>>;
  };
  readonly durationMs: number;
}

/** A change that was not carried out, and why. */
export type NotDone = Change & { readonly because: string; readonly hint?: string };
