import type { Change, Conflict } from '../../model/change.ts';
import type { PageKey } from '../../model/ids.ts';
import { lookAt } from '../look.ts';
import type { Row } from '../plan/cases.ts';
import type { SyncDeps } from '../deps.ts';
import { policyFor } from '../options.ts';
import type { SyncOptions } from '../options.ts';
import type { Run } from '../run.ts';
import type { TriedMerge } from './try-merge.ts';

/** Tries to merge the conflicts whose policy is `merge`, and marks each with the result. Reads their pages. */
export async function mergeConflicts(
  rows: readonly Row[],
  run: Run,
  options: SyncOptions,
  deps: SyncDeps,
): Promise<{
  readonly rows: readonly Row[];
  readonly merges: ReadonlyMap<PageKey, TriedMerge>;
}> {
  const merges = new Map<PageKey, TriedMerge>();
  const said: Row[] = [];
  for (const row of rows) {
    const changes: Change[] = [];
    for (const change of row.changes) {
      const tried = await tryConflict(change, row, run, options, deps);
      if (!tried) changes.push(change);
      else {
        merges.set(row.key, tried.merge);
        changes.push({ ...tried.conflict, merge: tried.merge.isClean ? 'clean' : 'markers' });
      }
    }
    said.push(merges.has(row.key) ? { ...row, changes } : row);
  }
  return { rows: said, merges };
}

/** Returns undefined if the policy is not to merge, or the conflict cannot be merged. */
async function tryConflict(
  change: Change,
  { local, base, isReverted, remote }: Row,
  run: Run,
  options: SyncOptions,
  deps: SyncDeps,
): Promise<{ readonly conflict: Conflict; readonly merge: TriedMerge } | undefined> {
  if (!isMergeable(change) || change.id === null) return undefined;
  if (policyFor(change.key, options) !== 'merge') return undefined;
  const page = await lookAt(change.id, deps);
  if (!page || !local || !remote) return undefined;
  const { tryMerge } = await import('./try-merge.ts');
  const sides = { base: isReverted ? undefined : base, local, remote };
  const merge = await tryMerge({ ...sides, page }, run, deps);
  return merge === null ? undefined : { conflict: change, merge };
}

/** Whether the conflict is about texts that can be merged. Slugs cannot be merged, nor can a page that is gone. */
export const isMergeable = (change: Change): change is Conflict =>
  change.kind === 'conflict' &&
  change.id !== null &&
  change.group !== 'gone-but-edited' &&
  !change.fields.includes('slug');
