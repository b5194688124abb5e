/** What `docs export --json` prints: `docs/json/export.schema.json`. Paths as they were given. */
export interface Exported {
  readonly file: string | null;
  readonly folder: string | null;
  readonly files: number;
  /** Of the ZIP. */
  readonly bytes: number;
}
