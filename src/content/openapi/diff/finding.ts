import type { RuleName } from './rules.ts';
import type { Direction } from './changes.ts';
import type { Schema } from './facets.ts';

/** A change at one place, before it is known which operations it reaches. */
export interface Finding {
  readonly rule: RuleName;
  readonly message: string;
  readonly oldPointer: string | null;
  readonly newPointer: string | null;
}

/** Two schemas that stand for each other in the two definitions. */
export interface SchemaPair {
  readonly before: Schema;
  readonly after: Schema;
  readonly direction: Direction;
}

/** What comparing one pair gives: its own findings, and the pairs to look at next. */
export interface Comparison {
  readonly findings: Finding[];
  readonly next: SchemaPair[];
}

/** A value as it appears in a message. */
export function quote(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return `\`${line.length > 80 ? `${line.slice(0, 79)}…` : line}\``;
}
