/** The first text that `wanted` has more often than `given`; undefined if there is none. */
export function firstMissing(
  wanted: Iterable<string>,
  given: Iterable<string>,
): string | undefined {
  const counts = new Map<string, number>();
  for (const each of given) counts.set(each, (counts.get(each) ?? 0) + 1);
  for (const each of wanted) {
    const left = counts.get(each) ?? 0;
    if (left === 0) return each;
    counts.set(each, left - 1);
  }
  return undefined;
}
