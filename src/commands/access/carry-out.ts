import { Failure } from '../../model/failure.ts';
import type { AccessChange } from './plan.ts';

export interface FailedChange<T> {
  readonly change: T;
  readonly reason: string;
}

export interface Carried<T> {
  readonly done: readonly T[];
  readonly failed: readonly FailedChange<T>[];
  /** Those that were not tried, because `stopped`. */
  readonly left: readonly T[];
  readonly stopped: Failure | null;
}

/**
 * Sends the changes in their order, one after the other: the limit is a hundred an hour, so nothing is gained by more at once. A change that the
 * platform refuses is passed over; what stops one would stop all, and so does the same refusal of the first two. A lost answer is
 * asked for again: granting and revoking twice is the same as once. Resolves, whatever happens, unless it is a bug.
 */
export async function carryOut<T extends AccessChange>(
  changes: readonly T[],
  send: (change: T) => Promise<unknown>,
  onDone: (done: number) => void,
): Promise<Carried<T>> {
  const done: T[] = [];
  const failed: FailedChange<T>[] = [];
  for (const [index, change] of changes.entries()) {
    try {
      await sendTwice(() => send(change));
      done.push(change);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.endsRun) return { done, failed, left: changes.slice(index), stopped: error };
      const known = failed[0]?.reason === error.message && done.length === 0 && index === 1;
      if (known) return { done, failed: [], left: changes, stopped: error };
      failed.push({ change, reason: error.message });
    }
    onDone(done.length);
  }
  return { done, failed, left: [], stopped: null };
}

async function sendTwice(send: () => Promise<unknown>): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'outcome-unknown') throw error;
    await send();
  }
}
