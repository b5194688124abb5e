/** Pairs the schemas of two lists. */
import { groupBy } from '../../../model/group-by.ts';
import { sortedText } from '../../equal.ts';
import type { Schema } from './facets.ts';

interface Pairing<T> {
  readonly pairs: readonly (readonly [T, T])[];
  readonly gone: readonly T[];
  readonly fresh: readonly T[];
}

/** Pairs identical schemas first, in any order; the others by position. */
export function pairUp<T extends { readonly schema: Schema }>(
  from: readonly T[],
  to: readonly T[],
): Pairing<T> {
  if (from.length === 0 || to.length === 0) return { pairs: [], gone: from, fresh: to };
  const textOf = (each: T): string => sortedText(each.schema.map(({ value }) => value));
  const { same, alone, left } = matchBy(from, to, textOf);
  const pairs = [...same];
  for (const [at, each] of alone.entries()) {
    const match = left[at];
    if (match !== undefined) pairs.push([each, match]);
  }
  return { pairs, gone: alone.slice(left.length), fresh: left.slice(alone.length) };
}

interface Match<T> {
  readonly same: readonly (readonly [T, T])[];
  /** The unmatched items of the first list, and of the second. */
  readonly alone: T[];
  readonly left: T[];
}

/** Matches each item with the first item of the other list that has the same key and is not matched yet. */
export function matchBy<T>(
  from: readonly T[],
  to: readonly T[],
  keyOf: (each: T) => string,
): Match<T> {
  // Reversed, so that `pop` returns the first one.
  const byKey = groupBy(to.toReversed(), keyOf);
  const same: (readonly [T, T])[] = [];
  const taken = new Set<T>();
  const alone: T[] = [];
  for (const each of from) {
    const match = byKey.get(keyOf(each))?.pop();
    if (match === undefined) alone.push(each);
    else {
      taken.add(match);
      same.push([each, match]);
    }
  }
  return { same, alone, left: to.filter((each) => !taken.has(each)) };
}
