/** Longer names are data: nobody mistypes them, and comparing them costs the square of their length. */
const LONGEST = 120;

/**
 * The one of `candidates` that `word` was most likely meant to be: a third of its letters mistyped at most, two neighbours
 * swapped being one mistake, or one of the two the beginning of the other. `undefined` if none is near.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > LONGEST) return undefined;
  const wanted = word.toLowerCase();
  let best: string | undefined;
  let begun: string | undefined;
  let least = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    const there = candidate.toLowerCase();
    begun ??= beginsAlike(wanted, there) ? candidate : undefined;
    if (Math.abs(candidate.length - word.length) >= least) continue;
    const distance = mistakes(wanted, there, least);
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best ?? begun;
}

const beginsAlike = (a: string, b: string): boolean =>
  a !== '' && b !== '' && (a.startsWith(b) || b.startsWith(a));

/**
 * Letters to insert, delete or replace, and neighbours to swap, no place touched twice (optimal string alignment); `most` where
 * they are that many or more.
 */
function mistakes(a: string, b: string, most: number): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = at(row, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const shifted = Math.min(at(row, j), at(next, j - 1)) + 1;
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? at(before, j - 2) + 1 : most;
      next.push(Math.min(replaced, shifted, swapped));
    }
    // A swap reaches over one row: only two rows of too many end it.
    if (Math.min(...next) >= most && Math.min(...row) >= most) return most;
    [before, row] = [row, next];
  }
  return Math.min(at(row, b.length), most);
}

const at = (row: readonly number[], column: number): number => row[column] ?? 0;
