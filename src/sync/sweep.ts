/** Removes what killed runs left in the state folder. */
import { lstat, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ownProblem, readOwnText } from '../files/own.ts';
import { isLeftOver } from '../files/temporary.ts';
import { temporaryFolderOf } from '../files/write.ts';
import type { Clock } from '../model/clock.ts';
import type { Project } from '../model/project.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** The names that earlier releases gave to temporary files. */
const EARLIER = new RegExp(`^(?:docs-cli\\.lock.*\\.run|scan\\.cache)\\.${UUID}$`);

/** An earlier release that is running may hold such a file for a moment. */
const EARLIER_MS = 60_000;

/** Call it while this run holds the folder. Files that cannot be removed stay. */
export async function sweep(project: Project, clock: Clock): Promise<void> {
  await sweepState(project, clock);
  await sweepLocks(project, clock);
}

async function sweepState({ root, stateFolder }: Project, clock: Clock): Promise<void> {
  const state = join(root, stateFolder);
  for (const folder of [state, temporaryFolderOf(root, stateFolder), join(state, 'objects')]) {
    if (ownProblem(root, folder, 'folder') !== null) continue;
    for (const name of await readdir(folder).catch(() => [])) {
      if (!name.startsWith('.docs-cli-') && !EARLIER.test(name)) continue;
      const path = join(folder, name);
      const stats = await lstat(path).catch(() => undefined);
      const ageMs = clock.now() - (stats?.mtimeMs ?? Number.POSITIVE_INFINITY);
      const isOver = isLeftOver(name, ageMs) || (EARLIER.test(name) && ageMs > EARLIER_MS);
      if (!stats?.isFile() || !isOver) continue;
      await rm(path, { force: true }).catch(() => undefined);
    }
  }
}

const LOCK_START = '{\n"docs-cli-lock": ';

/**
 * Removes lock files that earlier releases had not yet moved into place: `<lock>.<uuid>`, with the same owner
 * as the state folder. The journal has everything that such a file says. Their temporary page files
 * (`a.md.<digits>`) stay, because a copy made by a person may have the same name and text.
 */
async function sweepLocks({ root, stateFolder, lockFile }: Project, clock: Clock): Promise<void> {
  const folder = dirname(join(root, lockFile));
  const start = `${basename(lockFile)}.`;
  const isNamed = new RegExp(`^${UUID}$`);
  const owner = await lstat(join(root, stateFolder)).catch(() => undefined);
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith(start) || !isNamed.test(name.slice(start.length))) continue;
    const path = join(folder, name);
    const stats = await lstat(path).catch(() => undefined);
    if (!stats?.isFile() || stats.nlink !== 1 || stats.uid !== owner?.uid) continue;
    if (clock.now() - stats.mtimeMs <= EARLIER_MS || !startsLikeLock(path)) continue;
    await rm(path, { force: true }).catch(() => undefined);
  }
}

/** The file may be cut off anywhere, so a part of the start is enough. */
function startsLikeLock(path: string): boolean {
  try {
    const start = readOwnText(path).slice(0, LOCK_START.length);
    return LOCK_START.startsWith(start);
  } catch {
    return false;
  }
}
