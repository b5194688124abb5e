/**
 * Runs `work` on every item, at most `width` at once, in order of arrival. Stops taking items where one rejects, waits for
 * those under way, then rejects with the first reason.
 */
export async function forEachAtOnce<T>(
  items: Iterable<T>,
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  let failed: { readonly reason: unknown } | undefined;
  const worker = async (): Promise<void> => {
    while (failed === undefined) {
      const next = queue.next();
      if (next.done === true) return;
      try {
        await work(next.value);
      } catch (error) {
        failed ??= { reason: error };
      }
    }
  };
  await Promise.all(Array.from({ length: width }, worker));
  if (failed !== undefined) throw failed.reason;
}
