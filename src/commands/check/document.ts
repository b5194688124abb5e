/** What `docs check --json` prints: `docs/json/check.schema.json`. */
export interface CheckReport {
  /** By file, then by place. */
  readonly findings: readonly ShownFinding[];
  /** Findings that `--fix` fixed; they are not in `findings`. */
  readonly fixed: readonly ShownFinding[];
  /** How many pages were checked. */
  readonly pages: number;
  readonly errors: number;
  readonly warnings: number;
  /** Findings in the baseline, which are not in `findings`; null if there is no baseline. */
  readonly baseline: KnownFindings | null;
}

/** How many findings of a baseline occur, and how many no longer do. */
export interface KnownFindings {
  readonly known: number;
  readonly gone: number;
}

/** One finding, for output. */
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

/** What `docs check --rules --json` prints for each rule, and `--explain` for one: `docs/json/check-rules.schema.json`. */
export interface ExplainedRule {
  readonly rule: string;
  /** The default severity. */
  readonly severity: 'error' | 'warning';
  /** The severity in the configuration; null if it has none. */
  readonly setting: 'error' | 'warning' | 'off' | null;
  readonly says: string;
  readonly why: string;
  readonly wrong: RuleExample | null;
  readonly right: RuleExample | null;
}

/** The text of a page, or files by their paths in a content folder. */
export type RuleExample = string | Readonly<Record<string, string>>;
