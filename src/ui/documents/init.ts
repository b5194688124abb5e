/** What `docs init --json` prints: `docs/json/init.schema.json`. */
export interface Initialized {
  /** Files that were written, relative to the working folder. */
  readonly written: readonly string[];
  readonly content: readonly ContentChoice[];
  /** Whether the platform was asked. */
  readonly checked: boolean;
}

/** A content folder, as it goes into the config file. */
export interface ContentChoice {
  readonly path: string;
  /** `null`: the paths in it name version and documentation. */
  readonly place: { readonly version: string; readonly documentation: string } | null;
}
