import type { RuleName } from './rules.ts';

/** The effects of a change on clients that were written for the old definition, worst first. */
export const SEVERITIES = ['breaking', 'risky', 'safe'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Who writes the changed part: `request` is what clients send, `response` what they receive. */
export type Direction = 'request' | 'response';

/** One change, however many operations it affects. */
export interface DefinitionChange {
  readonly rule: RuleName;
  readonly severity: Severity;
  /** The changed part, for people: `GET /users/{id}`, `User.email`. */
  readonly subject: string;
  readonly message: string;
  /** `null` if the direction makes no difference. */
  readonly direction: Direction | null;
  /** JSON pointer into the old definition; `null` for additions. */
  readonly oldPointer: string | null;
  /** JSON pointer into the new definition; `null` for removals. */
  readonly newPointer: string | null;
  /** The operations whose clients are affected, in the order of the definition. */
  readonly operations: readonly string[];
}

export interface NameChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

export interface DefinitionDiff {
  readonly operations: NameChanges;
  readonly schemas: NameChanges;
  /** Worst first, then in the order of the definition. */
  readonly changes: readonly DefinitionChange[];
  readonly counts: Readonly<Record<Severity, number>>;
  /** Top-level parts that differ, apart from operations and schemas, such as `info` or `tags`. */
  readonly elsewhere: readonly string[];
}
