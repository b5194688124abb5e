import type { Direction } from '../changes.ts';
import type { Comparison, LocalChange, Variance } from '../finding.ts';
import type { RuleName } from '../rules.ts';
import type { Facets, Schema } from './facets.ts';
import type { IdenticalParts } from '../identical-parts.ts';
import type { FacetReader } from './reader.ts';

/** The readers of both definitions, and the parts that are identical in both. */
export interface FacetReaders {
  readonly before: FacetReader;
  readonly after: FacetReader;
  readonly identical: IdenticalParts;
}

/** The relation between the sets of values that two schemas allow; `unknown`: it would take too long to find out. */
export type Relation = 'same' | 'wider' | 'narrower' | 'other' | 'unknown';

/** The relation of the new schema to the old one, for clients in this direction. */
export type Relate = (before: Schema, after: Schema) => Relation;

/** What the parts of a comparison read, and where they report findings. */
export interface SchemaComparison {
  readonly sides: FacetReaders;
  readonly direction: Direction;
  /** Whether allowing more values breaks no client: true for what clients write, reversed inside `not`. */
  readonly mayWiden: boolean;
  readonly before: Facets;
  readonly after: Facets;
  readonly comparison: Comparison;
  /** Reports a finding about the schemas themselves. */
  readonly report: (rule: RuleName, message: string) => void;
  /** Reports a finding about a part of them. */
  readonly reportAt: (finding: LocalChange) => void;
  /** Adds a pair inside them; `variance` is `same` if it is left out. */
  readonly compare: (before: Schema, after: Schema, variance?: Variance) => void;
  readonly relate: Relate;
}
