import { join } from 'node:path';
import { readOwnText, requireOwn } from '../../files/own.ts';
import { replaceWhole } from '../../files/write.ts';
import { Failure } from '../../model/failure.ts';
import type { Project } from '../../model/project.ts';
import { bytesOf, linesOf, piecesOf } from './lines-file.ts';
import { EMPTY_LOCK, FORMAT, linesOfLock } from './lock.ts';
import type { Lock } from './lock.ts';
import { inLines } from './lock-layout.ts';
import { parseLock, parseLockPieces } from './lock-reader.ts';
import type { ReadLock } from './lock-reader.ts';

const pathOf = (project: Project): string => join(project.root, project.lockFile);

/**
 * Reads the lock. It is empty if there is no file, or an empty one. Rejects with `config` if the file is a
 * link, cannot be opened, is not a lock, or was written by a newer version.
 */
export async function readLock(project: Project): Promise<ReadLock> {
  const { lockFile } = project;
  requireOwn(project.root, pathOf(project));
  let read: ReadLock;
  try {
    read = readLayout(pathOf(project));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT')
      return { format: FORMAT, needs: null, lock: EMPTY_LOCK, isOther: false, warnings: [] };
    throw new Failure('config', `The lock file ${lockFile} cannot be read (${code}).`, {
      hint: 'Make it a file that you can read, or restore it from version control',
      cause: error,
    });
  }
  if (read.isOther) {
    throw new Failure('config', `${lockFile} is not a lock file: none of its lines is valid.`, {
      hint: 'Check what it is. Move it away, or restore the lock file from version control',
    });
  }
  if (read.format <= FORMAT) return read;
  const { needs } = read;
  throw new Failure('config', `The lock file ${lockFile} was written by a newer version of docs.`, {
    hint: needs === null ? 'Update docs' : `Update docs to ${needs} or newer`,
  });
}

function readLayout(path: string): ReadLock {
  const read = parseLockPieces(piecesOf(path));
  if (read.warnings.length === 0 || read.lock.pages.size > 0) return read;
  const lines = inLines(readOwnText(path));
  if (lines === null) return read;
  const { warnings, ...rest } = parseLock(lines);
  return { ...rest, warnings: [REFORMATTED, ...warnings] };
}

const REFORMATTED =
  'The lock file was reformatted: git merges it only if each page has its own line. Exclude it from formatting.';

/**
 * Replaces the lock atomically: a crash leaves the old file or the new one. Leaves the file alone if it says
 * the same, even in the previous format, so that only a real change upgrades it. Rejects with `config` if the
 * file is a link.
 */
export async function writeLock(project: Project, lock: Lock): Promise<void> {
  requireOwn(project.root, pathOf(project));
  if (saysAsBefore(project, lock)) return;
  const content = (): Iterable<Uint8Array> => bytesOf(linesOfLock(lock));
  await replaceWhole(project, project.lockFile, content, { leavesSame: true });
}

/** Whether the file is in the previous format and says the same as `lock`. */
function saysAsBefore(project: Project, lock: Lock): boolean {
  const lines = linesOfLock(lock, FORMAT - 1);
  try {
    for (const line of linesOf(pathOf(project))) if (lines.next().value !== line) return false;
  } catch {
    return false;
  }
  return lines.next().done === true;
}
