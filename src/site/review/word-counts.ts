/** How often each word occurs. Shows how much two texts have in common, in any order. */
export type WordCounts = ReadonlyMap<string, number>;

/** Adds up the counts of several texts. */
export function sumOfCounts(all: readonly WordCounts[]): WordCounts {
  const sum = new Map<string, number>();
  for (const counts of all) {
    for (const [word, count] of counts) sum.set(word, (sum.get(word) ?? 0) + count);
  }
  return sum;
}

/** The share of all words that both have, from 0 to 1. It is 1 if neither has words. */
export function shared(a: WordCounts, b: WordCounts): number {
  const all = sizeOf(a) + sizeOf(b);
  return all === 0 ? 1 : (2 * inBoth(a, b)) / all;
}

/** The share, 0 to 1, of the words of `part` that `whole` has besides `taken`; 0 without words. */
export function held(part: WordCounts, whole: WordCounts, taken: WordCounts = new Map()): number {
  let found = 0;
  for (const [word, count] of part) {
    const left = (whole.get(word) ?? 0) - (taken.get(word) ?? 0);
    found += Math.max(0, Math.min(count, left));
  }
  return found === 0 ? 0 : found / sizeOf(part);
}

function sizeOf(counts: WordCounts): number {
  let size = 0;
  for (const count of counts.values()) size += count;
  return size;
}

function inBoth(a: WordCounts, b: WordCounts): number {
  let both = 0;
  for (const [word, count] of b) both += Math.min(count, a.get(word) ?? 0);
  return both;
}
