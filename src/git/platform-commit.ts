/** Finds commits that the platform's own GitHub Sync makes in a repository. */
import type { GitPlace } from './place.ts';
import { openGit } from './run-git.ts';

/** Older commits say little about whether the platform still syncs the repository. */
const MOST_COMMITS = 500;

const AUTHOR = 'developerhub-sync[bot]';
/** Subjects that people do not write. Subjects for single pages (`updated: slug`) count only together with the author. */
const SUBJECT = /^(?:(?:initial-sync|full-dh-sync|drift-sweep):|sync from DeveloperHub\b)/;

/** The abbreviated id of the newest commit by the platform among the last 500. Undefined if there is none, or git does not know. */
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
