/** What git knows of the project's folder. A folder without git, or a machine without it, is no error. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The longest subject that goes into a history message. */
const SUBJECT_LENGTH = 200;

/** The history message for what is pushed: `subject (abc1234)` of the commit at hand; undefined where there is none. */
export async function commitMessage(root: string): Promise<string | undefined> {
  const line = await git(root, ['log', '-1', '--no-show-signature', '--format=%h %s']);
  const [, commit, subject] = /^(\S+) (.*)/.exec(line ?? '') ?? [];
  if (commit === undefined || subject === undefined) return undefined;
  return `${subject.slice(0, SUBJECT_LENGTH)} (${commit})`;
}

/** What git prints; undefined where it fails. Never asks, never takes a lock. */
async function git(root: string, args: readonly string[]): Promise<string | undefined> {
  try {
    const { stdout } = await run('git', ['--no-optional-locks', ...args], {
      cwd: root,
      maxBuffer: 16 * 1024 * 1024,
    });
    return stdout;
  } catch {
    return undefined;
  }
}
