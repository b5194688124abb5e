/** A platform that its users run themselves: `docs platform start` instead of an editor. */
import { DEFAULT_BASE_URL, isLoopback } from './address.ts';

/** What to tell the user of a platform in memory that was started again. */
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
export const restartedTrial = (baseUrl: string): RestartedTrial | undefined =>
  isLoopback(new URL(baseUrl)) ? TRIAL : undefined;

const TRIAL: RestartedTrial = {
  why: 'it was started again and kept nothing, or the lock file is of another project',
  pushAgain: 'docs push --recreate --force creates all pages here and rewrites the lock file',
  newKey:
    'A platform in memory has a new key after each start: set DOCS_API_KEY to it, or run: docs login. Of one that keeps its data: docs platform key create',
};

/** Where keys are made: the end of "Create a key". */
export function whereKeysAreMade(baseUrl: string): string {
  const url = new URL(baseUrl);
  if (isLoopback(url)) return 'with docs platform key create';
  const inEditor = 'under Project settings → API Key';
  return url.origin === new URL(DEFAULT_BASE_URL).origin
    ? inEditor
    : `${inEditor} or, on a platform of your own, with docs platform key create`;
}

/** How to create a version or a documentation, which the API cannot do: the end of a sentence. */
export function wayToCreate(what: 'version' | 'documentation' | 'it', baseUrl: string): string {
  if (isLoopback(new URL(baseUrl))) return `create ${named(what)} with ${START}`;
  const inEditor = `create ${named(what)} in the editor`;
  const isService = baseUrl === DEFAULT_BASE_URL;
  return isService ? inEditor : `${inEditor} or, on a platform of your own, with ${START}`;
}

const START = 'docs platform start --from <folder>';

const named = (what: string): string => (what === 'it' ? what : `the ${what}`);
