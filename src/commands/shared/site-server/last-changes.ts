/** When files of the project were last changed, from git's history. */
import type { Context } from '../../../context.ts';
import type { Project } from '../../../model/project.ts';
import { branchHistory } from '../../../system/git/branch-history.ts';
import { isCutOff } from '../../../system/git/history.ts';

/**
 * The day of the last change of each file of the content folders and changelogs, by its path in the
 * project. Empty without history, and in a shallow clone, in which the oldest commit seems to have
 * written everything.
 */
export async function lastChanges(
  { host }: Context,
  { root }: Project,
): Promise<ReadonlyMap<string, string>> {
  const place = { root, env: host.env, platform: host.platform };
  const found = new Map<string, string>();
  if (await isCutOff(place)) return found;
  const history = await branchHistory(place, ['.']);
  for (const { at, files } of history?.changes ?? []) {
    for (const { file } of files) if (!found.has(file)) found.set(file, at.slice(0, DAY_LENGTH));
  }
  return found;
}

/** Of `2026-03-04`. */
const DAY_LENGTH = 10;
