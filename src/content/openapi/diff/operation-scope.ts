import type { Direction } from './changes.ts';
import type { Finding } from './finding.ts';
import type { Likewise } from './likewise.ts';
import type { WholeOperation } from './operations.ts';
import type { Schema } from './schemas/facets.ts';

/** A finding, and who writes what changed. */
export interface OperationFinding extends Finding {
  readonly direction: Direction | null;
}

/** What the comparison of an operation tells. */
export interface Listener {
  readonly likewise: Likewise;
  readonly found: (finding: OperationFinding) => void;
  readonly schemas: (before: Schema, after: Schema, direction: Direction) => void;
}

/** Two operations that are compared, and who is told. */
export interface OperationComparison extends Listener {
  /** Who writes what the operation calls a request: the other side if the platform calls the client. */
  readonly sent: Direction;
  readonly received: Direction;
  readonly before: WholeOperation;
  readonly after: WholeOperation;
}
