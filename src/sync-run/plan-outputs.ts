import type { ChangeKind } from '../model/change.ts';
import type { PushDocument } from '../plan-text/document.ts';
import type { JobOutputs } from '../ui/github-actions.ts';

/** Outputs for later steps of a job: the numbers of changes that this run made, that its plan has (`to-…`), and that a person must look at. */
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
