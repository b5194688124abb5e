/** What `docs build --json` prints. */
export interface Built {
  /** As the user named it. */
  readonly folder: string;
  readonly pages: number;
  /** Includes pages. */
  readonly files: number;
  /** Files of an earlier build that this one does not need. */
  readonly removed: number;
}
