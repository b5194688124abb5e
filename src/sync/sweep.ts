/** Takes away what runs that were killed left in the state folder. */
import { lstat, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { ownProblem, readOwnText } from '../files/own.ts';
import { isLeftOver } from '../files/temporary.ts';
import { temporaryFolderOf } from '../files/write.ts';
import type { Clock } from '../model/clock.ts';
import type { Project } from '../model/project.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** As earlier releases called theirs. */
const EARLIER = new RegExp(`^(?:docs-cli\\.lock.*\\.run|scan\\.cache)\\.${UUID}$`);

/** An earlier release that is at work holds such a file for a moment. */
const EARLIER_MS = 60_000;

/** To be called while this run holds the folder. What cannot be taken away stays. */
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
      if (stats?.isFile() && isOver) await rm(path, { force: true }).catch(() => undefined);
    }
  }
}

const LOCK_START = '{\n"docs-cli-lock": ';

/**
 * Locks that earlier releases were about to put in place: `<lock>.<uuid>`, of the one who owns the state folder. The journal has all that such
 * a file says. Page files of theirs (`a.md.<digits>`) stay: a copy that a person made may be called so and say the same.
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

/** It may be cut off anywhere. */
function startsLikeLock(path: string): boolean {
  try {
    const start = readOwnText(path).slice(0, LOCK_START.length);
    return LOCK_START.startsWith(start);
  } catch {
    return false;
  }
}
