/** What `docs check --json` prints: `docs/json/check.schema.json`. */
export interface CheckReport {
  /** By file, then by place. */
  readonly findings: readonly ShownFinding[];
  /** What `--fix` fixed; not among `findings`. */
  readonly fixed: readonly ShownFinding[];
  /** How many pages were looked at. */
  readonly pages: number;
  readonly errors: number;
  readonly warnings: number;
}

/** One finding, as it is printed. */
export interface ShownFinding {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly hint: string | null;
  /** Relative to the project. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly fixable: boolean;
}
