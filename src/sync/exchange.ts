/** Pages that exchange their slugs. No run carries out an exchange; it only names the pages. Pure. */
import type { PageKey } from '../model/ids.ts';

/**
 * The cycles of a map from keys to keys. Each lists its keys, starting with the first one in the
 * map. No two keys may lead to the same key.
 */
export function cyclesIn(to: ReadonlyMap<PageKey, PageKey>): readonly (readonly PageKey[])[] {
  const cycles: PageKey[][] = [];
  const seen = new Set<PageKey>();
  for (const start of to.keys()) {
    const path: PageKey[] = [];
    let at: PageKey | undefined = start;
    for (; at !== undefined && !seen.has(at); at = to.get(at)) {
      seen.add(at);
      path.push(at);
    }
    if (at === start) cycles.push(path);
  }
  return cycles;
}

/** Says which pages exchange their slugs. */
export function exchangeIn(cycle: readonly PageKey[]): string {
  const keys = cycle.toSorted();
  return `${keys.slice(0, -1).join(', ')} and ${keys.at(-1)} exchange their slugs.`;
}
