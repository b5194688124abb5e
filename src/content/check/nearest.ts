/** Longer names are data: nobody mistypes them, and comparing them costs the square of their length. */
const LONGEST = 120;

/** The one of `candidates` that `word` was most likely meant to be, a third of it mistyped at most; `null` where none is near. */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  if (word.length > LONGEST) return null;
  const wanted = word.toLowerCase();
  let best: string | null = null;
  let least = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= least) continue;
    const distance = edits(wanted, candidate.toLowerCase(), least);
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best;
}

/** Letters to insert, delete or replace; `most` where they are that many or more. */
function edits(a: string, b: string, most: number): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    let smallest = i;
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const cost = Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
      next.push(cost);
      smallest = Math.min(smallest, cost);
    }
    if (smallest >= most) return most;
    row = next;
  }
  return row[b.length] ?? 0;
}
