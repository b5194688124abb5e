/** What `docs fmt --json` prints: `docs/json/fmt.schema.json`. */
export interface FmtReport {
  /** Pages that are not in canonical form. */
  readonly files: readonly FormattedFile[];
  /** How many pages were checked. */
  readonly pages: number;
  /** Whether the files were written. */
  readonly written: boolean;
}

/** A page that is not in canonical form. */
export interface FormattedFile {
  /** Relative to the project. */
  readonly file: string;
  /** Why the file stays as it is; `null` if it is changed. */
  readonly reason: string | null;
  /** With `--diff`: a unified diff; `null` if there is none to show. */
  readonly diff: string | null;
}
