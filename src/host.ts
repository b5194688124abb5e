/** What the process gets from its environment. `bin/docs.js` makes the real `Host`; tests make their own. */
import type { Readable, Writable } from 'node:stream';
import type { Clock } from './model/time.ts';
import { inPipeline } from './model/pipeline.ts';

export type Input = Readable & { readonly isTTY?: boolean };

export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/**
 * The terminal of the process, even if its streams are redirected. The caller that opens it must
 * close it.
 */
export interface Console {
  readonly input: Input;
  readonly output: Output;
  close(): void;
}

export interface Host {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Whether `stdout` is a file, so that only readers of that file see the output. */
  readonly stdoutIsFile: boolean;
  /**
   * Opens the terminal. Returns undefined if the process has none: in a pipeline, a cron job, a
   * service.
   */
  readonly openConsole: () => Console | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute path of the working folder. */
  readonly cwd: string;
  /** Absolute path of the user's home folder. */
  readonly home: string;
  readonly platform: NodeJS.Platform;
  readonly pid: number;
  /** The tool's own version. */
  readonly version: string;
  /** Absolute path of the tool's own package, where `sample/` is. */
  readonly packageFolder: string;
  /** Absolute path of the system's folder for temporary files. */
  readonly temporaryFolder: string;
  readonly clock: Clock;
  /** Aborted once by SIGINT, SIGTERM or SIGHUP: stop cleanly. */
  readonly signal: AbortSignal;
  /** After this call, a signal aborts `signal` instead of ending the process. Call it once. */
  readonly heedSignals: () => void;
  /** At least 0, below 1. Spreads retries and seeds ids; nothing secret depends on it. */
  readonly random: () => number;
}

/** Whether a person sees the messages, and can stop a run. */
export const isWatched = ({ stderr, env }: Pick<Host, 'stderr' | 'env'>): boolean =>
  stderr.isTTY === true && !inPipeline(env);
