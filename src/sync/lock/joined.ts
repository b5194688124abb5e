import type { PageKey } from '../../model/ids.ts';

/** One of them where the other is empty: nearly all runs. */
export function joined<T>(
  pages: ReadonlyMap<PageKey, T>,
  better: ReadonlyMap<PageKey, T>,
): ReadonlyMap<PageKey, T> {
  return better.size === 0 ? pages : new Map([...pages, ...better]);
}
