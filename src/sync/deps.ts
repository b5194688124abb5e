/** What the engine is given. Every folder of `sync` may import this file, and takes from it what it needs. */
import type { Api } from '../api/api.ts';
import type { Clock } from '../model/clock.ts';
import type { Project } from '../model/project.ts';
import type { Machine } from '../programs/start-program.ts';
import type { Report } from './events.ts';

/** The parts of the API that the engine uses. */
export type SyncApi = Pick<Api, 'pages' | 'project' | 'versions' | 'requests'>;

/** A file that only grows. The log touches the disk only through this, so that tests can inject faults. Calls never overlap. */
export interface LogFile {
  /** Resolves when `text` would survive a crash of the machine. */
  append(text: string): Promise<void>;
  close(): Promise<void>;
}

export type OpenLog = (path: string) => Promise<LogFile>;

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
