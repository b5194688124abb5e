import { openGit } from './run-git.ts';
import type { GitPlace } from './run-git.ts';

/**
 * The branch that merges go to, as far as the clone knows: the remote's default branch, otherwise
 * an existing `main` or `master`, otherwise the current branch.
 */
export async function defaultBranch(place: GitPlace): Promise<string> {
  const git = await openGit(place);
  const head = await git?.read(['symbolic-ref', '--short', 'refs/remotes/origin/HEAD']);
  const [, branch] = /^origin\/(.+)\n?$/.exec(head ?? '') ?? [];
  if (branch !== undefined) return branch;
  for (const usual of ['main', 'master']) {
    if (
      (await git?.read(['rev-parse', '--verify', '--quiet', `refs/heads/${usual}`])) !== undefined
    )
      return usual;
  }
  return (await git?.read(['symbolic-ref', '--short', 'HEAD']))?.trim() ?? 'main';
}
