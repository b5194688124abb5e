import { execFileSync } from 'node:child_process';
import { devNull } from 'node:os';

/** Ignores the settings of whoever runs the tests. */
const env = {
  ...process.env,
  GIT_CONFIG_GLOBAL: devNull,
  GIT_CONFIG_SYSTEM: devNull,
  GIT_AUTHOR_NAME: 'Ann',
  GIT_AUTHOR_EMAIL: 'ann@example.com',
  GIT_COMMITTER_NAME: 'Ann',
  GIT_COMMITTER_EMAIL: 'ann@example.com',
  // A commit starts no program that looks for work of its own.
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'maintenance.auto',
  GIT_CONFIG_VALUE_0: 'false',
};

/** Runs git and returns its output. Throws if git fails. */
export const git = (cwd: string, ...args: readonly string[]): string => gitWith('', cwd, ...args);

/** The same, with this standard input. */
export const gitWith = (input: string, cwd: string, ...args: readonly string[]): string =>
  execFileSync('git', args, { cwd, env, input, encoding: 'utf8', stdio: 'pipe' }).trim();

/** In one shell: to start a process from a large one takes longer than what git does. */
const COMMIT_ALL = `set -e
[ -e .git ] || git init --quiet --initial-branch=main --template=
git add -A
git commit --quiet --allow-empty -m "$MESSAGE"`;

/** Commits all files of a folder, which becomes a repository if it is not one. */
export function commitAll(folder: string, message = 'Commit'): void {
  execFileSync('sh', ['-c', COMMIT_ALL], {
    cwd: folder,
    env: { ...env, MESSAGE: message },
    stdio: 'pipe',
  });
}
