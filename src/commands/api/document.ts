/** What `docs api --json` prints: `docs/json/api.schema.json`. */
export interface ApiAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON of the answer, or its text. */
  readonly body: unknown;
}

/** What `docs api --dry-run --json` prints: `docs/json/api.schema.json`. */
export interface ShownRequest {
  readonly request: {
    readonly method: string;
    /** After the base URL, with its query. */
    readonly path: string;
    readonly contentType: string | null;
    readonly body: string | null;
  };
}
