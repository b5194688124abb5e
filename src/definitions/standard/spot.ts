/** Places in the documents of a definition, and breaches at them. */
import { pointTo } from '../tree.ts';
import type { StandardRule } from './rules.ts';

/** A document or a part of it, with the URI that `$id` or `$self` gives to it. */
export interface Resource {
  /** Path or URL of the document, as it was opened. */
  readonly document: string;
  /** The base of relative references: the document's own path unless it declares another. */
  readonly base: string;
  /** The value at which JSON pointers start. */
  readonly root: unknown;
  readonly at: At | null;
}

/** A place, as a chain of keys up to the document's root. */
export interface At {
  readonly up: At | null;
  readonly key: string | number;
}

/** A value and its place. `at` is null for a whole document. */
export interface Spot {
  readonly value: unknown;
  readonly at: At | null;
  readonly resource: Resource;
}

export const below = (spot: Spot, key: string | number, value: unknown): Spot => ({
  value,
  at: { up: spot.at, key },
  resource: spot.resource,
});

/** The keys from the document's root. */
export function keysTo(at: At | null): (string | number)[] {
  const keys: (string | number)[] = [];
  for (let each = at; each !== null; each = each.up) keys.push(each.key);
  return keys.toReversed();
}

export const pointerOf = (at: At | null): string => pointTo('#', ...keysTo(at));

/** One place where a document breaks the standard. */
export interface Breach {
  readonly rule: StandardRule;
  readonly message: string;
  readonly document: string;
  readonly at: At | null;
  /** Whether the key is wrong, rather than its value. */
  readonly onKey: boolean;
}
