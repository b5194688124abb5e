import type { ChangeKind } from '../../model/change.ts';
import type { PageKey } from '../../model/ids.ts';

/** One page that differs. `docs/json/diff.schema.json` holds a list of these. */
export interface PageDiff {
  readonly key: PageKey;
  readonly kind: ChangeKind;
  readonly file: string | null;
  readonly fields: readonly string[];
  /** Unified diff of what would change: from the platform's text to the file's, for `pull` the other way round; null: too different to show. */
  readonly diff: string | null;
  /** For conflicts: from what both last had in common to the platform's text, and to the file's, if that is known. */
  readonly theirs: string | null;
  readonly ours: string | null;
}
