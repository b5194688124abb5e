/** The lock from which a run starts: its file, and what the log of earlier runs adds to it. */
import { relative } from 'node:path';
import type { Project } from '../../model/project.ts';
import { aboutLines } from '../lock/json-lines.ts';
import { readLock } from '../lock/lock-file.ts';
import { joined } from '../lock/lock.ts';
import type { Lock, ReadLock } from '../lock/lock.ts';
import { logPath } from './log-file.ts';
import { LogTexts } from './log-texts.ts';
import { OpenWrites } from './open-writes.ts';
import { advanceLine, readLogFile } from './read-log.ts';
import type { Remembered } from './read-log.ts';

/** What this folder last shared with the platform, and what it may have sent since. */
export interface LockAndLog extends Lock {
  /** What the log said of earlier runs. */
  readonly earlier: Remembered;
  /** Texts that were sent and read back. */
  readonly kept: LogTexts;
  /** Writes of earlier runs whose outcome the log does not have. */
  readonly writes: OpenWrites;
  /** The lines say more than the lock file does. */
  readonly isAhead: boolean;
  /** As in `ReadLock`. */
  readonly samePage: ReadLock['samePage'];
  readonly warnings: readonly string[];
}

/** Rejects as `readLock` and `readLogFile` do. */
export async function readLockAndLog(project: Project): Promise<LockAndLog> {
  const { lock, samePage, warnings } = await readLock(project);
  const earlier = await readLogFile(project);
  const pages = new Map(lock.pages);
  for (const advance of earlier.advances) advanceLine(pages, advance);
  const kept = new LogTexts(project);
  const file = relative(project.root, logPath(project));
  return {
    ...lock,
    pages,
    samePage,
    earlier,
    kept,
    writes: await OpenWrites.of(earlier.open, kept),
    isAhead: earlier.advances.length > 0,
    // Our own runs do not write such lines.
    warnings: [...warnings, ...aboutLines(file, earlier.unread, UNREAD)],
  };
}

const UNREAD = 'this line of the log cannot be read and is skipped: remove it.';

/** The lock with the lines of pages that were found since. */
export const withLines = (lock: LockAndLog, found: Lock['pages']): LockAndLog =>
  found.size === 0 ? lock : { ...lock, pages: joined(lock.pages, found), isAhead: true };
