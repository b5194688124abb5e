/** Recognises repositories that the platform syncs itself, and has the message for the user. */
import { lstatSync } from 'node:fs';
import { isCutOff } from '../../system/git/history.ts';
import { openGit } from '../../system/git/run-git.ts';
import type { GitPlace } from '../../system/git/run-git.ts';
import { PROJECT_FILE } from '../../content/file-names.ts';

/** The evidence that the platform syncs a repository. */
export type SyncedBy =
  | { readonly kind: 'commit'; readonly commit: string }
  /** Only the settings file exists. `isCutOff`: the clone lacks the commits that would prove the sync. */
  | { readonly kind: 'file'; readonly isCutOff: boolean };

/**
 * Whether the platform syncs the repository, according to files and git. Null if no content folder
 * is a base path of that sync; only then does it ask git.
 */
export async function syncedByPlatform(
  place: GitPlace,
  folders: readonly string[],
): Promise<SyncedBy | null> {
  const isBase = (folder: string): boolean =>
    lstatSync(`${place.root}/${folder}/${PROJECT_FILE}`, { throwIfNoEntry: false })?.isFile() ===
    true;
  if (!folders.some(isBase)) return null;
  const commit = await newestPlatformCommit(place);
  if (commit !== undefined) return { kind: 'commit', commit };
  return { kind: 'file', isCutOff: await isCutOff(place) };
}

/** The message and the hint for the user. */
export function syncNote(synced: SyncedBy): { readonly message: string; readonly hint: string } {
  const message =
    synced.kind === 'commit'
      ? `The platform syncs this repository itself (commit ${synced.commit}): its GitHub Sync imports what is pushed here, and commits here what docs push sends.`
      : 'The platform may sync this repository itself, as its developerhub.yaml is here: GitHub Sync would import what is pushed here, and commit here what docs push sends.';
  return {
    message,
    hint: 'Let only one of the two write pages (manual, "GitHub Sync"); `besideGithubSync: true` in the configuration turns off this note',
  };
}

/** Older commits say little about whether the platform still syncs the repository. */
const MAX_COMMITS = 500;

const AUTHOR = 'developerhub-sync[bot]';
/** Subjects that people do not write. Those of single pages count only together with the author. */
const SUBJECT = /^(?:(?:initial-sync|full-dh-sync|drift-sweep):|sync from DeveloperHub\b)/;

/** The newest commit of the last 500 by the platform. Undefined without one, or without git. */
async function newestPlatformCommit(place: GitPlace): Promise<string | undefined> {
  const git = await openGit(place);
  const log = await git?.read(['log', `-${MAX_COMMITS}`, '--format=%h%x00%an%x00%ae%x00%s']);
  for (const line of log?.split('\n') ?? []) {
    const [commit = '', name = '', address = '', subject = ''] = line.split('\0');
    const isAuthor = name === AUTHOR || address.includes(`${AUTHOR}@`);
    if (isAuthor || SUBJECT.test(subject)) return commit;
  }
  return undefined;
}
