/** Changes: as they are found at one place, and as they are reported. */
import { listOf } from '../../model/text/sentences.ts';
import type { Direction, RuleName, Severity } from './rules.ts';

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

/** A change at one place, before the affected operations are known. */
export interface LocalChange {
  readonly rule: RuleName;
  readonly message: string;
  readonly oldPointer: string | null;
  readonly newPointer: string | null;
}

/** Messages list this many values and count the rest. */
const MAX_VALUES = 3;

/** Values for a message: the first ones, and how many more there are. */
export const quoteSome = (values: readonly string[]): string =>
  listOf(values.map(inBackticks), MAX_VALUES);

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
