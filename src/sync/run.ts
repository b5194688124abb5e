/**
 * What a run knows. Code that compares or writes gets all three parts, and changes none of them.
 */
import type { Folder } from './folder/found-folder.ts';
import type { LockAndLog } from './record/read-log.ts';
import type { RecentPages } from './platform/look.ts';
import type { Snapshot } from './platform/snapshot.ts';

/** What the platform has, as a run found it. */
export interface Platform {
  readonly snapshot: Snapshot;
  /** Pages that were read and will be needed again. */
  readonly recent: RecentPages;
}

/** Folder, lock and platform, as a run found them. */
export interface Run {
  readonly folder: Folder;
  readonly lock: LockAndLog;
  readonly platform: Platform;
}
