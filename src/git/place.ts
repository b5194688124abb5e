import type { Machine } from '../programs/machine.ts';

/** Where git is asked, and with what of the process. */
export interface GitPlace extends Machine {
  /** Absolute path of the project's folder; all paths are relative to it. */
  readonly root: string;
}
