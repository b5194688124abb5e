/** One finding about a definition, at its place. */
export interface Problem {
  readonly severity: 'error' | 'warning';
  /** Name of the rule; the reader's own are `encoding`, `syntax`, `duplicate-key`, `nesting`, `aliases`, `circle`, `not-openapi`, `bundle`, `size`. */
  readonly rule: string;
  readonly message: string;
  /** Absolute path, or the URL of a reference that was allowed to leave. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
}

/** Line and column, from 1, of an offset into `text`. */
export function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const lines = before.split(/\r\n|\r|\n/);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
