/** The number of values in one statement. */
const LARGEST_BATCH = 64;

/**
 * All rows that `query` finds for `items`, one batch at a time. A batch is filled up to a power of two with copies of its last item, so that a connection
 * keeps few prepared statements. The query must therefore find the same rows if an item is repeated.
 */
export async function inBatches<Item, Row>(
  items: readonly Item[],
  query: (batch: readonly Item[]) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let at = 0; at < items.length; at += LARGEST_BATCH) {
    const batch = items.slice(at, at + LARGEST_BATCH);
    const last = batch.at(-1) as Item;
    let size = 1;
    while (size < batch.length) size *= 2;
    while (batch.length < size) batch.push(last);
    rows.push(...(await query(batch)));
  }
  return rows;
}
