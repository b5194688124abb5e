import type { Place } from '../place.ts';

/** One finding about a definition, at its place. */
export interface Problem extends Place {
  readonly severity: 'error' | 'warning';
  /** Name of the rule; the reader's own are `encoding`, `syntax`, `duplicate-key`, `nesting`, `aliases`, `circle`, `not-openapi`, `bundle`, `size`. */
  readonly rule: string;
  readonly message: string;
  /** Why it matters, as a sentence without a period; null if the message says it, or the rule is not of the standard. */
  readonly why: string | null;
  /** Absolute path, or the URL of a reference that was allowed to leave. */
  readonly file: string;
}
