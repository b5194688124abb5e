/** What a run tells while it works. Rendered by `ui`; nothing in here is text for a terminal. */
import type { Change } from '../model/change.ts';
import type { PageKey } from '../model/ids.ts';

/** `match`: looking for pages that the lock does not know. `observe`: reading pages that moved. */
export type Phase = 'match' | 'observe' | 'apply';

/** One of many is done. Sent at most every 100 ms, and for the last. */
export interface Progress {
  readonly type: 'progress';
  readonly phase: Phase;
  readonly done: number;
  readonly total: number;
  /** Over the whole phase so far. */
  readonly perSecond: number;
  /** `null` until there is something to judge by. */
  readonly remainingMs: number | null;
}

/** The folder was read. */
export interface Scanned {
  readonly type: 'scanned';
  readonly pages: number;
}

/** `GET /all` was answered; `pages` is null if it could not be had and only the pages to be written are looked at. */
export interface SnapshotTaken {
  readonly type: 'snapshot';
  readonly pages: number | null;
}

/**
 * A write whose answer was lost, in this run or an earlier one, was looked into: it had been carried out (`done`), it had
 * not (`again`), or the page holds something else now (`conflict`).
 */
export interface Settled {
  readonly type: 'settled';
  readonly key: PageKey;
  readonly result: 'done' | 'again' | 'conflict';
  /** An earlier run sent it. */
  readonly isEarlier: boolean;
}

/** A change was carried out, left out or failed; or it was sent and its answer not seen (`unsettled`). */
export interface Handled {
  readonly type: 'handled';
  readonly change: Change;
  readonly result: 'applied' | 'skipped' | 'failed' | 'unsettled';
}

/** Another run holds the folder; this one waits for it. */
export interface Busy {
  readonly type: 'busy';
  readonly pid: number | undefined;
}

/** All that a run tells. */
export type SyncEvent = Progress | Scanned | SnapshotTaken | Settled | Handled | Busy;

/** Takes what a run tells, while it runs. */
export type Report = (event: SyncEvent) => void;
