/**
 * Longer names are data, not typing errors. The time for comparing grows with the square of the
 * length.
 */
const MAX_LENGTH = 120;

/**
 * The candidate that `word` was probably meant to be: at most a third of its letters are wrong (two
 * swapped neighbours count as one mistake), or one of the two starts with the other. `undefined` if
 * none is near.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > MAX_LENGTH) return undefined;
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

/** The hint that names what was meant, or `otherwise` if nothing is near. */
export const didYouMean = <Otherwise extends string | null>(
  near: string | null | undefined,
  otherwise: Otherwise,
): string | Otherwise => ((near ?? '') === '' ? otherwise : `Did you mean ${near}?`);

/** A hint with all names. */
export const thereAre = (names: readonly string[]): string =>
  `There ${names.length === 1 ? 'is' : 'are'} ${names.join(', ')}`;

/**
 * Whether the two differ by one extra letter, or by two swapped neighbours: slips that rarely make
 * another real word. False for names of fewer than four letters.
 */
export const areAlmostSame = (a: string, b: string): boolean =>
  Math.abs(a.length - b.length) <= 1 &&
  Math.min(a.length, b.length) >= 4 &&
  Math.max(a.length, b.length) <= MAX_LENGTH &&
  (a.length !== b.length ||
    Array.from(a).toSorted().join('') === Array.from(b).toSorted().join('')) &&
  a.replaceAll(/\D/g, '') === b.replaceAll(/\D/g, '') &&
  mistakes(a.toLowerCase(), b.toLowerCase(), 2) === 1;

/**
 * Whether the two differ by at most one letter that is wrong, missing or extra, or by two swapped
 * neighbours.
 */
export const isSameButForOne = (a: string, b: string): boolean =>
  Math.abs(a.length - b.length) <= 1 && mistakes(a.toLowerCase(), b.toLowerCase(), 2) < 2;

/** Whether the two differ by one wrong letter: a slip that often makes another real word. */
export const isOneLetterOff = (a: string, b: string): boolean =>
  a.length === b.length && Array.from(a).filter((char, at) => char !== b[at]).length === 1;

const beginsAlike = (a: string, b: string): boolean =>
  a !== '' && b !== '' && (a.startsWith(b) || b.startsWith(a));

/**
 * The number of letters to insert, delete or replace and of neighbours to swap, where no place is
 * changed twice (optimal string alignment). Returns `most` if there are that many or more.
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
    // A swap spans two rows, so only two consecutive rows above the limit prove the result.
    if (Math.min(...next) >= most && Math.min(...row) >= most) return most;
    [before, row] = [row, next];
  }
  return Math.min(at(row, b.length), most);
}

const at = (row: readonly number[], column: number): number => row[column] ?? 0;
