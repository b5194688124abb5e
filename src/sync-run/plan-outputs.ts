import type { ChangeKind } from '../model/change.ts';
import type { PushDocument } from '../plan-text/document.ts';
import type { JobOutputs } from '../ui/job/outputs.ts';

/** What later steps of a job may ask for: how much this run did, how much its plan does (`to-…`), and how much needs a person. */
export function planOutputs({ plan, applied, failed }: PushDocument): JobOutputs {
  const done = (kind: ChangeKind): number => applied.filter((each) => each.kind === kind).length;
  const planned = (kind: ChangeKind): number => plan.filter((each) => each.kind === kind).length;
  return {
    created: done('create'),
    updated: done('update'),
    published: done('publish'),
    deleted: done('delete'),
    failed: new Set(failed.map(({ key }) => key)).size,
    conflicts: plan.filter((each) => each.kind === 'conflict' && each.merge === undefined).length,
    unplaced: planned('unplaced'),
    'to-create': planned('create'),
    'to-update': planned('update'),
  };
}
