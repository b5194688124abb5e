/** Removes what killed runs left in the state folder. */
import { lstat, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ownProblem } from '../files/own.ts';
import { isLeftOver } from '../files/temporary.ts';
import { temporaryFolderOf } from '../files/write.ts';
import type { Clock } from '../model/clock.ts';
import type { Project } from '../model/project.ts';

/** Call it while this run holds the folder by the file `run`: claims on earlier files mean nothing then. Files that cannot be removed stay. */
export async function sweep(
  { root, stateFolder }: Project,
  clock: Clock,
  run: string,
): Promise<void> {
  const state = join(root, stateFolder);
  const claim = `${basename(run)}.`;
  for (const folder of [state, temporaryFolderOf(root, stateFolder)]) {
    if (ownProblem(root, folder, 'folder') !== null) continue;
    for (const name of await readdir(folder).catch(() => [])) {
      const path = join(folder, name);
      const stats = await lstat(path).catch(() => undefined);
      if (!stats?.isFile()) continue;
      const isOver = name.startsWith(claim) || isLeftOver(name, clock.now() - stats.mtimeMs);
      if (isOver) await rm(path, { force: true }).catch(() => undefined);
    }
  }
}
