import { join } from 'node:path';
import { Failure } from '../model/failure.ts';
import type { Project } from '../model/project.ts';
import { piecesOf } from './lines-file.ts';
import { EMPTY_LOCK, linesOfLock } from './lock.ts';
import type { Lock } from './lock.ts';
import { parseLockPieces } from './lock-reader.ts';
import type { ReadLock } from './lock-reader.ts';
import { replaceFile } from './replace-file.ts';

const pathOf = (project: Project): string => join(project.root, project.lockFile);

/** The lock; an empty one where there is no file. Rejects with `config` where the file cannot be opened. */
export async function readLock(project: Project): Promise<ReadLock> {
  try {
    return parseLockPieces(piecesOf(pathOf(project)));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return { lock: EMPTY_LOCK, warnings: [] };
    throw new Failure('config', `The lock file ${project.lockFile} cannot be read (${code}).`, {
      cause: error,
    });
  }
}

/** Replaces the lock at once: a crash leaves the old file or the new one. Leaves a file that says the same alone. */
export async function writeLock(project: Project, lock: Lock): Promise<void> {
  await replaceFile(pathOf(project), linesOfLock(lock));
}
