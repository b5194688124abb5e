/** When files of the project were last changed, from git's history. */
import type { Context } from '../../../context.ts';
import type { Project } from '../../../model/project.ts';
import { branchHistory } from '../../../system/git/branch-history.ts';
import { FETCH_ALL, cutOffBy } from '../../../system/git/history.ts';

/**
 * The day of the last change of each file of the content folders and changelogs, by its path in the
 * project; `null`: git has no day that can be true. Empty without history, and in a shallow clone,
 * in which the oldest commit seems to have written everything.
 *
 * @param isShown whether readers miss the days: then a warning says why there are none
 */
export async function lastChanges(
  { host, ui }: Context,
  { root }: Project,
  isShown: boolean,
): Promise<ReadonlyMap<string, string | null>> {
  const place = { root, env: host.env, platform: host.platform };
  const found = new Map<string, string | null>();
  const cut = await cutOffBy(place);
  if (cut !== null) {
    if (isShown)
      ui.warn(
        'Git does not know here when pages were last changed: `showLastUpdated` shows nothing.',
        cut === 'depth' ? FETCH_ALL : undefined,
      );
    return found;
  }
  const history = await branchHistory(place, ['.']);
  const latest = host.clock.now() + DAY_MS;
  for (const { at, files } of history?.changes ?? []) {
    const day = Date.parse(at) <= latest ? at.slice(0, DAY_LENGTH) : null;
    for (const { file } of files) if (!found.has(file)) found.set(file, day);
  }
  return found;
}

/** The clock of another computer may be fast, but not by more. */
const DAY_MS = 24 * 60 * 60 * 1000;
/** Of `2026-03-04`. */
const DAY_LENGTH = 10;
