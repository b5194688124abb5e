/** What `docs platform publish --json` and `unpublish` print: `docs/json/platform-publish.schema.json`. */
export interface PublishedDocumentations {
  readonly documentations: readonly {
    readonly id: number;
    /** Slugs. */
    readonly version: string;
    readonly documentation: string;
    readonly published: boolean;
    /** Whether it was not so before. */
    readonly changed: boolean;
  }[];
}
