/** Places in the documents that a definition consists of, and what is found there. */
import { pointTo } from '../tree.ts';
import type { StandardRule } from './rules.ts';

/** A document, and the URI that `$id` or `$self` gave to a part of it. */
export interface Resource {
  /** Path or URL of the document, as it was opened. */
  readonly document: string;
  /** What relative references are relative to. The document's own path if nothing says otherwise. */
  readonly base: string;
  /** What JSON pointers start at. */
  readonly root: unknown;
  readonly at: At | null;
}

/** A place, as a chain of keys up to the document's root. */
export interface At {
  readonly up: At | null;
  readonly key: string | number;
}

/** A value, and where it is. `at` is null for a whole document. */
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

/** One thing that a document says against the standard. */
export interface Breach {
  readonly rule: StandardRule;
  readonly message: string;
  readonly document: string;
  readonly at: At | null;
  /** Whether the key is wrong, rather than its value. */
  readonly onKey: boolean;
}
