/** Files that git says changed. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Failure } from '../../model/failure.ts';

const run = promisify(execFile);

/** Never asks, never takes a lock, never takes a folder's own programs. */
const FLAGS = ['--no-optional-locks', '-c', 'core.fsmonitor=false'];

/**
 * Files below `root` that differ from what they were where `ref` and today's commit parted, and files that git does not know
 * yet. Paths are relative to `root`. Throws `usage` where there is no such commit, or no git.
 */
export async function changedFiles(root: string, ref: string): Promise<ReadonlySet<string>> {
  const commit = await git(root, ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`]);
  if (ref.startsWith('-') || commit === undefined) {
    throw new Failure('usage', `Git knows no commit "${ref}" here.`, {
      hint: '--changed takes a branch, tag or commit; a shallow clone has few: fetch-depth: 0',
    });
  }
  const base = (await git(root, ['merge-base', 'HEAD', commit.trim()])) ?? commit;
  const lists = [
    ['diff', '--name-only', '-z', '--relative', '--no-renames', '--no-ext-diff', base.trim()],
    ['ls-files', '-z', '--others', '--exclude-standard'],
  ];
  const files = new Set<string>();
  for (const list of lists) {
    const text = await git(root, list);
    if (text === undefined) throw new Failure('failed', 'Git does not say which files changed.');
    for (const file of text.split('\0')) if (file !== '') files.add(file.normalize('NFC'));
  }
  return files;
}

/** What git prints; undefined where it fails. */
async function git(root: string, args: readonly string[]): Promise<string | undefined> {
  try {
    const options = { cwd: root, maxBuffer: 256 * 1024 * 1024 };
    return (await run('git', [...FLAGS, ...args], options)).stdout;
  } catch {
    return undefined;
  }
}
