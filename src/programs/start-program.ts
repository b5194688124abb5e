/** Starts other programs with execa, which is loaded on the first call. Callers get the path from `findProgram`, and pass the whole environment. */
import type { execa } from 'execa';

export type Execa = typeof execa;

/**
 * Options for all programs: a program gets only the environment that is passed (`extendEnv`), a project's `node_modules/.bin` is not
 * searched (`preferLocal`), execa does not end it when we end (`cleanup`), and the result is a value, never an exception (`reject`).
 */
export const ALONE = {
  extendEnv: false,
  preferLocal: false,
  cleanup: false,
  reject: false,
} as const;

export const loadExeca = async (): Promise<Execa> => (await import('execa')).execa;
