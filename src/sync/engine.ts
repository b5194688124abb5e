/** The sync engine's front: `exclusively` holds the folder, `prepare` makes the plan, `apply` carries it out. */
import type { PageKey } from '../model/ids.ts';
import type { Outcome, Prepared, SyncDeps, SyncOptions } from './session.ts';

/**
 * Runs `work` while no other run of this folder does; waits for one that is under way (event `busy`), for as long as
 * `maxWaitMs`, then rejects with `busy`. Wrap `prepare`, the question and `apply` in one call of this.
 */
export declare function exclusively<T>(
  deps: SyncDeps,
  maxWaitMs: number,
  work: () => Promise<T>,
): Promise<T>;

/** Scans, asks the platform what it has, compares. Writes nothing on either side but what settles an earlier run's journal. */
export declare function prepare(deps: SyncDeps, options: SyncOptions): Promise<Prepared>;

/**
 * Carries out a plan. Rejects before anything is written with `guard` where the plan has refusals and `conflict` where it has
 * conflicts that no policy settles; after that it resolves, and `Outcome` says what was done, also where it was stopped early.
 */
export declare function apply(prepared: Prepared, deps: SyncDeps): Promise<Outcome>;

/** The texts of a page, for diffs. A side that has none, or whose text is not kept, is null. Reads the page where it must: one request. */
export declare function textsOf(
  prepared: Prepared,
  deps: SyncDeps,
  key: PageKey,
): Promise<{
  readonly base: string | null;
  readonly local: string | null;
  readonly remote: string | null;
}>;

/** The plan as a file for `--plan`: JSON. */
export declare function savePlan(prepared: Prepared): string;

/** Makes the plan again and rejects with `conflict` unless it is the one that was saved, page by page. */
export declare function prepareSaved(deps: SyncDeps, saved: string): Promise<Prepared>;
