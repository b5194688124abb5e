/** A platform in memory that was started again: it has none of what was pushed before, and another key. */

/** What to tell the user of it. */
export interface RestartedTrial {
  /** Why nothing that the lock file names is there. */
  readonly why: string;
  /** The command that helps if nothing is there. */
  readonly pushAgain: string;
  /** What helps if the key is not known. */
  readonly newKey: string;
}

/**
 * What to tell the user if the platform has nothing of what the lock file names, or does not know
 * the key. Undefined if it is not on this machine: then it is not a trial.
 */
export const restartedTrial = (isOnThisMachine: boolean): RestartedTrial | undefined =>
  isOnThisMachine ? TRIAL : undefined;

const TRIAL: RestartedTrial = {
  why: 'it was started again and kept nothing, or the lock file is of another project',
  pushAgain: 'docs push --recreate --force creates all pages here and rewrites the lock file',
  newKey:
    'A platform in memory has a new key after each start: set DOCS_API_KEY to it, or run: docs login',
};
