/** What the engine is given, and what it reports for `ui` to show. All of `sync` may import it. */
import type { Api } from '../api/api.ts';
import type { Clock } from '../model/time.ts';
import type { Project } from '../model/project.ts';
import type { Machine } from '../system/programs/start-program.ts';
import type { Change } from '../model/change.ts';
import type { FilePath, PageKey } from '../model/ids.ts';

/** The parts of the API that the engine uses. */
export type SyncApi = Pick<Api, 'pages' | 'project' | 'versions' | 'requests'>;

/** A file that only grows, for the log. Calls never overlap. */
export interface LogFile {
  /** Resolves when `text` would survive a crash of the machine. */
  append(text: string): Promise<void>;
  close(): Promise<void>;
}

export type OpenLog = (path: string) => Promise<LogFile>;

/** What the engine touches, except this process's identity, which `run-lock` reads. */
export interface SyncDeps {
  readonly project: Project;
  readonly api: SyncApi;
  /** The address of `api`. */
  readonly baseUrl: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly report: Report;
  /**
   * How long the platform may work on a request. Until then, it may still carry out a lost write.
   */
  readonly requestTimeoutMs: number;
  /** What to tell the user if a path belongs to another project; otherwise undefined. */
  readonly otherProject: (name: string) => Promise<string | undefined>;
  /** Where to find git, and the environment to run it in. */
  readonly machine: Machine;
  /** Opens the log. Default: a file that is synced to the disk. */
  readonly openLog?: OpenLog | undefined;
}

/** `match`: finding pages that the lock lacks. `observe`: reading pages that may have changed. */
export type Phase = 'match' | 'observe' | 'apply';

/** Some of many items are done. Sent at most every 100 ms, and once after the last item. */
export interface Progress {
  readonly type: 'progress';
  readonly phase: Phase;
  readonly done: number;
  readonly total: number;
  /** Average over the phase so far. */
  readonly perSecond: number;
  /** `null` until there is a rate to estimate from. */
  readonly remainingMs: number | null;
}

/** The folder was read. */
export interface Scanned {
  readonly type: 'scanned';
  readonly pages: number;
}

/** `GET /all` was answered. */
export interface SnapshotTaken {
  readonly type: 'snapshot';
  readonly pages: number;
}

/**
 * A write without an answer was checked on the platform: it was carried out
 * (`done`), it was not (`again`), or the page now holds something else (`conflict`).
 */
export interface Settled {
  readonly type: 'settled';
  readonly key: PageKey;
  readonly result: 'done' | 'again' | 'conflict';
}

/** `--theirs` replaced what had changed in a file. `copy` has what the file held before. */
export interface Replaced {
  readonly type: 'replaced';
  readonly file: FilePath;
  readonly copy: FilePath;
}

/**
 * A lost write has not been carried out so far. After `ms` the platform can no longer carry it out,
 * and the page is read a last time.
 */
export interface Settling {
  readonly type: 'settling';
  readonly key: PageKey;
  readonly ms: number;
}

/** A change was applied, skipped or failed, or it was sent and its answer never arrived (`unsettled`). */
export interface Handled {
  readonly type: 'handled';
  readonly change: Change;
  readonly result: 'applied' | 'skipped' | 'failed' | 'unsettled';
}

/** Another run holds the folder, and this one waits for it. */
export interface Busy {
  readonly type: 'busy';
  /** Undefined, like `pid`, if that run did not say where it runs. */
  readonly host: string | undefined;
  readonly pid: number | undefined;
}

/** Something that a person should know, and that stops nothing. */
export interface Warned {
  readonly type: 'warning';
  readonly text: string;
}

/** Everything that a run reports. */
export type SyncEvent =
  | Warned
  | Progress
  | Scanned
  | SnapshotTaken
  | Replaced
  | Settling
  | Settled
  | Handled
  | Busy;

export type Report = (event: SyncEvent) => void;
