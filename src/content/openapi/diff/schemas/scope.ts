import type { Direction } from '../changes.ts';
import type { Comparison, Finding, Variance } from '../finding.ts';
import type { RuleName } from '../rules.ts';
import type { Facets, Schema } from './facets.ts';
import type { Likewise } from '../likewise.ts';
import type { FacetReader } from './reader.ts';

/** The readers of both sides, and what both say alike. */
export interface Sides {
  readonly before: FacetReader;
  readonly after: FacetReader;
  readonly likewise: Likewise;
}

/** How the values that two schemas allow stand to each other; `unknown`: it would take too long to say. */
export type Relation = 'same' | 'wider' | 'narrower' | 'other' | 'unknown';

/** Says how the new one of two schemas stands to the old one, for who writes or reads their values. */
export type Relate = (before: Schema, after: Schema) => Relation;

/** What the parts of a comparison write into. */
export interface SchemaComparison {
  readonly sides: Sides;
  readonly direction: Direction;
  /** Whether what is allowed besides breaks nobody: for what clients write; the other way round inside `not`. */
  readonly mayWiden: boolean;
  readonly before: Facets;
  readonly after: Facets;
  readonly comparison: Comparison;
  /** A finding about the schemas themselves. */
  readonly report: (rule: RuleName, message: string) => void;
  /** A finding about something inside them. */
  readonly reportAt: (finding: Finding) => void;
  /** A pair inside them; `same` if nothing is said of how its values count for the whole. */
  readonly compare: (before: Schema, after: Schema, variance?: Variance) => void;
  readonly relate: Relate;
}
