/** How to find out which of a documentation's pages are meant: reading them by id, or asking for slugs. Pure. */

/** A documentation with pages in the folder that the lock does not know, and pages on the platform that it does not claim. */
export interface Search {
  readonly wanted: number;
  readonly candidates: number;
}

/** Reading pages by their ids, or looking them up by slugs. */
export type Means = 'read' | 'find';

/** Requests that each way may make in one of its windows (contract, section 8). */
export interface Rates {
  readonly read: number;
  readonly find: number;
}

/**
 * The means for each search: those with fewer requests, unless asking for slugs would outlast its window and reading pages would be
 * over sooner; then as many searches as it takes are read, those first that cost fewest extra requests a look-up saved.
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

/** In windows; the two run side by side. */
const duration = (reads: number, finds: number, rates: Rates): number =>
  Math.max(reads / rates.read, finds / rates.find);
