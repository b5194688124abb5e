import type { Machine } from '../programs/machine.ts';

/** Where to run git, and with which environment. */
export interface GitPlace extends Machine {
  /** Absolute path of the project's folder; all paths are relative to it. */
  readonly root: string;
}
