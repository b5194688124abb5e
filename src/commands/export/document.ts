/** What `docs export --json` prints: `docs/json/export.schema.json`. Paths as the user gave them. */
export interface Exported {
  readonly file: string | null;
  readonly folder: string | null;
  readonly files: number;
  /** The size of the ZIP. */
  readonly bytes: number;
}
