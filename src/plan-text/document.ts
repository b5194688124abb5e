import type { Change, ChangeKind } from '../model/change.ts';
import type { FailureCode } from '../model/failure.ts';

/** What `push`, `sync`, `status` and `pull` print with `--json`: `docs/json/push.schema.json`. */
export interface PushDocument {
  /** Every change except `unchanged`, which is listed only if its header has something that the API cannot write. */
  readonly plan: readonly Change[];
  /** A count per kind, including `unchanged`. */
  readonly summary: Readonly<Record<ChangeKind, number>>;
  /** Pages on the platform that no file and no lock line claims. */
  readonly remoteOnly: number;
  /** Pages that could not be looked for, because the platform does not tell the slugs of their documentations. */
  readonly outOfSight: number;
  /** `all`; or `written`: pages whose dates prove nothing were not read unless they are written. */
  readonly looked: 'all' | 'written';
  readonly warnings: readonly string[];
  /** Reasons why the plan looks like an accident. If there are any, nothing was written, unless forced. */
  readonly refusals: readonly { readonly message: string; readonly hint: string }[];
  readonly applied: readonly Change[];
  readonly failed: readonly NotDone[];
  readonly skipped: readonly NotDone[];
  /** Sent before the run was stopped; their answers were not seen. */
  readonly unsettled: readonly NotDone[];
  /** The reason why the run ended early. */
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
