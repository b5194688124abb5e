/** The one way in which git is run. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Never asks, never takes a lock, never takes a folder's own programs for diffs. */
export const GIT_FLAGS = [
  '--no-optional-locks',
  '-c',
  'core.quotePath=false',
  '-c',
  'core.fsmonitor=false',
] as const;

/** More than any list of a repository's files. */
const MOST_BYTES = 256 * 1024 * 1024;

/** What git prints in the folder `root`; undefined where it fails, or there is no git. */
export async function git(root: string, args: readonly string[]): Promise<string | undefined> {
  try {
    const { stdout } = await run('git', [...GIT_FLAGS, ...args], {
      cwd: root,
      maxBuffer: MOST_BYTES,
    });
    return stdout;
  } catch {
    return undefined;
  }
}
