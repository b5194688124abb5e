import { setImmediate } from 'node:timers/promises';

/** The number of items after which other requests get a turn. */
const TURN = 25;

/** Does `work` for each item, one after another, and lets other requests run in between. */
export async function inTurns<T>(items: Iterable<T>, work: (item: T) => void | Promise<void>) {
  let count = 0;
  for (const item of items) {
    await work(item);
    count += 1;
    if (count % TURN === 0) await setImmediate();
  }
}
