/** Events that a run reports while it works. `ui` turns them into text; nothing here is meant for a terminal. */
import type { Change } from '../model/change.ts';
import type { PageKey } from '../model/ids.ts';

/** `match`: finding pages that the lock does not know. `observe`: reading pages that may have changed. `apply`: carrying out the plan. */
export type Phase = 'match' | 'observe' | 'apply';

/** Some of many items are done. Sent at most every 100 ms, and once after the last item. */
export interface Progress {
  readonly type: 'progress';
  readonly phase: Phase;
  readonly done: number;
  readonly total: number;
  /** Average over the phase so far. */
  readonly perSecond: number;
  /** `null` until there is a rate to estimate from. */
  readonly remainingMs: number | null;
}

/** The folder was read. */
export interface Scanned {
  readonly type: 'scanned';
  readonly pages: number;
}

/** `GET /all` was answered. */
export interface SnapshotTaken {
  readonly type: 'snapshot';
  readonly pages: number;
}

/**
 * A write without an answer, from this run or an earlier one, was checked on the platform: it was carried out
 * (`done`), it was not (`again`), or the page now holds something else (`conflict`).
 */
export interface Settled {
  readonly type: 'settled';
  readonly key: PageKey;
  readonly result: 'done' | 'again' | 'conflict';
  /** True if an earlier run sent the write. */
  readonly isEarlier: boolean;
}

/** A write without an answer was not carried out so far. The page is looked at again after `ms`, when the write is over for certain. */
export interface Settling {
  readonly type: 'settling';
  readonly key: PageKey;
  readonly ms: number;
}

/** A change was applied, skipped or failed, or it was sent and its answer never arrived (`unsettled`). */
export interface Handled {
  readonly type: 'handled';
  readonly change: Change;
  readonly result: 'applied' | 'skipped' | 'failed' | 'unsettled';
}

/** Another run holds the folder, and this one waits for it. */
export interface Busy {
  readonly type: 'busy';
  /** Undefined, like `pid`, if that run did not say where it runs. */
  readonly host: string | undefined;
  readonly pid: number | undefined;
}

/** Everything that a run reports. */
export type SyncEvent = Progress | Scanned | SnapshotTaken | Settling | Settled | Handled | Busy;

export type Report = (event: SyncEvent) => void;
