/** Tells which of the old is which of the new, when some were added, taken away or changed. Pure. */

/** More pairs than this are not weighed: they are taken in their order. */
const MOST_WEIGHED = 40_000;

/**
 * For each of `after` the place of its predecessor in `before`, in the same order: together they are as alike as can be.
 *
 * @param likeness how alike two are, above 0; 0: they are never the same
 */
export function pairs<T>(
  before: readonly T[],
  after: readonly T[],
  likeness: (a: T, b: T) => number,
): Map<number, number> {
  const found = new Map<number, number>();
  const width = after.length + 1;
  if (before.length * after.length > MOST_WEIGHED) {
    for (const [at, next] of after.entries()) {
      const old = before[at];
      if (old !== undefined && likeness(old, next) > 0) found.set(at, at);
    }
    return found;
  }
  const alike = before.map((a) => after.map((b) => likeness(a, b)));
  const best = new Float64Array((before.length + 1) * width);
  const sum = (i: number, j: number): number => best[i * width + j] ?? 0;
  const both = (i: number, j: number): number => {
    const own = alike[i]?.[j] ?? 0;
    return own === 0 ? 0 : own + sum(i + 1, j + 1);
  };
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1)
      best[i * width + j] = Math.max(both(i, j), sum(i + 1, j), sum(i, j + 1));
  }
  let i = 0;
  let j = 0;
  while (i < before.length && j < after.length) {
    if (both(i, j) === sum(i, j) && both(i, j) > 0) {
      found.set(j, i);
      i += 1;
      j += 1;
    } else if (sum(i + 1, j) === sum(i, j)) i += 1;
    else j += 1;
  }
  return found;
}

/** Which part of two texts is the same at their beginnings and ends, from 0 to 1. */
export function common(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < most - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const all = Math.max(a.length, b.length);
  return all === 0 ? 1 : (start + end) / all;
}
