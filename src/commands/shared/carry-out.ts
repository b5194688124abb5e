/** Carries out a batch of writes. The caller plans and agrees before, and reports afterwards. */
import { Failure } from '../../model/failure.ts';

/** The outcome of a batch. Each item is in one of the lists. */
export interface BatchOutcome<T, R> {
  readonly done: readonly { readonly item: T; readonly value: R }[];
  readonly failed: readonly { readonly item: T; readonly failure: Failure }[];
  /** Not carried out, because an earlier item ended the batch. */
  readonly left: readonly T[];
  /** The failure that ended the batch: it would have met the other items too. */
  readonly stopped: Failure | null;
}

interface BatchOptions {
  /** Called after each item that was tried, with the number of those that were done. */
  readonly onProgress?: (done: number) => void;
  /** Items build on each other: none is sent after one that failed. */
  readonly inOrder?: boolean;
  /** Stop if the first two items are refused with the same status: the others would be as well. */
  readonly stopIfAlike?: boolean;
}

/**
 * Sends the items one after the other. A failure spares the others, unless it would meet them too
 * (`Failure.endsRun`). `send` decides what a lost answer means. Rejects only if there is a bug.
 */
export async function carryOut<T, R>(
  items: readonly T[],
  send: (item: T) => Promise<R>,
  { onProgress, inOrder = false, stopIfAlike = false }: BatchOptions = {},
): Promise<BatchOutcome<T, R>> {
  const done: BatchOutcome<T, R>['done'][number][] = [];
  const failed: BatchOutcome<T, R>['failed'][number][] = [];
  for (const [index, item] of items.entries()) {
    try {
      done.push({ item, value: await send(item) });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const failure = error;
      // It is unknown whether an interrupted item was done.
      if (failure.code === 'interrupted') {
        return { done, failed, left: items.slice(index), stopped: failure };
      }
      if (stopIfAlike && index === 1 && isSameRefusal(failed[0]?.failure, failure)) {
        return { done, failed: [], left: items, stopped: failure };
      }
      failed.push({ item, failure });
      const left = items.slice(index + 1);
      if (failure.endsRun) return { done, failed, left, stopped: failure };
      if (inOrder) return { done, failed, left, stopped: null };
    }
    onProgress?.(done.length);
  }
  return { done, failed, left: [], stopped: null };
}

/** Whether both were refused with the same status. A `not-found` concerns one item only. */
const isSameRefusal = (a: Failure | undefined, b: Failure): boolean =>
  a?.code === 'platform-refused' && b.code === a.code && a.status === b.status;

/** How messages name what a batch does: `versions`, `published`. */
interface BatchWords {
  readonly many: string;
  readonly done: string;
  /** What to do about the rest. */
  readonly hint?: string | undefined;
}

/**
 * The failure that the command ends with after its report, or null if all was done: the reason
 * itself if nothing was done or somebody interrupted the command, else `partial`.
 */
export function batchVerdict<T, R>(
  { done, failed, left, stopped }: BatchOutcome<T, R>,
  { many, done: was, hint }: BatchWords,
): Failure | null {
  const reason = stopped ?? failed[0]?.failure;
  if (reason === undefined) return null;
  if (done.length === 0 || reason.code === 'interrupted') return reason;
  const missing = failed.length + left.length;
  const message = `${missing} of ${done.length + missing} ${many} ${missing === 1 ? 'was' : 'were'} not ${was}.`;
  return new Failure('partial', message, {
    hint: hint ?? `The others were ${was}; run the same command again for the rest`,
    cause: reason,
  });
}
