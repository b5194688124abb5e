import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { requireOwn } from '../../files/own.ts';
import { replaceWhole } from '../../files/write.ts';
import { Failure } from '../../model/failure.ts';
import type { Project } from '../../model/project.ts';
import { bytesOf, linesOf } from './json-lines.ts';
import { linesOfLock, parseLock, unread } from './lock.ts';
import type { Lock, ReadLock } from './lock.ts';

const pathOf = (project: Project): string => join(project.root, project.lockFile);

/**
 * Reads the lock. It is empty if there is no file, or an empty one. Rejects with `config` if the file is a
 * link, cannot be opened, is not a lock, or was written by a later release.
 */
export async function readLock(project: Project): Promise<ReadLock> {
  const { root, lockFile } = project;
  requireOwn(root, pathOf(project));
  const read = parse(project);
  if (read.kind === 'later') {
    throw new Failure('config', `${lockFile} was written by a later docs.`, {
      hint: 'Update docs',
    });
  }
  if (read.kind === 'other') {
    throw new Failure('config', `${lockFile} is not a lock file: none of its lines is valid.`, {
      hint: 'Check what it is. Move it away, or restore the lock file from version control',
    });
  }
  return read;
}

function parse(project: Project): ReadLock {
  const { lockFile } = project;
  try {
    return parseLock(linesOf(pathOf(project)), lockFile);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return unread('lock', formerLock(project));
    throw new Failure('config', `The lock file ${lockFile} cannot be read (${code}).`, {
      hint: 'Make it a file that you can read, or restore it from version control',
      cause: error,
    });
  }
}

/** A warning if there is a lock of an earlier format. */
function formerLock({ root, lockFile }: Project): string[] {
  const former = lockFile.replace(/^docs-cli(\..+)?\.lock$/, 'docs-cli.lock$1.json');
  if (!existsSync(join(root, former))) return [];
  return [`${former} is no longer read: the pages are looked for on the platform once. Delete it`];
}

/**
 * Replaces the lock atomically: a crash leaves the old file or the new one. Leaves the file alone if it would not
 * change. Rejects with `config` if the file is a link.
 */
export async function writeLock(project: Project, lock: Lock): Promise<void> {
  requireOwn(project.root, pathOf(project));
  const content = (): Iterable<Uint8Array> => bytesOf(linesOfLock(lock));
  await replaceWhole(project, project.lockFile, content, { leavesSame: true });
}
