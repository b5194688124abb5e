/** Which of two lists of schemas stand for each other. */
import { sortedText } from '../../equal.ts';
import type { Schema } from './facets.ts';

interface Pairing<T> {
  readonly pairs: readonly (readonly [T, T])[];
  readonly gone: readonly T[];
  readonly fresh: readonly T[];
}

/** Those that say the same first, whatever their order; what is left by its place. */
export function pairUp<T>(
  from: readonly T[],
  to: readonly T[],
  schemaOf: (each: T) => Schema,
): Pairing<T> {
  if (from.length === 0 || to.length === 0) return { pairs: [], gone: from, fresh: to };
  const textOf = (each: T): string => sortedText(schemaOf(each).map(({ value }) => value));
  const byText = new Map<string, T[]>();
  for (const each of to.toReversed()) {
    const text = textOf(each);
    const known = byText.get(text);
    if (known === undefined) byText.set(text, [each]);
    else known.push(each);
  }
  const pairs: (readonly [T, T])[] = [];
  const taken = new Set<T>();
  const alone: T[] = [];
  for (const each of from) {
    const match = byText.get(textOf(each))?.pop();
    if (match === undefined) alone.push(each);
    else {
      taken.add(match);
      pairs.push([each, match]);
    }
  }
  const left = to.filter((each) => !taken.has(each));
  for (const [at, each] of alone.entries()) {
    const match = left[at];
    if (match !== undefined) pairs.push([each, match]);
  }
  return { pairs, gone: alone.slice(left.length), fresh: left.slice(alone.length) };
}
