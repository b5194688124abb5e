import type { Written } from '../../api/call.ts';
import type { AccessChange } from '../../model/access-change.ts';
import type { Failure } from '../../model/failure.ts';

export interface FailedChange<T> {
  readonly change: T;
  readonly reason: string;
}

export interface SentChanges<T> {
  readonly done: readonly T[];
  readonly failed: readonly FailedChange<T>[];
  /** Changes that were not tried, because the run stopped. */
  readonly left: readonly T[];
  readonly stopped: Failure | null;
}

/**
 * Sends the changes in their order, one at a time: the limit is a hundred an hour, so several at once would gain nothing. A refused change is
 * skipped. The run stops at a failure that would affect every change, and if the first two changes are refused in the same way. After a lost
 * answer the change is sent again: granting or revoking twice is the same as once. Never rejects, except for a bug.
 */
export async function sendChanges<T extends AccessChange>(
  changes: readonly T[],
  send: (change: T) => Promise<Written<unknown>>,
  onDone: (done: number) => void,
): Promise<SentChanges<T>> {
  const done: T[] = [];
  const failed: FailedChange<T>[] = [];
  let first: Failure | undefined;
  for (const [index, change] of changes.entries()) {
    const written = await sendTwice(() => send(change));
    if (written.kind === 'done') {
      done.push(change);
    } else {
      const { failure } = written;
      if (failure.endsRun) return { done, failed, left: changes.slice(index), stopped: failure };
      if (index === 1 && first && isSameRefusal(first, failure)) {
        return { done, failed: [], left: changes, stopped: failure };
      }
      if (index === 0) first = failure;
      failed.push({ change, reason: failure.message });
    }
    onDone(done.length);
  }
  return { done, failed, left: [], stopped: null };
}

/** Whether the platform refused both requests with the same status. A `not-found` concerns one address only, so it does not count. */
const isSameRefusal = (a: Failure, b: Failure): boolean =>
  b.code === 'platform-refused' && a.code === b.code && a.status === b.status;

async function sendTwice(send: () => Promise<Written<unknown>>): Promise<Written<unknown>> {
  const written = await send();
  return written.kind === 'lost' ? send() : written;
}
