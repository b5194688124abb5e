/** The inputs and results of a run. */
import type { Api } from '../api/api.ts';
import type { Clock } from '../model/clock.ts';
import type { Change, ChangeKind, Plan } from '../model/change.ts';
import type { Failure, FailureCode } from '../model/failure.ts';
import type { PageKey } from '../model/ids.ts';
import type { Project } from '../model/project.ts';
import type { Machine } from '../programs/machine.ts';
import type { NewFile } from './snapshot/new-files.ts';
import type { Report } from './events.ts';
import type { GuardRefusal } from './plan/guard.ts';
import type { Intent } from './log/entry.ts';
import type { OpenLog } from './log/log-file.ts';
import type { PairedFolder } from './pairing/pair-files.ts';
import type { Row } from './plan/cases.ts';
import type { Staying } from './plan/orphans.ts';
import type { ComparedSides } from './plan/plan.ts';
import type { TriedMerge } from './pull/try-merge.ts';
import type { BothSides } from './read-sides.ts';

/** The parts of the API that the engine uses. */
export type SyncApi = Pick<Api, 'pages' | 'project' | 'versions' | 'requests'>;

/** Everything that the engine touches, except for this process's own identity, which `run-lock` reads. Files are those of `project`. */
export interface SyncDeps {
  readonly project: Project;
  readonly api: SyncApi;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly report: Report;
  /** How long the platform may work on a request. A write whose answer was lost may still be carried out until then. */
  readonly requestTimeoutMs: number;
  /** What to tell the user if a path belongs to another project. Resolves with `undefined` if it does not. */
  readonly otherProject: (name: string) => Promise<string | undefined>;
  /** Where to find git, and the environment to run it in. */
  readonly machine: Machine;
  /** Opens the log. Default: a file that is synced to the disk. */
  readonly openLog?: OpenLog | undefined;
}

/** What a run knows when its files are paired with lines of the lock. */
export interface PairedSides extends BothSides, PairedFolder {}

/** What `prepare` found out, for `apply` and for diffs. */
export interface RunState extends PairedSides {
  /** What the plan was made from. */
  readonly sides: ComparedSides;
  /** Why pages without a file stay, with or without `--prune`. */
  readonly stays: Staying;
  /** The pages that the plan mentions. */
  readonly rows: ReadonlyMap<PageKey, Row>;
  /** Results of the merges that were tried. */
  readonly merges: ReadonlyMap<PageKey, TriedMerge>;
  /** Pages that get a new file. */
  readonly newFiles: ReadonlyMap<PageKey, NewFile>;
  /** Writes of an earlier run whose outcome stays unknown. Most belong to pages that were not selected. */
  readonly left: readonly Intent[];
}

/** The plan, and what `apply` needs to carry it out. */
export interface Prepared {
  readonly plan: Plan;
  /** The number of changes of each kind, zeros included. */
  readonly summary: Readonly<Record<ChangeKind, number>>;
  readonly warnings: readonly string[];
  /** If not empty, `apply` rejects with `guard` unless `force` is set. */
  readonly refusals: readonly GuardRefusal[];
  /** How much of the platform was looked at: everything (`all`), or, of pages whose dates prove nothing, only those about to be written (`written`). */
  readonly looked: 'all' | 'written';
  /** How many pages that only the platform has get no file: the warnings say why. */
  readonly withoutFile: number;
  /** How many pages of the platform could not be looked at, because the slug of their documentation could not be found out. */
  readonly outOfSight: number;
  /** For `apply`, `withChoices` and `textsOf` only; other code reads nothing but its options. */
  readonly state: RunState;
}

/** A change that was not carried out. `reason` is a sentence without colour; `hint` says what to type. */
export interface NotApplied {
  readonly change: Change;
  readonly reason: string;
  readonly hint: string | undefined;
  /** The failure code, if the change failed. */
  readonly code?: FailureCode;
}

/** What a run did. */
export interface Outcome {
  readonly applied: readonly Change[];
  /** Tried, then refused or lost. */
  readonly failed: readonly NotApplied[];
  /** Not tried: conflicts, pages held back from publishing, and pages that came after a stop. */
  readonly skipped: readonly NotApplied[];
  /** Sent, but the run stopped before the answer arrived. The next run checks what became of them. */
  readonly unsettled: readonly NotApplied[];
  /** What answers to writes showed beside the plan's own warnings. */
  readonly warnings: readonly string[];
  /** What ended the run early: `interrupted`, `auth-required`, `forbidden`, `rate-limited`, `unreachable`. What was done before is kept. */
  readonly stopped: Failure | null;
}
