/** Values for one statement. */
const LARGEST_BATCH = 64;

/**
 * All rows that `query` finds for `items`, a batch at a time. Batches are filled up to a power of two with the last item again, so that a
 * connection keeps few statements prepared: the query must find the same for an item that is there twice.
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
