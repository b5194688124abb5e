/** What `docs platform publish --json` and `unpublish` print: `docs/json/platform-publish.schema.json`. */
export interface PublishedDocumentations {
  readonly documentations: readonly {
    readonly id: number;
    /** Slugs. */
    readonly version: string;
    readonly documentation: string;
    readonly published: boolean;
    /** Whether the state changed. */
    readonly changed: boolean;
  }[];
}

/** What `docs platform copy --json` prints: `docs/json/platform-copy.schema.json`. How many of each were copied. */
export interface CopiedPlatform {
  readonly versions: number;
  readonly documentations: number;
  readonly pages: number;
  readonly references: number;
  readonly changelogs: number;
  readonly users: number;
  readonly readers: number;
  readonly keys: number;
  readonly auditEntries: number;
}
