import type { RuleName } from './rules.ts';
import type { Direction } from './changes.ts';
import type { Schema } from './schemas/facets.ts';

/** A change at one place, before the affected operations are known. */
export interface LocalChange {
  readonly rule: RuleName;
  readonly message: string;
  readonly oldPointer: string | null;
  readonly newPointer: string | null;
}

/**
 * How a subschema affects the schema that contains it. `same`: a wider subschema makes the whole wider; `opposite`: a wider subschema makes
 * the whole narrower, as in `not`; `any`: unknown, as in the condition of an `if`.
 */
export type Variance = 'same' | 'opposite' | 'any';

/** Two schemas that correspond to each other in the two definitions. */
export interface SchemaPair {
  readonly before: Schema;
  readonly after: Schema;
  readonly direction: Direction;
  readonly variance: Variance;
}

/** A pair, and the place of its findings: the schemas, or the references that lead to them. */
export interface PlacedPair extends SchemaPair {
  readonly oldPointer: string;
  readonly newPointer: string;
}

/** The result of comparing one pair: its own findings, and the pairs to compare next. */
export interface Comparison {
  readonly findings: LocalChange[];
  readonly next: SchemaPair[];
}

/** Messages list this many values and count the rest. */
const MOST_VALUES = 3;

/** Values for a message: the first ones, and how many more there are. */
export function quoteSome(values: readonly string[]): string {
  const shown = values.slice(0, MOST_VALUES).map(inBackticks).join(', ');
  const more = values.length - MOST_VALUES;
  return more > 0 ? `${shown} and ${more} more` : shown;
}

/** A value for a message. */
export function inBackticks(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return `\`${line.length > 80 ? `${line.slice(0, 79)}…` : line}\``;
}

/** The change of a keyword, for a message: it was added, removed or changed. `undefined` stands for a missing keyword. */
export function changed(what: string, from: string | undefined, to: string | undefined): string {
  if (from === undefined) return `${what} was added: ${to ?? ''}`;
  return to === undefined
    ? `${what} was removed: ${from}`
    : `${what} changed from ${from} to ${to}`;
}
