import type { TextPosition } from '../system/findings/place.ts';

/** One finding about a definition, with its place. */
export interface Problem extends TextPosition {
  readonly severity: 'error' | 'warning';
  /** Name of the rule. The reader itself reports `encoding`, `syntax`, `duplicate-key`, `nesting`, `aliases`, `circle`, `not-openapi`, `bundle`, `size`. */
  readonly rule: string;
  readonly message: string;
  /** Why it matters, as a sentence without a period; null if the message says so, or if the rule is not one of the standard. */
  readonly why: string | null;
  /** Absolute path, or the URL of a remote reference that was allowed. */
  readonly file: string;
}

/** A problem that is not the finding of a rule. */
export const problemIn = (
  file: string,
  rule: string,
  message: string,
  { line, column }: TextPosition = { line: 1, column: 1 },
): Problem => ({ severity: 'error', rule, message, why: null, file, line, column });
