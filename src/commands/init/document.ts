/** What `docs init --json` prints: `docs/json/init.schema.json`. */
export interface Initialized {
  /** Files that were written, relative to the working folder. */
  readonly written: readonly string[];
  readonly content: readonly ContentFound[];
  /** The OpenAPI definitions that the configuration lists now. */
  readonly references: readonly ReferenceFound[];
  /** Whether a request checked the answers. */
  readonly checked: boolean;
  /** The command to continue with. */
  readonly next: NextCommand;
}

export type NextCommand = 'docs pull' | 'docs status' | 'docs dev';

/** One page with the place that a push would give it. */
export interface ContentExample {
  readonly file: string;
  readonly version: string;
  readonly documentation: string;
  readonly page: string;
}

/** A content folder and its content. */
export interface ContentFound extends ContentChoice {
  readonly pages: number;
  /** Files that a push could not place. */
  readonly unplaced: number;
  readonly example: ContentExample | null;
}

/** A definition and the version that it goes to. */
export interface ReferenceFound {
  /** Relative to the working folder, with `/`. */
  readonly file: string;
  readonly version: string;
}

/** A content folder, as the config file names it. */
export interface ContentChoice {
  readonly path: string;
  /** `null` if the paths in it name version and documentation. */
  readonly place: { readonly version: string; readonly documentation: string } | null;
}
