/** The ones of `candidates` that a person may have meant by `text`: at most two letters apart, nearest first, three at most. */
export function nearest(text: string, candidates: Iterable<string>): string[] {
  const wanted = text.toLowerCase().slice(0, 100);
  return [...candidates]
    .filter((candidate) => Math.abs(candidate.length - wanted.length) <= 2)
    .map((candidate) => ({ candidate, apart: distance(wanted, candidate.toLowerCase()) }))
    .filter(({ apart }) => apart <= 2)
    .toSorted((a, b) => a.apart - b.apart)
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

/** Levenshtein's: letters to insert, leave out or replace. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 0; i < a.length; i += 1) {
    const next = [i + 1];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
