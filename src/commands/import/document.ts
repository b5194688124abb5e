/** What `docs import --json` prints: `docs/json/import.schema.json`. */
import type { ImportIssue } from '../../importers/model.ts';

export interface ImportReport {
  /** As `--from` has it. */
  readonly tool: string;
  /** The source, as the user named it. */
  readonly from: string;
  /** The folder that was written, as the user named it. */
  readonly out: string;
  readonly documentations: readonly {
    readonly version: string;
    readonly documentation: string;
    readonly pages: number;
  }[];
  /** The number of pages in the source, and of those that are in the folder now. */
  readonly pages: { readonly found: number; readonly imported: number };
  /** Files of the folder, by result. */
  readonly files: {
    readonly written: number;
    readonly unchanged: number;
    readonly removed: number;
    /** Files that somebody else wrote, or changed after an earlier import: they stay as they are. */
    readonly kept: readonly string[];
  };
  readonly failed: readonly { readonly file: string; readonly reason: string }[];
  readonly issues: readonly ImportIssue[];
  /** What `docs check` finds in the folder. */
  readonly check: { readonly errors: number; readonly warnings: number };
  /** The command that suits the folder as it is. */
  readonly next: 'docs init' | 'docs check' | 'docs dev';
}
