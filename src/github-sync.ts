/** Recognises repositories that the platform syncs itself, and has the message for the user. */
import { lstatSync } from 'node:fs';
import { isCutOff } from './git/history.ts';
import { newestPlatformCommit } from './git/platform-commit.ts';
import type { GitPlace } from './git/place.ts';
import { PROJECT_FILE } from './content/layouts/reserved.ts';

/** The evidence that the platform syncs a repository. */
export type SyncedBy =
  | { readonly kind: 'commit'; readonly commit: string }
  /** Only the settings file exists. `isCutOff`: the clone lacks the commits that would prove the sync. */
  | { readonly kind: 'file'; readonly isCutOff: boolean };

/**
 * Whether the platform syncs the repository, according to files and git. Returns null if no content folder is a base path of that sync; asks
 * git only if one is.
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
