import type { Direction } from './changes.ts';
import type { LocalChange } from './finding.ts';
import type { IdenticalParts } from './identical-parts.ts';
import type { WholeOperation } from './operations.ts';
import type { Schema } from './schemas/facets.ts';

/** A finding, and who writes the changed part. */
export interface OperationFinding extends LocalChange {
  readonly direction: Direction | null;
}

/** Receives the results of comparing an operation. */
export interface Listener {
  readonly identical: IdenticalParts;
  readonly found: (finding: OperationFinding) => void;
  readonly schemas: (before: Schema, after: Schema, direction: Direction) => void;
}

/** Two operations to compare, and the receiver of the results. */
export interface OperationComparison extends Listener {
  /** The direction of the operation's request: reversed if the platform calls the client. */
  readonly sent: Direction;
  readonly received: Direction;
  readonly before: WholeOperation;
  readonly after: WholeOperation;
}
