import type { Change } from '../../model/change.ts';
import { Failure } from '../../model/failure.ts';
import { count } from '../../ui/count.ts';
import type { Outcome, Prepared } from '../../sync/session.ts';

/** Whether carrying out `change` writes to the platform. */
export function isWork(change: Change): boolean {
  switch (change.kind) {
    case 'create':
    case 'update':
      return true;
    case 'publish':
      return change.held === null;
    case 'pull':
    case 'adopt':
    case 'conflict':
    case 'orphan':
    case 'gone':
    case 'unplaced':
    case 'unchanged':
      return false;
    default:
      return change satisfies never;
  }
}

/** Whether a person should see the plan before the report, because of `change`. */
export const isWorthShowing = ({ kind }: Change): boolean =>
  kind !== 'unchanged' && kind !== 'adopt';

/** Throws where the run did not do all that it was asked: the exit code says so, the report was printed before. */
export function verdict({ summary }: Prepared, { failed, skipped, stopped }: Outcome): void {
  if (stopped) throw stopped;
  const conflicts = skipped.filter(({ change }) => change.kind === 'conflict').length;
  const missing = [
    failed.length > 0 ? `${count(failed.length, 'change')} failed` : '',
    conflicts > 0 ? `${count(conflicts, 'conflict')} left` : '',
    summary.unplaced > 0 ? `${count(summary.unplaced, 'file')} could not be sent` : '',
  ].filter((part) => part !== '');
  if (missing.length === 0) return;
  throw new Failure('partial', `Not all is done: ${missing.join(', ')}.`, {
    hint:
      failed.length > 0
        ? 'the same command again does what is left'
        : 'docs status lists them; the rest is done',
  });
}
