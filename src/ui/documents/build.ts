/** What `docs build --json` prints. */
export interface Built {
  /** As it was named. */
  readonly folder: string;
  readonly pages: number;
  /** Pages included. */
  readonly files: number;
  /** Files of an earlier build that this one has no use for. */
  readonly removed: number;
}
