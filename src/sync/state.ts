import type { PageKey } from '../model/ids.ts';
import type { LocalProject } from '../model/local.ts';
import type { BasePage, RemotePage } from '../model/sides.ts';
import type { Lock } from './lock.ts';
import type { TextReader } from './scan.ts';
import type { SyncOptions } from './session.ts';
import type { Snapshot } from './snapshot.ts';

/** What `prepare` found out, for `apply` and for diffs. */
export interface RunState {
  readonly options: SyncOptions;
  readonly local: LocalProject;
  readonly texts: TextReader;
  /** As the file has it, with what an earlier run's journal adds. */
  readonly lock: Lock;
  /** Base by key: the lock's lines, and what git or the journal knows better. */
  readonly base: ReadonlyMap<PageKey, BasePage>;
  readonly snapshot: Snapshot;
  /** By the key under which base has the page. */
  readonly remote: ReadonlyMap<PageKey, RemotePage>;
  readonly renamed: ReadonlyMap<PageKey, PageKey>;
  /** The earlier run's journal says things that the lock file does not. */
  readonly recovered: boolean;
}
