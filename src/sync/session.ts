/** What a run of the engine is given, and what it hands back. */
import type { Api } from '../api/api.ts';
import type { Clock } from '../model/clock.ts';
import type { Change, ChangeKind, Plan } from '../model/change.ts';
import type { Failure, FailureCode } from '../model/failure.ts';
import type { PageKey } from '../model/ids.ts';
import type { LocalProject } from '../model/local.ts';
import type { Project } from '../model/project.ts';
import type { BasePage } from '../model/sides.ts';
import type { Machine } from '../programs/machine.ts';
import type { NewFile } from './snapshot/new-files.ts';
import type { Report } from './events.ts';
import type { Refusal } from './plan/guard.ts';
import type { Intent } from './journal/journal.ts';
import type { OpenJournal } from './journal/journal-file.ts';
import type { Lock } from './lock/lock.ts';
import type { KeysByName } from './pairing/named-places.ts';
import type { SyncOptions } from './options.ts';
import type { Row } from './plan/cases.ts';
import type { WhyKept } from './plan/orphans.ts';
import type { Sides } from './plan/plan.ts';
import type { HalfMove } from './pull/third-name.ts';
import type { RecentPages } from './recognition/recent-pages.ts';
import type { LeftPlace } from './push/places.ts';
import type { Snapshot } from './snapshot/snapshot.ts';
import type { TextReader } from './folder/texts.ts';
import type { TriedMerge } from './pull/try-merge.ts';

/** What of the platform the engine asks for. */
export type SyncApi = Pick<Api, 'pages' | 'project' | 'versions' | 'requests'>;

/** All that the engine touches, but for the name of this process, which tells who holds the folder (`run-lock`). Files are those of `project`. */
export interface SyncDeps {
  readonly project: Project;
  readonly api: SyncApi;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly report: Report;
  /** How long the platform may take over a request: a write whose answer was lost may still be carried out until then. */
  readonly requestTimeoutMs: number;
  /** What to do about a named path that belongs to another project; `undefined`: it does not. */
  readonly otherProject: (name: string) => Promise<string | undefined>;
  /** What git is found by, and given. */
  readonly machine: Machine;
  /** How the journal reaches the disk; left out: as a file that is synced. */
  readonly openJournal?: OpenJournal | undefined;
}

/** What `prepare` found out, for `apply` and for diffs. */
export interface RunState {
  readonly options: SyncOptions;
  readonly local: LocalProject;
  readonly texts: TextReader;
  /** As the file has it, with what an earlier run's journal adds and the snapshot tells of dates. */
  readonly lock: Lock;
  readonly snapshot: Snapshot;
  readonly named: KeysByName;
  /** What the plan was made of. */
  readonly sides: Sides;
  /** Which pages without a file this run is not to delete; null: it deletes none. */
  readonly whyKept: WhyKept | null;
  /** The pages that the plan says something of. */
  readonly rows: ReadonlyMap<PageKey, Row>;
  /** What became of conflicts that were to be merged. */
  readonly merges: ReadonlyMap<PageKey, TriedMerge>;
  /** Pages as they were read for the plan. */
  readonly recent: RecentPages;
  /** Pages that get a file. */
  readonly newFiles: ReadonlyMap<PageKey, NewFile>;
  /** An earlier run's journal, or a move that it left half done, says things that the lock file does not. */
  readonly recovered: boolean;
  /** Files that a pull which was killed left with two names. */
  readonly halfMoves: readonly HalfMove[];
  /** Writes of an earlier run of which this one does not know what became: most are of pages out of its scope. */
  readonly left: readonly Intent[];
  /** What an earlier run did and neither the lock nor an outcome tells, as lines of the lock. */
  readonly own: ReadonlyMap<PageKey, BasePage>;
}

/** The plan, and all that `apply` needs beside it. */
export interface Prepared {
  readonly plan: Plan;
  /** A count for each kind, zeros included. */
  readonly summary: Readonly<Record<ChangeKind, number>>;
  readonly warnings: readonly string[];
  /** Non-empty: `apply` refuses with `guard` unless `force` was given. */
  readonly refusals: readonly Refusal[];
  /** What of the platform was looked at: all of it; each page that is meant; or, of pages whose dates were not told or prove nothing, only those that are written. */
  readonly looked: 'all' | 'pages' | 'written';
  /** Pages that only the platform has and that were looked for, in documentations whose slugs could not be found out. */
  readonly outOfSight: number;
  /** Why pages that have no file were not looked for, if that was asked for. */
  readonly notSought: Failure | null;
  /** Sealed but for its options: for `apply`, `withChoices` and `textsOf`. */
  readonly state: RunState;
}

/** A change that was carried out. */
export interface Applied {
  readonly change: Change;
}

/** A change that was not carried out. `reason` is a sentence without colour; `hint` says what to type. */
export interface NotApplied {
  readonly change: Change;
  readonly reason: string;
  readonly hint: string | undefined;
  /** The code of a change that failed. */
  readonly code?: FailureCode;
}

/** What a run did. */
export interface Outcome {
  readonly applied: readonly Applied[];
  /** Tried, and refused or lost. */
  readonly failed: readonly NotApplied[];
  /** Left out: conflicts, pages that are not to be published, pages behind a stop. */
  readonly skipped: readonly NotApplied[];
  /** Sent when the run was stopped, and their answers not seen: the next run looks what became of them. */
  readonly unsettled: readonly NotApplied[];
  /** What answers showed to be called otherwise than the lock says: the rest of it was left out. */
  readonly renamed: readonly LeftPlace[];
  /** What ended the run early: `interrupted`, `auth-required`, `forbidden`, `rate-limited`, `unreachable`. All before it is kept. */
  readonly stopped: Failure | null;
}
