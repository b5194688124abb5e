/** The lock of a folder, as the tool reads it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lockFileOf } from '../../src/model/project.ts';
import { linesOfLock, parseLock } from '../../src/sync/record/lock.ts';
import type { Lock, ReadLock } from '../../src/sync/record/lock.ts';

export const LOCK = lockFileOf(null);

/** Of a text, however its lines end. */
export const readLockText = (text: string): ReadLock => parseLock(text.split('\n'), LOCK);

/** The text of the file. */
export const printLock = (lock: Lock): string => [...linesOfLock(lock), ''].join('\n');

/** What the lock of a folder says, without its warnings. */
export const lockIn = async (folder: string): Promise<Lock> =>
  readLockText(await readFile(join(folder, LOCK), 'utf8')).lock;
