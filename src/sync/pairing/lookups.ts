/** Decides how to find pages of a documentation: by reading them by id, or by looking up slugs. Pure. */

/** How many files of a documentation the lock does not know, and how many of its pages are unclaimed. */
export interface Search {
  readonly wanted: number;
  readonly candidates: number;
}

/** `read`: read pages by id. `find`: look up slugs. */
export type Means = 'read' | 'find';

/** How many requests of each kind a rate-limit window allows (contract, section 8). */
export interface Rates {
  readonly read: number;
  readonly find: number;
}

/**
 * Chooses the means with fewer requests for each search. If the look-ups exceed one window and reading is
 * faster, changes searches to reading, starting with those that cost the fewest reads per look-up saved.
 */
export function chooseMeans(searches: readonly Search[], rates: Rates): readonly Means[] {
  const means: Means[] = searches.map(({ wanted, candidates }) =>
    candidates <= wanted ? 'read' : 'find',
  );
  const movable = searches
    .map((search, index) => ({ ...search, index, price: search.candidates / search.wanted }))
    .filter(({ index }) => means[index] === 'find')
    .toSorted((a, b) => a.price - b.price);

  const load = (which: Means): number =>
    searches.reduce(
      (sum, search, index) => (means[index] === which ? sum + cost(search, which) : sum),
      0,
    );
  let reads = load('read');
  let finds = load('find');
  for (const { wanted, candidates, index } of movable) {
    if (finds <= rates.find) break;
    const now = duration(reads, finds, rates);
    const then = duration(reads + candidates, finds - wanted, rates);
    if (then > now) break;
    means[index] = 'read';
    reads += candidates;
    finds -= wanted;
  }
  return means;
}

const cost = ({ wanted, candidates }: Search, means: Means): number =>
  means === 'read' ? candidates : wanted;

/** The time in windows. Both kinds of requests run in parallel. */
const duration = (reads: number, finds: number, rates: Rates): number =>
  Math.max(reads / rates.read, finds / rates.find);
