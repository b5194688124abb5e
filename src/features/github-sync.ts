/** Repositories that the platform syncs itself, and what to say to somebody who uses this tool in one. */
import { lstatSync } from 'node:fs';
import { isCutOff } from '../git/history.ts';
import { newestPlatformCommit } from '../git/platform-commit.ts';
import type { GitPlace } from '../git/place.ts';
import { PROJECT_FILE } from '../content/layouts/reserved.ts';

/** How sure it is that the platform syncs a repository. */
export type SyncedBy =
  | { readonly kind: 'commit'; readonly commit: string }
  /** Only its file is there. `isCutOff`: the clone lacks the commits that would tell. */
  | { readonly kind: 'file'; readonly isCutOff: boolean };

/**
 * Whether the platform syncs the repository, for all that files and git tell here. Null if no content folder is a base path; git is asked only if
 * one is.
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

/** What it means, and what to do about it. */
export function syncNote(synced: SyncedBy): { readonly message: string; readonly hint: string } {
  const message =
    synced.kind === 'commit'
      ? `The platform syncs this repository itself (commit ${synced.commit}): its GitHub Sync imports what is pushed here, and commits here what docs push sends.`
      : 'The platform may sync this repository itself, as its developerhub.yaml is here: GitHub Sync would import what is pushed here, and commit here what docs push sends.';
  return {
    message,
    hint: 'Let one of the two write pages (README, "Beside GitHub Sync"); `besideGithubSync: true` in the configuration ends this note',
  };
}
