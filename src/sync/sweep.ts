/** Takes away what runs that were killed left in the state folder. */
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ownProblem } from '../files/own.ts';
import { isLeftOver } from '../files/temporary.ts';
import { temporaryFolderOf } from '../files/write.ts';
import type { Clock } from '../model/clock.ts';
import type { Project } from '../model/project.ts';

/** As earlier releases called theirs. */
const EARLIER =
  /^(?:docs-cli\.lock.*\.run|scan\.cache)\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** An earlier release that is at work holds such a file for a moment. */
const EARLIER_MS = 60_000;

/** To be called while this run holds the folder. What cannot be taken away stays. */
export async function sweep({ root, stateFolder }: Project, clock: Clock): Promise<void> {
  const state = join(root, stateFolder);
  for (const folder of [state, temporaryFolderOf(root, stateFolder), join(state, 'objects')]) {
    if (ownProblem(root, folder, 'folder') !== null) continue;
    for (const name of await readdir(folder).catch(() => [])) {
      if (!name.startsWith('.docs-cli-') && !EARLIER.test(name)) continue;
      const path = join(folder, name);
      const stats = await lstat(path).catch(() => undefined);
      const ageMs = clock.now() - (stats?.mtimeMs ?? Number.POSITIVE_INFINITY);
      const isOver = isLeftOver(name, ageMs) || (EARLIER.test(name) && ageMs > EARLIER_MS);
      if (stats?.isFile() && isOver) await rm(path, { force: true }).catch(() => undefined);
    }
  }
}
