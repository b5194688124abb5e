import type { RuleName } from './rules.ts';
import type { Direction } from './changes.ts';
import type { Schema } from './schemas/facets.ts';

/** A change at one place, before it is known which operations it reaches. */
export interface Finding {
  readonly rule: RuleName;
  readonly message: string;
  readonly oldPointer: string | null;
  readonly newPointer: string | null;
}

/**
 * How the values of a schema inside another count for the whole. `same`: the more it allows, the more does the whole;
 * `opposite`: the less, as in `not`; `any`: nobody can say, as of the condition of an `if`.
 */
export type Variance = 'same' | 'opposite' | 'any';

/** Two schemas that stand for each other in the two definitions. */
export interface SchemaPair {
  readonly before: Schema;
  readonly after: Schema;
  readonly direction: Direction;
  readonly variance: Variance;
}

/** A pair, and where its findings are told: at the schemas, or at the references that lead to them. */
export interface PlacedPair extends SchemaPair {
  readonly oldPointer: string;
  readonly newPointer: string;
}

/** What comparing one pair gives: its own findings, and the pairs to look at next. */
export interface Comparison {
  readonly findings: Finding[];
  readonly next: SchemaPair[];
}

/** More values than this are counted. */
const MOST_VALUES = 3;

/** Values as they appear in a message: the first ones, and how many more. */
export function quoteSome(values: readonly string[]): string {
  const shown = values.slice(0, MOST_VALUES).map(quote).join(', ');
  const more = values.length - MOST_VALUES;
  return more > 0 ? `${shown} and ${more} more` : shown;
}

/** A value as it appears in a message. */
export function quote(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return `\`${line.length > 80 ? `${line.slice(0, 79)}…` : line}\``;
}
