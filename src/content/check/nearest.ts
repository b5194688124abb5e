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

/** Comparisons that a run may make: a folder with thousands of broken links needs no suggestion for each. */
const MOST_COMPARISONS = 30_000;

/** The same for many words, each looked up once, in bounded time altogether. */
export class Suggestions {
  readonly #known = new Map<string, string | null>();
  #left = MOST_COMPARISONS;

  /** @param scope names the candidates */
  nearest(scope: string, word: string, candidates: Iterable<string>): string | null {
    const key = `${scope}\n${word}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const list = [...candidates];
    this.#left -= list.length;
    const found = this.#left < 0 ? null : nearest(word, list);
    this.#known.set(key, found);
    return found;
  }
}
