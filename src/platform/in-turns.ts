import { setImmediate } from 'node:timers/promises';

/** Work on so many items is short. */
const TURN = 25;

/** Does `work` for each item, one after another, and lets other requests have their turn in between. */
export async function inTurns<T>(items: Iterable<T>, work: (item: T) => void | Promise<void>) {
  let count = 0;
  for (const item of items) {
    await work(item);
    count += 1;
    if (count % TURN === 0) await setImmediate();
  }
}
