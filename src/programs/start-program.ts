/** Starts other programs, by execa, which loads only then. Who starts one names it by `findProgram` and gives it its whole environment. */
import type { execa } from 'execa';

export type Execa = typeof execa;

/**
 * What holds for each program: it gets the environment that is given and nothing of ours (`extendEnv`), a project's `node_modules/.bin` is not
 * searched (`preferLocal`), nothing listens to our signals for it (`cleanup`), and how it ended is a value (`reject`).
 */
export const ALONE = {
  extendEnv: false,
  preferLocal: false,
  cleanup: false,
  reject: false,
} as const;

export const loadExeca = async (): Promise<Execa> => (await import('execa')).execa;
