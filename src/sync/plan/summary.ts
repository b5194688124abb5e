import type { ChangeKind, Plan } from '../../model/change.ts';

/** How many changes of each kind there are, zeros included. */
export function summarise({ changes, unchanged }: Plan): Record<ChangeKind, number> {
  const summary = {
    create: 0,
    update: 0,
    publish: 0,
    adopt: 0,
    pull: 0,
    conflict: 0,
    orphan: 0,
    gone: 0,
    unplaced: 0,
    unchanged,
  };
  for (const { kind } of changes) summary[kind] += 1;
  return summary;
}
