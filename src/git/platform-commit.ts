/** Commits that the platform's own GitHub Sync makes in a repository. */
import type { GitPlace } from './place.ts';
import { openGit } from './run-git.ts';

/** Older commits say little of whether the platform still syncs the repository. */
const MOST_COMMITS = 500;

const AUTHOR = 'developerhub-sync[bot]';
/** Subjects that people do not write. Those of single pages (`updated: slug`) count with the author only. */
const SUBJECT = /^(?:(?:initial-sync|full-dh-sync|drift-sweep):|sync from DeveloperHub\b)/;

/** The newest of the last 500 commits that the platform made, abbreviated; undefined if there is none, or git knows nothing. */
export async function newestPlatformCommit(place: GitPlace): Promise<string | undefined> {
  const git = await openGit(place);
  const log = await git?.read(['log', `-${MOST_COMMITS}`, '--format=%h%x00%an%x00%ae%x00%s']);
  for (const line of log?.split('\n') ?? []) {
    const [commit = '', name = '', address = '', subject = ''] = line.split('\0');
    const isAuthor = name === AUTHOR || address.includes(`${AUTHOR}@`);
    if (isAuthor || SUBJECT.test(subject)) return commit;
  }
  return undefined;
}
