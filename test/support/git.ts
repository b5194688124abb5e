import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';

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

const INIT = ['init', '--quiet', '--initial-branch=main', '--template='];

/** Commits all files of a folder, which becomes a repository if it is none. */
export function commitAll(folder: string, message = 'Commit'): void {
  if (!existsSync(join(folder, '.git'))) git(folder, ...INIT);
  git(folder, 'add', '-A');
  git(folder, 'commit', '--quiet', '--allow-empty', '-m', message);
}
