import type { RuleName } from './rules.ts';

/** What a change does to clients written for the old definition, worst first. */
export const SEVERITIES = ['breaking', 'risky', 'safe'] as const;
/** How much a change matters to clients. */
export type Severity = (typeof SEVERITIES)[number];

/** Who writes what changed: `request` is what clients send, `response` what they receive. */
export type Direction = 'request' | 'response';

/** One change, however many operations it reaches. */
export interface DefinitionChange {
  readonly rule: RuleName;
  readonly severity: Severity;
  /** What it happened to, for people: `GET /users/{id}`, `User.email`. */
  readonly subject: string;
  readonly message: string;
  /** `null` if the side makes no difference. */
  readonly direction: Direction | null;
  /** JSON pointer into the old definition; `null` for what is new. */
  readonly oldPointer: string | null;
  /** JSON pointer into the new definition; `null` for what is gone. */
  readonly newPointer: string | null;
  /** The operations whose clients notice, in the order of the definition. */
  readonly operations: readonly string[];
}

/** What was added, removed and changed, by name. */
export interface Inventory {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

/** All that differs between two definitions. */
export interface DefinitionDiff {
  readonly operations: Inventory;
  readonly schemas: Inventory;
  /** Worst first, then in the order of the definition. */
  readonly changes: readonly DefinitionChange[];
  readonly counts: Readonly<Record<Severity, number>>;
  /** Top-level parts that differ beside operations and schemas, such as `info` or `tags`. */
  readonly elsewhere: readonly string[];
}
