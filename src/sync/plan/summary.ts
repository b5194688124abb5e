/** Turns a plan into plain data and counts its changes. Pure. */
import type { Change, ChangeKind, Plan, Pull } from '../../model/change.ts';
import type { Planned, ComparedSides } from './plan.ts';

/** The plan as plain data: the planned changes, files that cannot be placed, and new files for pages that only the platform has. */
export function planOf(
  { rows, unchanged }: Planned,
  { unplaced, unclaimed }: Pick<ComparedSides, 'unplaced' | 'unclaimed'>,
  newFiles: readonly Pull[] = [],
): Plan {
  const files = unplaced.map(({ file, reason, key, line }): Change => ({
    kind: 'unplaced',
    key: key ?? null,
    file,
    reason,
    ...(line === undefined ? {} : { line }),
  }));
  const changes = rows.flatMap((row) => row.changes);
  const taken = newFiles.filter(({ id }) => unclaimed.has(id));
  const remoteOnly = unclaimed.size - taken.length;
  return { changes: [...changes, ...files, ...newFiles], unchanged, remoteOnly };
}

/** The number of changes of each kind, zeros included. */
export function summarise({ changes, unchanged }: Plan): Record<ChangeKind, number> {
  const summary = {
    create: 0,
    update: 0,
    publish: 0,
    adopt: 0,
    pull: 0,
    conflict: 0,
    orphan: 0,
    delete: 0,
    gone: 0,
    unplaced: 0,
    unchanged,
  };
  for (const { kind } of changes) summary[kind] += 1;
  return summary;
}
